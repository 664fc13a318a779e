#include "native/schedule/split.hpp"

#include <algorithm>

#include "native/schedule/cost.hpp"
#include "native/schedule/greedy.hpp"
#include "native/schedule/matching.hpp"
#include "native/schedule/remaining.hpp"

namespace shunt::schedule {

namespace {

std::int64_t part_of(std::int64_t bytes, std::int32_t permille) {
    return bytes / 1000 * permille + bytes % 1000 * permille / 1000;
}

/// Lower bound on the number of phases of whole messages of equal size.
std::int64_t most_messages(const Pattern& pattern, const Topology& topology) {
    Pattern units = pattern;
    for (auto& message : units.messages) message.bytes = 1;
    return bound_bytes(units, topology);
}

/// Builds the schedule phase after phase.
class Splitter {
public:
    Splitter(const Pattern& pattern, const Topology& topology, std::int32_t tolerance_permille)
        : one_switch_(topology.is_one_switch()),
          remaining_(pattern, topology),
          matching_(pattern, topology, remaining_) {
        const std::int64_t bound = bound_bytes(pattern, topology);
        remaining_.allow(bound + part_of(bound, tolerance_permille));
        part_ = 4 * std::max<std::int64_t>(1, most_messages(pattern, topology));
        shortest_ = std::max<std::int64_t>(1, remaining_.time() / part_);
        for (const auto& message : pattern.messages) time_ = std::max(time_, message.bytes);
    }

    Schedule run() {
        while (!remaining_.done()) {
            matching_.rank_ports();
            carry(one_switch_ ? choose() : choose_under_uplinks());
        }
        return std::move(schedule_);
    }

private:
    static constexpr int kMostMisses = 16;

    /// Tries long phases first: the length is reduced only if no matching of that length leaves all messages in time.
    std::int64_t choose() {
        for (; time_ > shortest_; time_ -= time_ / 4 + 1)
            if (matching_.choose(time_)) return time_;
        return misses_ < kMostMisses ? choose_for_tight() : choose_short();
    }

    /// Requires only the ports without any slack (these can always be served together); the phase then lasts as long as
    /// the other ports allow. If that is repeatedly too short, too many ports have no slack for this method.
    std::int64_t choose_for_tight() {
        const bool served = matching_.choose(1);
        const std::int64_t longest = served ? matching_.longest() : 0;
        if (longest > 0 && longest >= remaining_.time() / part_ / 8) return longest;
        ++misses_;
        return choose_short();
    }

    std::int64_t choose_short() {
        for (; time_ > remaining_.time() / part_ && time_ > 1; time_ -= time_ / 4 + 1)
            if (matching_.choose(time_)) return time_;
        const bool served = matching_.choose(1);
        return served ? std::max<std::int64_t>(matching_.longest(), 1) : 1;
    }

    /// Lasts until the first of the chosen messages ends, but not less than the shortest phase, which limits their
    /// number.
    std::int64_t choose_under_uplinks() {
        matching_.choose_by_load(shortest_);
        std::int64_t least = remaining_.time();
        for (const auto message : matching_.chosen())
            if (message != Matching::kNone) least = std::min(least, remaining_.bytes(message));
        return std::max(shortest_, least);
    }

    void carry(std::int64_t time) {
        std::int64_t most = 0;
        for (const auto message : matching_.chosen()) {
            if (message == Matching::kNone) continue;
            const std::int64_t bytes = std::min(time, remaining_.bytes(message));
            schedule_.pieces.push_back({message, remaining_.offset(message), bytes});
            remaining_.carry(message, bytes);
            most = std::max(most, bytes);
        }
        schedule_.first.push_back(static_cast<std::uint32_t>(schedule_.pieces.size()));
        remaining_.elapse(most);
    }

    bool one_switch_;
    Remaining remaining_;
    Matching matching_;
    Schedule schedule_;
    std::int64_t part_ = 1, shortest_ = 1;  // of the time: lower limit for the length of a phase
    int misses_ = 0;
    std::int64_t time_ = 0;  // length of the phase to try next
};

}  // namespace

Schedule split(const Pattern& pattern, const Topology& topology, std::int32_t tolerance_permille) {
    const std::int64_t bound = bound_bytes(pattern, topology);
    Schedule whole = greedy(pattern, topology, 0);
    if (serial_bytes(whole, pattern, topology) - bound <= part_of(bound, tolerance_permille)) return whole;
    return Splitter(pattern, topology, tolerance_permille).run();
}

}  // namespace shunt::schedule
