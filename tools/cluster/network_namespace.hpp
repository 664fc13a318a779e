#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace shunt::tools {

/// State of a namespace's name in /run/netns.
enum class NamespaceState {
    absent,
    ours,        ///< a network namespace with our mark
    unfinished,  ///< a name without a namespace: the process that made it was killed in between
    foreign,     ///< of another owner
};

/// Makes network namespace `name` with `mark` on it. It gets the mark before the name, so that a namespace of that name
/// is known as ours even if this process is killed in between.   Returns: the error, or an empty text.   Needs: root.
std::string make_namespace(const std::string& name, const std::string& mark);

NamespaceState state_of_namespace(const std::string& name, const std::string& mark);

/// Removes `name`, which must be ours or unfinished, with everything in it.   Returns: the error, or an empty text.
std::string remove_namespace(const std::string& name);

/// The processes that run in one of the namespaces `names`.   Needs: root, to see those of others.
std::vector<pid_t> processes_in(const std::vector<std::string>& names);

}  // namespace shunt::tools
