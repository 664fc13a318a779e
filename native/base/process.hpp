#pragma once
#include <cstdint>

namespace shunt {

/// One process of this node, told apart from a later one with the same number by the time it started.
/// Numbers mean processes of the caller's pid namespace. Where /proc is another namespace's, nothing is read of it:
/// then no start is known, and who exists counts as alive.
struct Process {
    std::uint32_t pid = 0;    ///< in the pid namespace of the calling process
    std::uint64_t start = 0;  ///< clock ticks since boot; 0: unknown, then the number alone counts
};

/// The calling process.   Thread: any.
Process this_process();

/// When process `pid` of this host was started, in clock ticks since boot; 0 when there is none.
std::uint64_t process_start(std::uint32_t pid);

/// Whether that process can still run. One that ended but was not waited for (a zombie) is dead, one that is stopped is
/// alive, and so is one of which nothing can be learnt.   Thread: any.   Blocks: reads a few lines of /proc (about 10
/// us).
bool alive(const Process& process);

/// A number for the running kernel and the caller's pid namespace, to be kept in files: where it is equal, so is the
/// meaning of a pid. 0: unknown.
std::uint32_t process_space();

/// Whether /proc shows the processes that the caller's numbers mean: not in a pid namespace under the /proc of another
/// one (unshare --pid without --mount-proc), nor where /proc is not mounted.
bool is_proc_own();

/// Number of the pid namespace of the caller, equal for two processes that mean the same by a pid; 0: unknown.
std::uint64_t pid_namespace();

}  // namespace shunt
