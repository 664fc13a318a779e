#pragma once
#include <cstdint>

namespace shunt::record {

/// Start time of process `pid` in clock ticks since boot (field 22 of /proc/PID/stat), which tells it from a later process
/// of the same number; 0 when there is no such process on this host.
std::uint64_t process_start_time(std::uint32_t pid);

/// Whether the process that had `pid` and `start` still runs on this host. A zombie has ended.
bool process_alive(std::uint32_t pid, std::uint64_t start);

}  // namespace shunt::record
