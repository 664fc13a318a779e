#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "config/plan_channels.hpp"
#include "config/rule_parser.hpp"

namespace shunt::config {

/// The options that a plan may set: none of them changes the set of participating ranks, and only the last one changes
/// a result. A plan that sets `wait` also sets `wait.reductions = host`, unless it says otherwise: how ranks wait must
/// not change the last bits of sums. `shunt analyze` writes the last one only with --reductions.
inline constexpr std::string_view kPlanOptions[] = {"p2p.channels", "progress-thread", "wait", "wait.reductions"};

/// A line `set KEY = VALUE` of a plan.
struct PlanSetting {
    std::string key, value;
    int line = 0;  ///< of the text, counted from 1
};

/// The proposals of `shunt analyze` for the next run of a program, as text that people read and edit:
///
///   plan 1
///   program hpcc
///   ranks 4
///   nodes 1
///   mpi Open MPI v4.1.4
///   [any phase]
///   set progress-thread = on
///   channels phase 2 from 0 to 5 7
///   bcast 256K..320K ranks 4 nodes 1 comm world -> pipeline | expect 120us instead 310us; saves 0.41 s per rank
///
/// A change is a rule (rule_parser.hpp), then `|` and the plan's figures, up to a `;`: how long such a call is expected
/// to take and how long it takes now; `calls 1..200,401..600`, the ordinals among the communicator's collectives to
/// which it applies; `rounded`: it also applies to reductions whose last bits may change with the order of combining.
/// Text after `;`, after a '#' that follows a blank, or in brackets is a comment.
struct Plan {
    std::string path;             ///< file from which it was read; empty: there is no plan
    std::string program;          ///< for which it was made, by its name in the record
    int ranks = 0;                ///< for which it was made
    int nodes = 0;                ///< on which they ran; 0: any
    std::string mpi;              ///< mpi_name() of the library that its times are of; empty: any
    std::vector<RuleLine> lines;  ///< in their order, each with its PlanNote
    std::vector<PlanSetting> settings;
    std::vector<PlanChannels> channels;
    std::vector<std::string> errors;  ///< one for each wrong line; if there is any, the plan must not be used
};

/// Parses a plan; its rules remain text. `source`: its name in messages and in RuleLine::where.
/// Fails: std::bad_alloc.
Plan parse_plan(std::string_view text, const std::string& source);

/// Why the plan is not for that run, a sentence that names the remedy; empty: it is. `ranks` 0: unknown yet.
std::string misfit(const Plan& plan, std::string_view program, int ranks);

/// Why the plan's times are not those of a run with that MPI (mpi_name()) on that many nodes, a sentence that says what
/// follows, and names the remedy; empty: they are. `mpi` empty, `nodes` 0: unknown yet.
std::string doubt(const Plan& plan, std::string_view mpi, int nodes);

/// Removes from the plan's rules their times, so that their calls are measured, and those for algorithms of the MPI,
/// which another MPI names otherwise.
void distrust_plan(RuleSet& rules);

/// "Open MPI v4.1.4" or "MPICH 4.0.2", from the first line of MPI_Get_library_version.
std::string mpi_name(std::string_view library);

/// The text between `|` and `;`, in canonical form.
std::string to_text(const PlanNote& note);

/// "120us", or "1850ns" if it is not whole; exact, because it becomes part of the digest.
std::string show_plan_time(std::int64_t ns);

}  // namespace shunt::config
