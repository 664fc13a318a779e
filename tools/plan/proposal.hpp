#pragma once
// What to change for the next run of a program.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/rules.hpp"
#include "tools/plan/channel_proposal.hpp"
#include "tools/plan/forecast.hpp"

namespace shunt::tools {

/// One change.
struct ProposedChange {
    std::string phase;      ///< "phase 2"; empty: of the whole run
    std::string rule;       ///< as a plan says it, or "set KEY = VALUE"
    config::PlanNote note;  ///< its `line` is set when the text is written
    double calls = 0;       ///< of a rank
    double gain_ns = 0;     ///< of a rank; of what is modelled on a network that nobody measured: at most
    std::optional<double> least_gain_ns{};  ///< where it may be less: with the slowest network that it may be
    double of_ns = 0;                       ///< that such calls take without it, of a rank
    Sureness sureness = Sureness::guessed;
    std::string why;   ///< one clause
    std::string cost;  ///< one clause
};

/// All changes, and what they are for.
struct Proposal {
    std::string program;
    int ranks = 0;
    std::string made_from;                 ///< the profiles, in words
    std::vector<ProposedChange> changes;   ///< by phase, then the greatest gain first
    std::vector<ProposedChange> left_out;  ///< of sums whose last bits would change
    std::optional<ChannelProposal> channels;
    std::vector<std::string> for_auto;  ///< rules, for lengths that the profiles have none of (other_lengths.hpp)
    std::vector<std::string> notes;     ///< how sure, what was narrowed
    double wall_ns = 0, mpi_ns = 0;     ///< of the newest profile, the rank with most
    double gain_ns() const;
    double least_gain_ns() const;
    /// Of the gains, the part that was measured.
    double measured_ns() const;
    /// No other carrier is better for anything in the profiles; `for_auto` may say more.
    bool is_empty() const { return changes.empty() && !channels; }
};

struct ProposalWishes {
    int ranks = 0;                 ///< of the next run; 0: as the profiles
    int channels = 0;              ///< of a rank (p2p.channels) in the next run; 0: as in the newest profile
    bool with_reductions = false;  ///< change the last bits of sums too
    double least_share = 0.001;    ///< of the MPI time, that a change must gain
    std::string knowledge;         ///< text of a knowledge file
    std::string knowledge_name;
    std::optional<program::Network> machine;
    std::string machine_name;
};

/// "1.2 s", or "0 s to 1.2 s" where that depends on a network that nobody measured.
std::string show_gain(const ProposedChange& change);
std::string show_gain(const Proposal& proposal);

/// Proposes changes.   `profiles`: at least one; the newest tells what the next run is like, the others what calls took
/// by other carriers, and with other settings.   Fails: throws std::runtime_error where the profiles do not fit
/// together, with a sentence.
Proposal propose(std::vector<PlanProfile> profiles, const ProposalWishes& wishes);

/// The plan: the text that config::parse_plan() reads, with reasons, costs and gains for people. Sets the lines of the
/// changes' notes.
std::string plan_text(Proposal& proposal, const std::string& file_name);

/// The plan from one profile, called `name`, without any wish; empty where there is nothing to win.   Fails:
/// std::bad_alloc; where a profile makes no plan there is none.
std::string plan_for_report(const record::ProfileFile& file, const std::string& name);

}  // namespace shunt::tools
