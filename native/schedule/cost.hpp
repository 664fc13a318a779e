#pragma once
#include "native/schedule/schedule.hpp"

namespace shunt::schedule {

/// The cost of carrying a schedule. Integers, so that all ranks compare the same numbers whatever their processor and
/// compiler. Units: picoseconds. The defaults describe 20 Mbit/s ports with 100 us between phases.
struct CostModel {
    std::int64_t byte_ps = 400'000;         ///< a byte through a port
    std::int64_t phase_ps = 1'000'000'000;  ///< a phase: the separation from the next
    std::int64_t piece_ps = 10'000'000;     ///< a piece: starting one send and one receive
};

/// The time of `schedule` in picoseconds: each phase takes its setup, the pieces of its busiest port and the bytes of
/// its busiest port (or uplink, if the last phase is contended). INT64_MAX if it does not fit.
std::int64_t cost_ps(const Schedule& schedule, const Pattern& pattern, const Topology& topology,
                     const CostModel& model);

/// The bytes of all phases in sequence: the sum over phases of the largest port load. Compare it with bound_bytes.
std::int64_t serial_bytes(const Schedule& schedule, const Pattern& pattern, const Topology& topology);

}  // namespace shunt::schedule
