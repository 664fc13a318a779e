#pragma once
// How launchers get to know a cluster: files and environment. Pure.
#include <string>

#include "tools/cluster/spec.hpp"
#include "tools/launch/launcher.hpp"

namespace shunt::tools {

/// The first `hosts` hosts with their slots, in the notation of Open MPI ("lab-1 slots=2") and of Hydra ("lab-1:2").
std::string open_mpi_hostfile(const ClusterSpec& spec, int hosts);
std::string hydra_hostfile(const ClusterSpec& spec, int hosts);

/// The machine's /etc/hosts with the cluster's hosts added.
std::string hosts_file(const ClusterSpec& spec, const std::string& machines_own);

/// The program launchers start in place of ssh: it hands its arguments to `shunt cluster agent`.
std::string agent_script(const ClusterSpec& spec, const std::string& shunt);

/// Where the files above lie.
struct LaunchFiles {
    std::string open_mpi_hostfile, hydra_hostfile, agent;
};

/// What the environment of a launcher must hold so that it starts its ranks on the cluster. All of it is environment,
/// none of it command line: so it holds for launchers behind scripts too, and what the user writes on the command line
/// still wins. `is_set` tells which variables the user has set: preferences of ours give way to those, what makes the
/// cluster does not.
Variables launch_environment(const ClusterSpec& spec, const LaunchFiles& files,
                             const std::function<bool(const std::string&)>& is_set);

}  // namespace shunt::tools
