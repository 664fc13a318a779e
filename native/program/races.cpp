#include "native/program/races.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/program/goal.hpp"
#include "native/program/step_order.hpp"

namespace shunt::program {
namespace {

constexpr std::uint32_t kNobody = UINT32_MAX;
constexpr std::uint64_t kMostReaders = std::uint64_t{1} << 24;  // kept at once; at most 128 MB

/// Elements [the key of the map, end): their last writer, and the readers since then.
struct Access {
    std::uint64_t end = 0;
    std::uint32_t writer = kNobody;
    std::vector<std::uint32_t> readers;
};
using Accesses = std::map<std::uint64_t, Access>;

/// A range as a location in memory: two buffers may be one memory.
struct Place {
    bool is_scratch = false;
    bool is_input = false;  ///< named as `send`
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    bool operator==(const Place& other) const {
        return is_scratch == other.is_scratch && first == other.first && end == other.end;
    }
};

class RaceSearch {
public:
    RaceSearch(const Parts& parts, int rank, Memory memory, std::uint64_t& work)
        : parts_(parts),
          rank_(rank),
          steps_(parts.of(rank)),
          order_(steps_),
          is_in_place_(memory == Memory::in_place && may_be_in_place(parts.whole(), rank)),
          work_(work) {
        work_ += order_.cost();
        if (!is_in_place_) return;
        const Program& program = parts.whole();
        const bool is_scatter = program.operation == Operation::scatter || program.operation == Operation::scatterv;
        (is_scatter ? receive_at_ : send_at_) = place_in_place(program, rank);
    }

    std::optional<Fault> run() {
        if (!order_.is_complete()) return Fault{0, "too many steps that are not after one another: cannot be checked"};
        for (std::uint32_t i = 0; i < steps_.steps.size(); ++i) {
            std::string reason = reason_against(i);
            if (!reason.empty()) return Fault{i, std::move(reason)};
        }
        return std::nullopt;
    }

private:
    Place place_of(const Range& range) const {
        const std::uint64_t shift = range.buffer == Buffer::send      ? send_at_
                                    : range.buffer == Buffer::receive ? receive_at_
                                                                      : 0;
        return {range.buffer == Buffer::scratch, range.buffer == Buffer::send, range.first + shift,
                range.first + range.count + shift};
    }

    /// Whether the two ranges are in one memory; ranges of different memories have no elements in common.
    bool share_memory(const Range& a, const Range& b) const {
        const bool is_input = a.buffer == Buffer::send || b.buffer == Buffer::send;
        const bool is_scratch = a.buffer == Buffer::scratch || b.buffer == Buffer::scratch;
        return a.buffer == b.buffer || (is_in_place_ && is_input && !is_scratch);
    }

    std::string reason_against(std::uint32_t index) {
        const Step& step = steps_.steps[index];
        if (step.count == 0) return {};
        if (step.reads() && step.writes() && share_memory(step.from(), step.to())) {
            const Place from = place_of(step.from()), to = place_of(step.to());
            if (step.kind == Kind::copy && from == to) return read(index, step.from());  // no data move
            if (from.first < to.end && to.first < from.end)
                return from.is_input ? "in place, the two ranges overlap" : "the two ranges overlap";
        }
        if (step.reads()) {
            std::string reason = read(index, step.from());
            if (!reason.empty()) return reason;
        }
        return step.writes() ? write(index, step.to()) : std::string();
    }

    std::string read(std::uint32_t index, const Range& range) {
        if (range.buffer == Buffer::send && !is_in_place_) return {};  // no step writes it
        const Place place = place_of(range);
        for (auto at = begin_of(place); at != accesses(place).end() && at->first < place.end; ++at) {
            Access& access = at->second;
            if (access.writer != kNobody) {
                if (place.is_input) return joined({"in place, its input is overwritten by ", shown(access.writer)});
                if (!is_before(access.writer, index)) return beside("reads", range, access.writer, "writes");
            }
            add_reader(access, index);
        }
        return is_too_much() ? kTooMuch : std::string();
    }

    std::string write(std::uint32_t index, const Range& range) {
        const Place place = place_of(range);
        const auto begin = begin_of(place), end = accesses(place).lower_bound(place.end);
        for (auto at = begin; at != end; ++at) {
            const Access& access = at->second;
            readers_ -= access.readers.size();
            if (access.writer != kNobody && !is_before(access.writer, index))
                return beside("writes", range, access.writer, "writes");
            work_ += 1 + access.readers.size();
            for (const std::uint32_t reader : access.readers)
                if (reader != index && !is_before(reader, index)) return beside("writes", range, reader, "reads");
        }
        accesses(place).erase(begin, end);
        accesses(place)[place.first] = {place.end, index, {}};
        return is_too_much() ? kTooMuch : std::string();
    }

    /// Splits and fills the accesses so that they cover exactly `place`.   Returns: the first.
    Accesses::iterator begin_of(const Place& place) {
        Accesses& all = accesses(place);
        split(all, place.first);
        split(all, place.end);
        std::uint64_t at = place.first;
        for (auto next = all.lower_bound(at); at < place.end; ++next) {
            ++work_;
            const std::uint64_t known = next == all.end() ? place.end : std::min(next->first, place.end);
            if (at < known) next = all.emplace_hint(next, at, Access{known, kNobody, {}});
            at = next->second.end;
        }
        return all.find(place.first);
    }

    void split(Accesses& all, std::uint64_t at) {
        const auto next = all.lower_bound(at);
        if (next == all.begin()) return;
        Access& left = std::prev(next)->second;
        if (left.end <= at) return;
        Access right = left;
        left.end = at;
        readers_ += right.readers.size();
        work_ += right.readers.size();
        all.emplace_hint(next, at, std::move(right));
    }

    void add_reader(Access& access, std::uint32_t index) {
        // If a reader is after another one, a step after the former is after both: only the last ones are kept.
        if (access.readers.size() == access.readers.capacity()) {
            work_ += access.readers.size();
            readers_ -= std::erase_if(access.readers, [&](std::uint32_t reader) { return is_before(reader, index); });
        }
        access.readers.push_back(index);
        ++readers_;
    }

    bool is_before(std::uint32_t a, std::uint32_t b) {
        work_ += order_.cost_of_queries(b);
        return order_.is_before(a, b);
    }
    bool is_too_much() const { return work_ > kMostRaceWork || readers_ > kMostReaders; }

    std::string shown(std::uint32_t index) const { return parts_.shown(rank_, index); }

    std::string beside(std::string_view does, const Range& range, std::uint32_t other, std::string_view other_does) {
        return joined(
            {does, " ", to_text(range), " while ", shown(other), " ", other_does, " it: neither is after the other"});
    }

    Accesses& accesses(const Place& place) { return place.is_scratch ? scratch_ : users_; }

    static constexpr const char* kTooMuch = "too many steps share elements: cannot be checked";

    const Parts& parts_;
    const int rank_;
    const RankProgram& steps_;
    StepOrder order_;
    bool is_in_place_;
    std::uint64_t send_at_ = 0, receive_at_ = 0;  ///< offsets in the common memory
    Accesses users_, scratch_;
    std::uint64_t readers_ = 0;  ///< of all accesses
    std::uint64_t& work_;
};

}  // namespace

std::optional<Fault> race_in(const Parts& parts, int rank, Memory memory, std::uint64_t& work) {
    return RaceSearch(parts, rank, memory, work).run();
}

}  // namespace shunt::program
