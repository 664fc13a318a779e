#pragma once
// What profiles say of the collectives that a plan may change, kind by kind.
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "native/base/operation.hpp"
#include "shim/observe/record/profile_file.hpp"

namespace shunt::tools {

/// Calls that one line of a plan can mean: blocking calls of an operation, of one class of lengths, on communicators of
/// one name and shape, in one phase.
struct CallKind {
    Operation operation = Operation::barrier;
    std::int64_t bytes = 0;  ///< Learning::class_of() what rules measure; kBytesDiffer
    bool rounded = false;    ///< another order of combining may change the last bits
    std::string comm;        ///< the name that rules use
    int ranks = 0, nodes = 1;
    std::int32_t phase = 0;  ///< label of MPI_Pcontrol
    auto operator<=>(const CallKind&) const = default;
};

/// Calls of one kind by one carrier in one profile.
struct CarriedTimes {
    std::string carrier;      ///< "host" or an engine's name
    std::size_t profile = 0;  ///< its place among those given
    double calls = 0;         ///< most of any rank
    double call_ns = 0;       ///< that a call takes when all have come (call_time() in the source has how)
    double rank_ns = 0;       ///< in such calls, the rank with most; waiting included
    double mean_bytes = 0;    ///< as the record measures them
    double clause_ns = 0;     ///< that `auto` measured for this carrier, by the clause beside the rows; 0: nothing
    std::string other;        ///< what it was compared with, and its time
    double other_ns = 0;
};

using ObservedCalls = std::map<CallKind, std::vector<CarriedTimes>>;

/// One profile as an analysis for plans reads it.
struct PlanProfile {
    std::string name;  ///< of the file
    const record::ProfileFile* file = nullptr;
    std::string program;  ///< as plans name it
    int ranks = 0;
    std::int64_t start_unix_ns = 0;
    double wall_ns = 0;  ///< longest of any rank
    double mpi_ns = 0;   ///< of the rank with most, without what begins and ends MPI
};

/// Reads what is said of the run as a whole.   Owner: `file` outlives it.
PlanProfile describe_profile(const std::string& name, const record::ProfileFile& file);

/// Adds the calls of profile number `number` to `into`. Left out: nonblocking and persistent calls, communicators that
/// no rule can name or of one rank, neighbourhood collectives.   Cost: one pass over its rows.
void observe_calls(const PlanProfile& profile, std::size_t number, ObservedCalls& into);

}  // namespace shunt::tools
