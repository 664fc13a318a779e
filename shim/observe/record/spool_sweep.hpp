#pragma once
#include <cstddef>
#include <cstdint>

#include "shim/observe/record/format.hpp"

namespace shunt::record {

/// How long, and up to how many bytes in all, the spools of ended runs are kept; 0: no limit.
struct SweepLimits {
    std::int64_t keep_ns = 0;
    std::uint64_t room_bytes = 0;
};

/// Whether a record of this host began before the host was started, with a margin of an hour, as clocks are sometimes
/// reset.
bool began_before_boot(const SpoolHeader& header);

/// Whether the process that wrote a spool has certainly ended. It must have run on this host. A process of this boot
/// and pid namespace is looked up. One of an earlier boot has ended if the spool lies on a disk of this machine
/// (`is_local`). For other hosts and containers nothing is certain: false.
bool has_ended(const SpoolHeader& header, bool is_local);

/// Removes from `folder` spools of this user's runs that have ended on this host (`has_ended`):
///  - all runs whose last sign of life is older than `keep_ns`;
///  - the oldest runs while the remaining ones have more than `room_bytes` together, except the newest run and those of
///    the last hour.
/// All files that a run has left on this host are removed together. Several processes may sweep one folder. Links are
/// not followed. Units: `now_ns` since 1970.   Blocks: reads the folder for at most 200 ms; files not seen by then
/// stay.
/// Returns: the number of files removed.   Fails: std::bad_alloc.
std::size_t sweep_spools(int folder, const SweepLimits& limits, std::int64_t now_ns);

}  // namespace shunt::record
