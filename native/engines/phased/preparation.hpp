#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "native/engines/phased/inter_node_call.hpp"

namespace shunt::phased {

/// The plan for a pattern that all members know, and the row it is for.   `pattern`: bytes from every rank (row) to
/// every other (column). `wires`: null on ranks without streams; their result has no plan.   Source: CC-MPI 3.2, Level
/// 2.
std::unique_ptr<PhasedPrepared> prepared_for(const Nodes& nodes, std::uint64_t team, const Wires* wires,
                                             std::span<const std::uint64_t> pattern, Order order);

}  // namespace shunt::phased
