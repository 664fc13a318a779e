#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace shunt::tools {

/// What stands under a namespace's name in /run/netns.
enum class NamespaceState {
    absent,
    ours,        ///< a network namespace with our mark
    unfinished,  ///< a name without a namespace: its maker was killed in between
    foreign,     ///< somebody else's
};

/// Makes network namespace `name` with `mark` on it. It has the mark before it has the name, so that whatever bears the
/// name is known for ours, also when we are killed meanwhile. Gives what went wrong, or an empty text.   Needs: root.
std::string make_namespace(const std::string& name, const std::string& mark);

NamespaceState state_of_namespace(const std::string& name, const std::string& mark);

/// Removes `name`, which must be ours or unfinished; what is inside goes with it. Gives what went wrong, or an empty
/// text.
std::string remove_namespace(const std::string& name);

/// The processes that run in one of the namespaces `names`.   Needs: root, to see those of others.
std::vector<pid_t> processes_in(const std::vector<std::string>& names);

}  // namespace shunt::tools
