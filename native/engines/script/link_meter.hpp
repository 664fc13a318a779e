#pragma once
#include <functional>
#include <span>
#include <vector>

#include "native/engines/contract.hpp"
#include "native/engines/script/link_programs.hpp"
#include "native/script/topology.hpp"

namespace shunt::script_engine {

/// Carries this member's part of a program that only uses scratch.   Blocks: until it is done.   Fails: bug, peer_lost.
using CarryAlone = std::function<Status(const program::Program& program)>;

/// Measures the links between all nodes, and within each: by programs of the first ranks of the nodes, carried as
/// scripts' programs will be. Then all members receive all figures, so that they are equal.
/// Blocks: collective over the group; one exchange.   Fails: as `carry` and the exchange.
Status measure_links(const Group& group, std::span<const int> node_of, Exchange& exchange, const CarryAlone& carry,
                     std::vector<script::Link>& into);

}  // namespace shunt::script_engine
