#pragma once
// Files and environment that describe a cluster to launchers. Pure: no system calls.
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

/// Paths of the files above.
struct LaunchFiles {
    std::string open_mpi_hostfile, hydra_hostfile, agent;
};

/// The environment variables with which a launcher starts its ranks on the cluster. Only the environment is used: so
/// they also apply to launchers that scripts start, and options on the user's command line still take precedence.
/// `is_set`: which variables the user has set. Those replace our preferences, but not the variables that the cluster
/// depends on.
Variables launch_environment(const ClusterSpec& spec, const LaunchFiles& files,
                             const std::function<bool(const std::string&)>& is_set);

}  // namespace shunt::tools
