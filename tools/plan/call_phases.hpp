#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "config/value.hpp"
#include "shim/observe/record/profile_file.hpp"

namespace shunt::tools {

/// Which of a communicator's collectives lay in which phase, by their ordinals: those are equal on all members, where
/// MPI_Pcontrol itself is each rank's own. From the sampled calls, so that a phase may seem to begin up to
/// `uncertainty` calls late.
struct CallPhases {
    std::map<std::int32_t, std::vector<config::Range>> calls;  ///< by label; empty: not known alike on all members
    std::uint32_t uncertainty = 0;
    std::string problem;  ///< why they are not known; empty: they are
};

/// By the communicator's name in rules; those of one name (the parts of a split) must agree.
std::map<std::string, CallPhases> find_call_phases(const record::ProfileFile& file);

}  // namespace shunt::tools
