#pragma once
#include <cstdint>

namespace shunt {

/// Transport between nodes, in the order of an option's words. `automatic`: RDMA if all members have it, otherwise TCP.
/// `verbs`: the same, with a warning if it is not RDMA. `tcp`: TCP.
enum class FabricWay : std::uint8_t { automatic, verbs, tcp };

}  // namespace shunt
