#include "native/schedule/greedy.hpp"

#include <bit>

namespace shunt::schedule {

namespace {

/// For each port and each uplink direction the set of phases in which it has no room, 64 phases a word.
class FullPhases {
public:
    FullPhases(std::int32_t nodes, const Topology& topology)
        : topology_(topology),
          nodes_(static_cast<std::size_t>(nodes)),
          switches_(static_cast<std::size_t>(topology.switches())),
          full_(2 * nodes_ + 2 * switches_),
          pairs_(2 * switches_) {}

    std::uint32_t first_with_room(const Message& message) const {
        const auto& send = full_[static_cast<std::size_t>(message.from)];
        const auto& receive = full_[nodes_ + static_cast<std::size_t>(message.to)];
        const bool crosses = topology_.crosses(message);
        for (std::size_t word = 0;; ++word) {
            std::uint64_t taken = at(send, word) | at(receive, word);
            if (crosses)
                taken |= at(full_[2 * nodes_ + up(message)], word) | at(full_[2 * nodes_ + down(message)], word);
            if (~taken != 0)
                return static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_one(taken)));
        }
    }

    void put(const Message& message, std::uint32_t phase) {
        fill(full_[static_cast<std::size_t>(message.from)], phase);
        fill(full_[nodes_ + static_cast<std::size_t>(message.to)], phase);
        if (!topology_.crosses(message)) return;
        put_on_uplink(up(message), topology_.switch_at(message.from), phase);
        put_on_uplink(down(message), topology_.switch_at(message.to), phase);
    }

private:
    using Words = std::vector<std::uint64_t>;

    static std::uint64_t at(const Words& words, std::size_t word) { return word < words.size() ? words[word] : 0; }

    static void fill(Words& words, std::uint32_t phase) {
        if (words.size() <= phase / 64) words.resize(phase / 64 + 1);
        words[phase / 64] |= std::uint64_t{1} << (phase % 64);
    }

    void put_on_uplink(std::size_t uplink, std::int32_t at_switch, std::uint32_t phase) {
        auto& pairs = pairs_[uplink];
        if (pairs.size() <= phase) pairs.resize(phase + 1);
        if (++pairs[phase] == topology_.uplink_pairs[static_cast<std::size_t>(at_switch)])
            fill(full_[2 * nodes_ + uplink], phase);
    }

    std::size_t up(const Message& message) const { return static_cast<std::size_t>(topology_.switch_at(message.from)); }
    std::size_t down(const Message& message) const {
        return switches_ + static_cast<std::size_t>(topology_.switch_at(message.to));
    }

    const Topology& topology_;
    std::size_t nodes_, switches_;
    std::vector<Words> full_;                       // ports that send, ports that receive, uplinks up, uplinks down
    std::vector<std::vector<std::int32_t>> pairs_;  // by uplink direction and phase
};

}  // namespace

// Filling phase after phase from the sorted list puts each message into the first phase in which no earlier message of
// the list conflicts with it. So a single pass through the list that asks for that phase gives the same schedule.
Schedule greedy(const Pattern& pattern, const Topology& topology, std::int64_t threshold_bytes) {
    FullPhases full(pattern.nodes, topology);
    std::vector<std::uint32_t> phase_of(pattern.messages.size());
    std::uint32_t phases = 0;
    bool rest = false;
    for (const std::uint32_t i : by_size(pattern)) {
        const auto& message = pattern.messages[i];
        const std::uint32_t phase = full.first_with_room(message);
        const bool small = message.bytes < threshold_bytes;
        rest |= small && phase >= phases;
        phase_of[i] = small && phase >= phases ? phases : phase;
        if (!small && phase >= phases) phases = phase + 1;
        if (phase < phases) full.put(message, phase);
    }
    Schedule schedule = from_phases(pattern, phase_of, phases + (rest ? 1 : 0));
    schedule.last_is_contended = rest;
    return schedule;
}

}  // namespace shunt::schedule
