#pragma once
#include <string>

#include "tools/cluster/spec.hpp"

namespace shunt::tools {

/// Moves this process into the network namespace `name`.   Returns: the error, or an empty text.   Needs: root.
std::string enter_network(const std::string& name);

/// Makes this process one of host `host`: its network, its host name, its own /dev/shm, its /etc/hosts and /sys. Only
/// this process and its children see these mounts.   Returns: the error, or an empty text.   Needs: root.
std::string enter_host(const ClusterSpec& spec, int host);

}  // namespace shunt::tools
