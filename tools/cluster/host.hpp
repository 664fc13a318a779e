#pragma once
#include <string>

#include "tools/cluster/spec.hpp"

namespace shunt::tools {

/// This process goes into the network namespace `name`. Gives what went wrong, or an empty text.   Needs: root.
std::string enter_network(const std::string& name);

/// Makes this process one of host `host`: its network, its host name, its own /dev/shm, its /etc/hosts and /sys. What
/// is mounted is seen by this process and its children alone. Gives what went wrong, or an empty text.   Needs: root.
std::string enter_host(const ClusterSpec& spec, int host);

}  // namespace shunt::tools
