#pragma once
#include <string>

#include "tools/cluster/spec.hpp"
#include "tools/command.hpp"

namespace shunt::tools {

/// The exit status of `shunt cluster` when this machine, or this user, cannot have a cluster at all.
inline constexpr int kImpossible = 3;

int cluster_up(const Arguments& arguments);
int cluster_run(const Arguments& arguments);
int cluster_status(const Arguments& arguments);
int cluster_down(const Arguments& arguments);
/// What launchers start in place of ssh: CLUSTER [-option ...] HOST COMMAND...
int cluster_agent(const Arguments& arguments);
/// What `up` starts to carry packets between clusters: CLUSTER
int cluster_wan(const Arguments& arguments);

/// The record of the cluster `name` as given on a command line.   Fails: a status to leave with, after saying why;
/// kDone: go on.
int find_cluster(const char* command, const std::string& name, ClusterRecord& record);

}  // namespace shunt::tools
