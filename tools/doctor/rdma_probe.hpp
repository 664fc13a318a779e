#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace shunt::tools {

/// What this machine has for RDMA; found in /sys and by looking for the library, without opening a device.
struct RdmaFacts {
    std::vector<std::string> ports;  ///< "mlx5_0 port 1 (InfiniBand, active)"
    bool any_active = false;
    bool built = false;            ///< Shunt has the transport
    bool has_library = false;      ///< libibverbs can be loaded
    bool may_lock = true;          ///< no limit of locked memory that matters
    std::uint64_t lock_bytes = 0;  ///< that limit
    bool may_open = true;          ///< this user may open a device
};

/// Thread: any.   Blocks: reads a few files.
RdmaFacts probe_rdma();

}  // namespace shunt::tools
