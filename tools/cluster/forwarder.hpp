#pragma once
// The process that carries packets between the clusters of one record, each later by the latency asked for.
#include <functional>
#include <string>

#include "tools/cluster/spec.hpp"

namespace shunt::tools {

/// Starts it, writes its number to the record before it carries anything, and lets it go on by itself. Standard error
/// hears what is less exact than it could be. Gives what went wrong, or an empty text.   Needs: root, the lock, the
/// namespaces and links of `record`.
std::string start_forwarder(ClusterRecord& record);

/// Whether that very process still runs, not a later one of its number.
bool is_running(const ForwarderId& forwarder);

/// Ends that very process and waits for its end. Gives what went wrong, or an empty text.
std::string end_forwarder(const ForwarderId& forwarder);

/// Carries frames between the interfaces cluster1, cluster2, ... of this network namespace until it is killed.
/// `ready` is called once with all sockets open, with what is less exact than it could be, or an empty text; when it
/// gives false nothing is carried. Gives why it could not or must not go on.   Thread: the only one.
std::string forward(const ClusterSpec& spec, const std::function<bool(const std::string&)>& ready);

}  // namespace shunt::tools
