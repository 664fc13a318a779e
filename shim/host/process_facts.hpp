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

/// How long this process's first thread has so far been ready to run without a core; 0 if the kernel does not report
/// it.
/// Source: /proc/PID/schedstat, second number.
std::uint64_t run_delay_us();

/// A network interface that is up, and its reported rate.
struct NetworkLink {
    std::string name;
    int mbit_per_s;
};
/// The links of this host without its loopback.   Blocks: on reading /sys/class/net.
std::vector<NetworkLink> network_links();

/// 64 random bits, meant to be unique.
std::uint64_t random_id();

}  // namespace shunt
