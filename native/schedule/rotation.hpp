#pragma once
#include <cstdint>

namespace shunt::schedule {

/// The ranks to which a rank sends and from which it receives in one phase.
struct PhasePeers {
    int to = 0;
    int from = 0;
    friend bool operator==(const PhasePeers&, const PhasePeers&) = default;
};

/// The number of phases in which `size` ranks exchange one message with each other rank.
constexpr int rotation_phases(int size) { return size > 1 ? size - 1 : 0; }

/// The peers of `rank` in phase `phase` (0-based, less than rotation_phases) of `size` ranks: j sends to (j+phase+1)
/// mod size. So in each phase every rank sends one message and receives one, and over all phases every pair
/// communicates once. Source: CC-MPI 3.2, Figure 3.2.
constexpr PhasePeers rotation_peers(int rank, int size, int phase) {
    const std::int64_t distance = std::int64_t{phase} + 1;
    return {static_cast<int>((rank + distance) % size), static_cast<int>((rank - distance + size) % size)};
}

}  // namespace shunt::schedule
