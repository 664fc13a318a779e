#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace shunt {

/// The command line of this process, its words joined by spaces.
std::string command_line();

/// A short name for it: the program's file name, or the script's for an interpreter ("python3 a/solve.py" ->
/// "solve.py").
std::string program_name();

std::string host_name();

/// How long this process's first thread has been ready to run without a core, so far; 0 where the kernel does not say.
/// Source: /proc/PID/schedstat, second number.
std::uint64_t run_delay_us();

/// A network interface that is up, and the rate it says it has.
struct NetworkLink {
    std::string name;
    int mbit_per_s;
};
/// Those of this host, without its loopback.   Blocks: on reading /sys/class/net.
std::vector<NetworkLink> network_links();

/// 64 bits nobody else has.
std::uint64_t random_id();

}  // namespace shunt
