#pragma once
#include <cstdint>

namespace shunt {

/// One process of this node. The start time distinguishes it from a later process with the same number. Numbers are
/// those of the caller's pid namespace. If /proc belongs to another namespace, it is not read: then the start is
/// unknown, and every existing process counts as alive.
struct Process {
    std::uint32_t pid = 0;    ///< in the pid namespace of the calling process
    std::uint64_t start = 0;  ///< clock ticks since boot; 0: unknown, then only the number is compared
};

/// The calling process.   Thread: any.
Process this_process();

/// When process `pid` of this host was started, in clock ticks since boot; 0 if there is no such process.
std::uint64_t process_start(std::uint32_t pid);

/// Whether that process can still run. A process that ended but was not waited for (a zombie) is dead. A stopped
/// process is alive, and so is a process about which nothing can be learnt.   Thread: any.   Blocks: reads a few lines
/// of /proc (about 10 us).
bool alive(const Process& process);

/// A number for the running kernel and the caller's pid namespace, to be stored in files. Where it is equal, a pid
/// means the same process. 0: unknown.
std::uint32_t process_space();

/// Whether /proc shows the processes of the caller's pid namespace. False in a pid namespace that sees the /proc of
/// another one (unshare --pid without --mount-proc), and where /proc is not mounted.
bool is_proc_own();

/// Number of the caller's pid namespace, equal for two processes to which a pid means the same process; 0: unknown.
std::uint64_t pid_namespace();

}  // namespace shunt
