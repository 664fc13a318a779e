#pragma once
#include <cstddef>
#include <cstdint>

#include "shim/record/format.hpp"

namespace shunt::record {

/// How long, and up to how many bytes, the spools of ended runs may lie; 0: without end.
struct SweepLimits {
    std::int64_t keep_ns = 0;
    std::uint64_t room_bytes = 0;
};

/// Whether the process that wrote a spool has ended for certain: it ran on this host, and either this boot and pid namespace know it to be
/// dead, or it began before this boot and the spool lies on a disk of this machine (`is_local`). Of other hosts and containers nothing is certain.
bool has_ended(const SpoolHeader& header, bool is_local);

/// Removes from `folder` the spools of this user's runs that have ended on this host: all that are older than `keep_ns`; and where those that remain
/// have more than `room_bytes` together the oldest of them, but not the newest run's, nor any that ended within the last hour. A run goes whole, as far
/// as it ran on this host. Several processes may sweep one folder. Links are not followed.
/// Units: `now_ns` since 1970.   Blocks: reads the folder, for at most a fifth of a second; what it has not seen by then stays.
/// Returns: the number of files removed.   Fails: std::bad_alloc.
std::size_t sweep_spools(int folder, const SweepLimits& limits, std::int64_t now_ns);

}  // namespace shunt::record
