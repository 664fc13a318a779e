#pragma once
#include <array>
#include <cstdint>
#include <memory>

#include "native/engines/phased/dissemination.hpp"
#include "native/engines/phased/plan.hpp"

namespace shunt::phased {

/// The patterns of a team's last calls with their plans, at the same places on all nodes. Each node knows its own row
/// of each pattern, and all search for a place where every node finds its row. Only put() and use() change places, and
/// all nodes call them alike; so they agree on the meaning of a place without communicating.   Thread: any one at a
/// time.
class PatternCache {
public:
    static constexpr std::size_t kPlaces = 64;  // a bit each

    /// The places whose pattern has this row of this node, and was made with that order.
    std::uint64_t places_with(const Row& own, Order order) const;
    /// The plan at the lowest of `places`, which must be common to all nodes and not empty.
    std::shared_ptr<const Plan> use(std::uint64_t places);
    /// Stores a plan at the place of the least recently used one.
    void put(Row own, Order order, std::shared_ptr<const Plan> plan);

private:
    struct Entry {
        Row own;
        Order order = Order::automatic;
        std::shared_ptr<const Plan> plan;
        std::uint64_t used = 0;
    };
    std::array<Entry, kPlaces> entries_;
    std::uint64_t clock_ = 0;
};

}  // namespace shunt::phased
