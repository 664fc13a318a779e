#include "native/program/replay.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/base/random.hpp"
#include "native/program/goal.hpp"
#include "native/program/parts.hpp"

namespace shunt::program {
namespace {

/// The function x -> scale * x + shift, or two numbers that are added up.
struct Element {
    std::uint64_t scale = 0;
    std::uint64_t shift = 0;
    friend bool operator==(const Element&, const Element&) = default;
};

Element combined(const Element& left, const Element& right, bool commutes) {
    if (commutes) return {left.scale + right.scale, left.shift + right.shift};
    return {left.scale * right.scale, left.shift * right.scale + right.shift};  // first left, then right
}

/// The memory of one rank: `send` and `receive` may be parts of one.
struct Buffers {
    std::vector<Element> user, other, scratch;
    std::uint64_t send_at = 0, receive_at = 0;
    bool is_one = false;

    Element* at(const Range& range) {
        if (range.buffer == Buffer::scratch) return scratch.data() + range.first;
        if (range.buffer == Buffer::receive) return user.data() + receive_at + range.first;
        return (is_one ? user.data() + send_at : other.data()) + range.first;
    }
};

class Player {
public:
    Player(const Program& program, Memory memory, std::uint64_t seed)
        : program_(program), parts_(program), random_(seed), waits_(random_.chance(1, 2)) {
        for (int rank = 0; rank < program.size(); ++rank) lay_out(rank, memory);
        match();
    }

    std::string run() {
        std::size_t left = 0;
        for (int rank = 0; rank < program_.size(); ++rank) left += parts_.of(rank).steps.size();
        for (; left > 0; --left) {
            if (ready_.empty()) return "steps are left, and none can be done";
            const std::size_t chosen = random_.below(ready_.size());
            std::swap(ready_[chosen], ready_.back());
            const Id id = ready_.back();
            ready_.pop_back();
            left -= play(id);
        }
        for (int rank = 0; rank < program_.size(); ++rank) {
            std::string reason = compare(rank);
            if (!reason.empty()) return joined({"rank ", std::to_string(rank), ": ", reason});
        }
        return {};
    }

private:
    struct Id {
        int rank = 0;
        std::uint32_t part = 0;
        auto operator<=>(const Id&) const = default;
    };
    struct State {
        std::uint32_t pending = 0;
        bool is_played = false;
        std::vector<std::uint32_t> followers;
        Id other{-1, 0};               ///< the other end of a message
        std::vector<Element> message;  ///< at the receive
    };

    Element any() { return {random_.next() | 1, random_.next()}; }
    std::vector<Element> any(std::uint64_t count) {
        std::vector<Element> elements(count);
        for (Element& element : elements) element = any();
        return elements;
    }

    void lay_out(int rank, Memory memory) {
        const std::uint64_t sends = size_of(program_, rank, Buffer::send),
                            receives = size_of(program_, rank, Buffer::receive);
        const bool is_scan = program_.operation == Operation::scan || program_.operation == Operation::exscan;
        Buffers own;
        own.is_one =
            memory == Memory::in_place && may_be_in_place(program_, rank) && (!is_scan || random_.chance(1, 2));
        const bool is_scatter = program_.operation == Operation::scatter || program_.operation == Operation::scatterv;
        if (own.is_one) (is_scatter ? own.receive_at : own.send_at) = place_in_place(program_, rank);
        own.user = any(own.is_one ? std::max(own.send_at + sends, own.receive_at + receives) : receives);
        own.other = own.is_one ? std::vector<Element>() : any(sends);
        own.scratch = any(program_.ranks[rank].scratch);
        buffers_.push_back(std::move(own));
        Buffers& kept = buffers_.back();
        const Range input = program_.operation == Operation::bcast ? Range{Buffer::receive, 0, receives}
                                                                   : Range{Buffer::send, 0, sends};
        inputs_.emplace_back(kept.at(input), kept.at(input) + input.count);
    }

    void match() {
        std::map<std::pair<int, int>, std::vector<Id>> sends;
        for (int rank = 0; rank < program_.size(); ++rank) {
            const RankProgram& steps = parts_.of(rank);
            states_.emplace_back(steps.steps.size());
            for (std::uint32_t i = 0; i < steps.steps.size(); ++i) {
                states_[rank][i].pending = static_cast<std::uint32_t>(steps.after(steps.steps[i]).size());
                for (const auto earlier : steps.after(steps.steps[i])) states_[rank][earlier].followers.push_back(i);
                if (steps.steps[i].kind == Kind::send) sends[{rank, steps.steps[i].peer}].push_back({rank, i});
            }
        }
        std::map<std::pair<int, int>, std::size_t> received;
        for (int rank = 0; rank < program_.size(); ++rank) {
            for (std::uint32_t i = 0; i < states_[rank].size(); ++i) {
                const Step& step = parts_.of(rank).steps[i];
                if (step.kind != Kind::receive) continue;
                const std::pair pair(step.peer, rank);
                const std::size_t n = received[pair]++;
                if (n >= sends[pair].size()) continue;  // never ready: the run ends with steps left
                const Id send = sends[pair][n];
                if (parts_.of(send.rank).steps[send.part].count != step.count) continue;
                states_[rank][i].other = send;
                states_[send.rank][send.part].other = {rank, i};
            }
        }
        for (int rank = 0; rank < program_.size(); ++rank)
            for (std::uint32_t i = 0; i < states_[rank].size(); ++i) note({rank, i});
    }

    State& state(Id id) { return states_[id.rank][id.part]; }
    const Step& step(Id id) const { return parts_.of(id.rank).steps[id.part]; }

    /// Adds a step that can be done to the ready ones. If sends wait, the send represents the pair.
    void note(Id id) {
        if (state(id).pending != 0 || state(id).is_played) return;
        const Kind kind = step(id).kind;
        if (kind == Kind::copy || kind == Kind::combine) return ready_.push_back(id);
        const Id other = state(id).other;
        if (other.rank < 0) return;
        if (waits_) {
            const Id send = kind == Kind::send ? id : other;
            if (state(other).pending == 0 && (id == send || !is_listed(send))) list(send);
            return;
        }
        if (kind == Kind::send || state(other).is_played) list(id);
    }

    bool is_listed(Id id) const { return std::ranges::find(ready_, id) != ready_.end(); }
    void list(Id id) {
        if (!is_listed(id)) ready_.push_back(id);
    }

    /// Does a step.   Returns: how many further steps are done with it.
    std::size_t play(Id id) {
        const Step& now = step(id);
        Buffers& own = buffers_[id.rank];
        std::size_t more = 0;
        if (now.kind == Kind::copy) {
            if (own.at(now.from()) != own.at(now.to())) std::copy_n(own.at(now.from()), now.count, own.at(now.to()));
        } else if (now.kind == Kind::combine) {
            combine(own, now);
        } else if (now.kind == Kind::receive) {
            std::ranges::copy(state(id).message, own.at(now.to()));
        } else {
            const Id other = state(id).other;
            state(other).message.assign(own.at(now.from()), own.at(now.from()) + now.count);
            state(id).is_played = true;
            if (waits_) more = 1 + play(other);
            else note(other);
        }
        state(id).is_played = true;
        for (const std::uint32_t follower : state(id).followers) {
            --states_[id.rank][follower].pending;
            note({id.rank, follower});
        }
        return more;
    }

    void combine(Buffers& own, const Step& now) const {
        const Element* from = own.at(now.from());
        Element* to = own.at(now.to());
        for (std::uint64_t i = 0; i < now.count; ++i)
            to[i] = now.from_is_left ? combined(from[i], to[i], program_.commutative)
                                     : combined(to[i], from[i], program_.commutative);
    }

    std::string compare(int rank) {
        for (const Piece& piece : goal_of(program_, rank)) {
            for (std::uint64_t i = 0; i < piece.count; ++i) {
                Element expected = inputs_[piece.low][piece.offset + i];
                for (int from = piece.low + 1; from <= piece.high; ++from)
                    expected = combined(expected, inputs_[from][piece.offset + i], program_.commutative);
                const Range place{Buffer::receive, piece.first + i, 1};
                if (*buffers_[rank].at(place) != expected) return joined({to_text(place), " is wrong"});
            }
        }
        const bool is_kept = !buffers_[rank].is_one && program_.operation != Operation::bcast;
        return is_kept && buffers_[rank].other != inputs_[rank] ? "sendbuf has been changed" : "";
    }

    const Program& program_;
    const Parts parts_;
    Random random_;
    const bool waits_;  ///< each send waits for its receive
    std::vector<Buffers> buffers_;
    std::vector<std::vector<Element>> inputs_;
    std::vector<std::vector<State>> states_;
    std::vector<Id> ready_;
};

}  // namespace

std::string replay(const Program& program, Memory memory, std::uint64_t seed) {
    return Player(program, memory, seed).run();
}

}  // namespace shunt::program
