#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace shunt::tools {

/// RDMA facilities of this machine, found in /sys and by looking for the library, without opening a device.
struct RdmaFacts {
    std::vector<std::string> ports;  ///< "mlx5_0 port 1 (InfiniBand, active)"
    bool any_active = false;
    bool built = false;            ///< this build of Shunt contains the transport
    bool has_library = false;      ///< libibverbs can be loaded
    bool may_lock = true;          ///< locked memory is unlimited, or the limit is high enough
    std::uint64_t lock_bytes = 0;  ///< limit of locked memory
    bool may_open = true;          ///< this user may open a device
};

/// Thread: any.   Blocks: reads a few files.
RdmaFacts probe_rdma();

}  // namespace shunt::tools
