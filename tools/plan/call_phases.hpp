#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "config/value.hpp"
#include "shim/observe/record/profile_file.hpp"

namespace shunt::tools {

/// Which of a communicator's collectives were in which phase, by their ordinals. Ordinals are equal on all members,
/// whereas each rank calls MPI_Pcontrol for itself. Only sampled calls are known, so a phase may appear to begin up to
/// `uncertainty` calls late.
struct CallPhases {
    std::map<std::int32_t, std::vector<config::Range>> calls;  ///< by label; empty: not known or not equal on all
    std::uint32_t uncertainty = 0;
    std::string problem;  ///< why `calls` is not known; empty: it is
};

/// By the communicator's name in rules. Communicators of one name (the parts of a split) must agree.
std::map<std::string, CallPhases> find_call_phases(const record::ProfileFile& file);

}  // namespace shunt::tools
