#pragma once
#include <string>

namespace shunt::tools {

/// What containers take away, or change.
struct ContainerFacts {
    std::string copy_error;         ///< why a process may not read and write another's memory; empty: it may
    std::string memory_file_error;  ///< why there is no memory without a name (memfd_create); empty: there is
    bool is_proc_own = true;        ///< /proc shows this pid namespace
    bool has_own_pids = false;      ///< another pid namespace than the machine's first
};

/// Tries it out.   Blocks: for as long as a child of this process takes to start and end.
ContainerFacts probe_container();

}  // namespace shunt::tools
