#pragma once
#include <string>

#include "tools/cluster/spec.hpp"
#include "tools/command.hpp"

namespace shunt::tools {

/// The exit status of `shunt cluster` when no cluster is possible on this machine or for this user.
inline constexpr int kImpossible = 3;

int cluster_up(const Arguments& arguments);
int cluster_run(const Arguments& arguments);
int cluster_status(const Arguments& arguments);
int cluster_down(const Arguments& arguments);
/// Launchers start it in place of ssh: CLUSTER [-option ...] HOST COMMAND...
int cluster_agent(const Arguments& arguments);
/// `up` starts it to carry packets between clusters: CLUSTER
int cluster_wan(const Arguments& arguments);

/// Reads the record of the cluster `name`, which a command line contains.   Returns: kDone.   Fails: shows the reason
/// and returns the exit status to end with.
int find_cluster(const char* command, const std::string& name, ClusterRecord& record);

}  // namespace shunt::tools
