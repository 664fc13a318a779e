#pragma once
#include <string>

namespace shunt::tools {

/// Abilities that a container may remove or change.
struct ContainerFacts {
    std::string copy_error;         ///< why a process may not read and write another's memory; empty: it may
    std::string memory_file_error;  ///< why anonymous memory files (memfd_create) are not available; empty: they are
    bool is_proc_own = true;        ///< /proc shows this pid namespace
    bool has_own_pids = false;      ///< this process is not in the machine's first pid namespace
};

/// Tries each of them.   Blocks: until a child of this process has started and ended.
ContainerFacts probe_container();

}  // namespace shunt::tools
