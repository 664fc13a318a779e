#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "native/schedule/pattern.hpp"

namespace shunt::schedule {

/// The ports in use in the phase being filled, and the number of pairs on each uplink.
/// Owner: keeps a reference to the topology.   Thread: any one at a time.
class Occupancy {
public:
    Occupancy(std::int32_t nodes, const Topology& topology)
        : topology_(topology),
          sends_(static_cast<std::size_t>(nodes)),
          receives_(static_cast<std::size_t>(nodes)),
          up_(static_cast<std::size_t>(topology.switches())),
          down_(static_cast<std::size_t>(topology.switches())) {}

    /// Begins the next phase: all ports and uplinks are free.
    void clear() {
        ++phase_;
        std::fill(up_.begin(), up_.end(), 0);
        std::fill(down_.begin(), down_.end(), 0);
    }

    bool ports_free(const Message& message) const {
        return sends_[index(message.from)] != phase_ && receives_[index(message.to)] != phase_;
    }

    bool uplinks_free(const Message& message) const {
        if (!topology_.crosses(message)) return true;
        const auto from = index(topology_.switch_at(message.from)), to = index(topology_.switch_at(message.to));
        return up_[from] < topology_.uplink_pairs[from] && down_[to] < topology_.uplink_pairs[to];
    }

    bool fits(const Message& message) const { return ports_free(message) && uplinks_free(message); }

    void take(const Message& message) {
        sends_[index(message.from)] = phase_;
        receives_[index(message.to)] = phase_;
        if (!topology_.crosses(message)) return;
        ++up_[index(topology_.switch_at(message.from))];
        ++down_[index(topology_.switch_at(message.to))];
    }

private:
    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }

    const Topology& topology_;
    std::uint32_t phase_ = 1;
    std::vector<std::uint32_t> sends_, receives_;  // the last phase in which the port was used
    std::vector<std::int32_t> up_, down_;          // pairs in this phase
};

}  // namespace shunt::schedule
