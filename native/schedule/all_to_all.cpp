#include "native/schedule/all_to_all.hpp"

#include <numeric>

#include "native/schedule/occupancy.hpp"

namespace shunt::schedule {

namespace {

/// Fills phase after phase; the messages not yet scheduled form a list in the order of their size.
class Filler {
public:
    Filler(const Pattern& pattern, const Topology& topology)
        : pattern_(pattern),
          order_(by_size(pattern)),
          busy_(pattern.nodes, topology),
          phase_of_(order_.size(), kNone),
          next_(order_.size() + 1),
          place_of_(order_.size()),
          left_out_(static_cast<std::size_t>(pattern.nodes)),
          left_in_(left_out_.size()) {
        std::iota(next_.begin(), next_.end(), 0u);
        for (std::uint32_t place = 0; place < order_.size(); ++place) place_of_[order_[place]] = place;
        group_by_rotation_phase();
        for (const auto& message : pattern.messages) {
            senders_left_ += left_out_[static_cast<std::size_t>(message.from)]++ == 0;
            receivers_left_ += left_in_[static_cast<std::size_t>(message.to)]++ == 0;
        }
    }

    Schedule run(std::int64_t threshold_bytes) {
        bool rest = false;
        for (std::uint32_t place = first_from(0); place < order_.size() && !rest; place = first_from(0)) {
            rest = message_at(place).bytes < threshold_bytes;
            if (rest) put_all();
            if (!rest) fill_phase(place);
            ++phases_;
        }
        Schedule schedule = from_phases(pattern_, phase_of_, phases_);
        schedule.last_is_contended = rest;
        return schedule;
    }

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    const Message& message_at(std::uint32_t place) const { return pattern_.messages[order_[place]]; }

    void group_by_rotation_phase() {
        group_first_.assign(static_cast<std::size_t>(pattern_.nodes) + 1, 0);
        const auto group_of = [this](std::uint32_t i) {
            return static_cast<std::size_t>(rotation_phase_of(pattern_.messages[i], pattern_.nodes));
        };
        for (const std::uint32_t i : order_) ++group_first_[group_of(i) + 1];
        for (std::size_t group = 1; group < group_first_.size(); ++group)
            group_first_[group] += group_first_[group - 1];
        std::vector<std::uint32_t> next = group_first_;
        grouped_.resize(order_.size());
        for (const std::uint32_t i : order_) grouped_[next[group_of(i)]++] = i;
    }

    /// The first place at or after `place` whose message is not scheduled (union-find over the scheduled places, with
    /// path halving).
    std::uint32_t first_from(std::uint32_t place) {
        while (next_[place] != place) {
            next_[place] = next_[next_[place]];
            place = next_[place];
        }
        return place;
    }

    void put(std::uint32_t i) {
        const auto& message = pattern_.messages[i];
        busy_.take(message);
        phase_of_[i] = phases_;
        next_[place_of_[i]] = place_of_[i] + 1;
        --senders_free_;
        --receivers_free_;
        senders_left_ -= --left_out_[static_cast<std::size_t>(message.from)] == 0;
        receivers_left_ -= --left_in_[static_cast<std::size_t>(message.to)] == 0;
    }

    void fill_phase(std::uint32_t largest) {
        busy_.clear();
        senders_free_ = senders_left_;
        receivers_free_ = receivers_left_;
        const auto group = static_cast<std::size_t>(rotation_phase_of(message_at(largest), pattern_.nodes));
        for (std::uint32_t at = group_first_[group]; at < group_first_[group + 1]; ++at) {
            const std::uint32_t i = grouped_[at];
            if (phase_of_[i] == kNone && busy_.fits(pattern_.messages[i])) put(i);
        }
        for (std::uint32_t place = first_from(largest); place < order_.size(); place = first_from(place + 1)) {
            if (senders_free_ == 0 || receivers_free_ == 0) return;
            if (busy_.fits(message_at(place))) put(order_[place]);
        }
    }

    void put_all() {
        for (auto& phase : phase_of_)
            if (phase == kNone) phase = phases_;
    }

    const Pattern& pattern_;
    const std::vector<std::uint32_t> order_;  // message by place
    Occupancy busy_;
    std::vector<std::uint32_t> phase_of_;  // by message
    std::vector<std::uint32_t> next_;      // by place: itself, or a later place once its message is scheduled
    std::vector<std::uint32_t> place_of_;  // by message
    std::vector<std::uint32_t> group_first_, grouped_;    // messages by all-to-all phase, each from large to small
    std::vector<std::int32_t> left_out_, left_in_;        // by node: messages not yet scheduled
    std::int32_t senders_left_ = 0, receivers_left_ = 0;  // nodes with such messages
    std::int32_t senders_free_ = 0, receivers_free_ = 0;  // of these, not busy in this phase
    std::uint32_t phases_ = 0;
};

}  // namespace

Schedule all_to_all(const Pattern& pattern, const Topology& topology, std::int64_t threshold_bytes) {
    return Filler(pattern, topology).run(threshold_bytes);
}

}  // namespace shunt::schedule
