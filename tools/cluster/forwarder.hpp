#pragma once
// The process that carries packets between the clusters of one record and delays each by the latency asked for.
#include <functional>
#include <string>

#include "tools/cluster/spec.hpp"

namespace shunt::tools {

/// Starts the forwarder as a process of its own. Its process id is in the record before it carries any packet. Standard
/// error shows what is less exact than it could be.   Returns: the error, or an empty text.   Needs: root, the lock,
/// the namespaces and links of `record`.
std::string start_forwarder(ClusterRecord& record);

/// Whether exactly that process still runs, and not a later one with the same process id.
bool is_running(const ForwarderId& forwarder);

/// Ends exactly that process and waits for its end.   Returns: the error, or an empty text.
std::string end_forwarder(const ForwarderId& forwarder);

/// Carries frames between the interfaces cluster1, cluster2, ... of this network namespace until it is killed.
/// `ready` is called once when all sockets are open. Its argument is what is less exact than it could be, or an empty
/// text. If it returns false, nothing is carried.   Returns: why forwarding cannot or must not continue.   Thread: the
/// only one.
std::string forward(const ClusterSpec& spec, const std::function<bool(const std::string&)>& ready);

}  // namespace shunt::tools
