#pragma once
// The collectives in profiles that a plan may change, by kind.
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "native/base/operation.hpp"
#include "shim/observe/record/profile_file.hpp"

namespace shunt::tools {

/// Calls that one line of a plan can select: blocking calls of one operation and one class of lengths, on communicators
/// of one name and shape, in one phase.
struct CallKind {
    Operation operation = Operation::barrier;
    std::int64_t bytes = 0;  ///< Learning::class_of() the bytes in the measure of rules; or kBytesDiffer
    bool rounded = false;    ///< another order of combining may change the last bits
    std::string comm;        ///< its name in rules
    int ranks = 0, nodes = 1;
    std::int32_t phase = 0;  ///< label of MPI_Pcontrol
    auto operator<=>(const CallKind&) const = default;
};

/// Calls of one kind with one carrier in one profile.
struct CarriedTimes {
    std::string carrier;      ///< "host" or an engine's name
    std::size_t profile = 0;  ///< its index among the given profiles
    double calls = 0;         ///< maximum over ranks
    double call_ns = 0;       ///< time of a call after all members have arrived (see call_time() in the source)
    double rank_ns = 0;       ///< time in such calls, of the rank with most; includes waiting
    double mean_bytes = 0;    ///< in the record's measure
    double clause_ns = 0;     ///< time that `auto` measured for this carrier, from the rows' clause; 0: none
    std::string other;        ///< the carrier that `auto` compared it with, and that one's time
    double other_ns = 0;
};

using ObservedCalls = std::map<CallKind, std::vector<CarriedTimes>>;

/// One profile, as input of the analysis for plans.
struct PlanProfile {
    std::string name;  ///< name of the file
    const record::ProfileFile* file = nullptr;
    std::string program;  ///< as plans name it
    int ranks = 0;
    std::int64_t start_unix_ns = 0;
    double wall_ns = 0;  ///< longest of any rank
    double mpi_ns = 0;   ///< of the rank with most, without MPI_Init* and MPI_Finalize
};

/// Reads the facts about the run as a whole.   Owner: `file` outlives it.
PlanProfile describe_profile(const std::string& name, const record::ProfileFile& file);

/// Adds the calls of profile number `number` to `into`. Left out: nonblocking and persistent calls, communicators that
/// no rule can name, communicators of one rank, and neighbourhood collectives.   Cost: one pass over its rows.
void observe_calls(const PlanProfile& profile, std::size_t number, ObservedCalls& into);

}  // namespace shunt::tools
