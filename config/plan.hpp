#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "config/plan_channels.hpp"
#include "config/rule_parser.hpp"

namespace shunt::config {

/// The options that a plan may set: none of them changes an answer, or who may take part.
inline constexpr std::string_view kPlanOptions[] = {"p2p.channels", "progress-thread", "wait"};

/// A line `set KEY = VALUE` of a plan.
struct PlanSetting {
    std::string key, value;
    int line = 0;  ///< of the text, from 1
};

/// What `shunt analyze` proposes for the next run of a program, as text that people read and edit:
///
///   plan 1
///   program hpcc
///   ranks 4
///   [any phase]
///   set progress-thread = on
///   channels phase 2 from 0 to 5 7
///   bcast 256K..320K ranks 4 nodes 1 comm world -> pipeline | expect 120us instead 310us; wins 0.41 s a rank
///
/// A change is a rule (rule_parser.hpp), and behind `|` what the plan knows of it, up to a `;`: how long such a call is
/// expected to take and how long it takes now; `calls 1..200,401..600`, the ordinals among the communicator's
/// collectives that it is for; `rounded`, that it means reductions too whose last bits another order of combining may
/// change. Whatever stands behind `;`, behind a '#' that follows a blank, or in brackets is for the reader.
struct Plan {
    std::string path;             ///< where it was read; empty: there is none
    std::string program;          ///< that it is for, by the name that the record has
    int ranks = 0;                ///< that it is for
    std::vector<RuleLine> lines;  ///< in their order, each with its PlanNote
    std::vector<PlanSetting> settings;
    std::vector<PlanChannels> channels;
    std::vector<std::string> errors;  ///< one for each wrong line; then the plan must not be used
};

/// Reads a plan; its rules are still text. `source`: its name in messages and in RuleLine::where.
/// Fails: std::bad_alloc.
Plan parse_plan(std::string_view text, const std::string& source);

/// Why the plan is not for that run, a sentence that names the remedy; empty: it is. `ranks` 0: not known yet.
std::string misfit(const Plan& plan, std::string_view program, int ranks);

/// What stands between `|` and `;`, in its one written form.
std::string to_text(const PlanNote& note);

/// "120us", or "1850ns" where it is not whole; exact, as what it stands in is part of the digest.
std::string show_plan_time(std::int64_t ns);

}  // namespace shunt::config
