#pragma once
#include <functional>
#include <string>

#include "tools/cluster/spec.hpp"

namespace shunt::tools {

/// Why this process cannot build a cluster on this machine, and what to do about it; empty when it can.
std::string refuse_machine();

/// Builds the cluster: all of it or, when a step fails, nothing. `tell` is called with each step before it is done.
/// Returns: the error, or an empty text.   Needs: root, the lock, a spec not refused, and SIGINT, SIGTERM and SIGHUP
/// blocked: if one is pending, building ends between two steps.
std::string build_cluster(ClusterSpec spec, const std::function<void(const std::string&)>& tell);

/// Removes the namespaces that `record` lists and that bear its mark, and nothing else.   Returns: what could not be
/// removed, or an empty text.
std::string remove_cluster(const ClusterRecord& record);

}  // namespace shunt::tools
