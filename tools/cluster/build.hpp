#pragma once
#include <functional>
#include <string>

#include "tools/cluster/spec.hpp"

namespace shunt::tools {

/// Why no cluster can be built by this process on this machine, with what would do; empty when one can.
std::string refuse_machine();

/// Builds the cluster: all of it or, when a step fails, nothing. `tell` hears of each step before it is done.
/// Gives what went wrong, or an empty text.   Needs: root, the lock, a spec not refused; SIGINT, SIGTERM and SIGHUP
/// held back: one that comes ends the building between two steps.
std::string build_cluster(ClusterSpec spec, const std::function<void(const std::string&)>& tell);

/// Removes what `record` lists and bears its mark, and nothing else. Gives what could not be removed, or an empty text.
std::string remove_cluster(const ClusterRecord& record);

}  // namespace shunt::tools
