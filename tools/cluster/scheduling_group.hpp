#pragma once
// One control group for all programs in a cluster. Its hosts' programs are started in sessions of their own. Where
// Linux makes each session a scheduling group (sched(7), autogroup), these share the processors as groups, and on some
// kernels (6.18) one of them keeps the others from running for minutes. Processes in one control group are not
// scheduled as sessions.
#include <string>

namespace shunt::tools {

/// Puts this process into the control group of `cluster`, which is made when it is missing. Does nothing if sessions
/// are no scheduling groups, if this process is already in a control group for processors, or if none can be made.
/// `system`: prefix of the paths /proc and /sys.
void enter_scheduling_group(const std::string& cluster, const std::string& system = {});

/// Removes the group if no process is in it.
void remove_scheduling_group(const std::string& cluster, const std::string& system = {});

}  // namespace shunt::tools
