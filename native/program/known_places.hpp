#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace shunt::program {

/// Maps from chains to the last place known in each. Maps share their common entries, so a map with one more entry
/// costs only a few nodes. (Tries of 16 branches, copied along the path.)   Threads: any one at a time.
class KnownPlaces {
public:
    using Map = std::uint32_t;
    static constexpr Map kEmpty = 0;
    static constexpr std::uint32_t kMostChains = 1u << 24;

    KnownPlaces() : nodes_(1) {}

    /// `map`, in which `chain` has at least `place`.
    Map with(Map map, std::uint32_t chain, std::uint32_t place) { return with(map, chain, place + 1, kTop); }

    /// For each chain the later of both places.
    Map united(Map a, Map b) { return united(a, b, kTop); }

    /// Whether `place` of `chain` is no later than the known one.
    bool knows(Map map, std::uint32_t chain, std::uint32_t place) const {
        for (int level = kTop; level >= 0; --level) map = nodes_[map][digit(chain, level)];
        return place < map;
    }

    /// Cost in memory and in work, which are about the same.
    std::uint64_t cost() const { return nodes_.size() + work_; }

private:
    static constexpr int kTop = 5;
    using Branches = std::array<std::uint32_t, 16>;  ///< nodes; on level 0 place + 1. 0: none

    static std::size_t digit(std::uint32_t chain, int level) { return chain >> (4 * level) & 15; }

    std::uint32_t with(std::uint32_t node, std::uint32_t chain, std::uint32_t value, int level) {
        if (level < 0) return node > value ? node : value;
        Branches branches = nodes_[node];
        const std::uint32_t branch = with(branches[digit(chain, level)], chain, value, level - 1);
        if (branch == branches[digit(chain, level)]) return node;
        branches[digit(chain, level)] = branch;
        return added(branches);
    }

    std::uint32_t united(std::uint32_t a, std::uint32_t b, int level) {
        if (a == b || b == 0) return a;
        if (a == 0) return b;
        if (level < 0) return a > b ? a : b;
        ++work_;
        Branches branches;
        bool is_a = true, is_b = true;
        for (std::size_t i = 0; i < branches.size(); ++i) {
            branches[i] = united(nodes_[a][i], nodes_[b][i], level - 1);
            is_a &= branches[i] == nodes_[a][i];
            is_b &= branches[i] == nodes_[b][i];
        }
        return is_a ? a : is_b ? b : added(branches);
    }

    std::uint32_t added(const Branches& branches) {
        nodes_.push_back(branches);
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }

    std::vector<Branches> nodes_;  ///< the first node has no branches: it represents every empty map
    std::uint64_t work_ = 0;
};

}  // namespace shunt::program
