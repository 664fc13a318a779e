#pragma once
// Proposed changes for the next run of a program.
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
    std::string phase;      ///< "phase 2"; empty: for the whole run
    std::string rule;       ///< in the syntax of plans, or "set KEY = VALUE"
    std::string also{};     ///< a further line of the plan, which belongs to it; empty: none
    config::PlanNote note;  ///< its `line` is set when the text is written
    double calls = 0;       ///< of a rank
    double gain_ns = 0;     ///< of a rank; an upper bound if modelled on a network that was not measured
    std::optional<double> least_gain_ns{};  ///< where the gain may be less: the gain with the slowest possible network
    double of_ns = 0;                       ///< time of such calls without the change, of a rank
    Sureness sureness = Sureness::guessed;
    std::string why;   ///< one clause
    std::string cost;  ///< one clause
};

/// All changes, and the program and run they are for.
struct Proposal {
    std::string program;
    int ranks = 0;
    int nodes = 0;                         ///< on which the newest profile's ranks ran; 0: the next run has other ranks
    std::string mpi;                       ///< of the newest profile (config::mpi_name)
    std::string made_from;                 ///< names of the profiles
    std::vector<ProposedChange> changes;   ///< by phase, then the greatest gain first
    std::vector<ProposedChange> left_out;  ///< changes that would change the last bits of sums
    std::optional<ChannelProposal> channels;
    std::vector<std::string> for_auto;  ///< rules for lengths that no profile contains (other_lengths.hpp)
    std::vector<std::string> notes;     ///< remarks on reliability and on profiles left out
    double wall_ns = 0, mpi_ns = 0;     ///< in the newest profile, of the rank with most
    double gain_ns() const;
    double least_gain_ns() const;
    /// The part of the gains that was measured.
    double measured_ns() const;
    /// No other carrier is better for any calls in the profiles. `for_auto` may still contain rules.
    bool is_empty() const { return changes.empty() && !channels; }
};

struct ProposalWishes {
    int ranks = 0;                 ///< of the next run; 0: as in the profiles
    int channels = 0;              ///< of a rank (p2p.channels) in the next run; 0: as in the newest profile
    bool with_reductions = false;  ///< also propose changes that alter the last bits of sums
    double least_share = 0.001;    ///< share of the MPI time that a change must gain at least
    std::string knowledge;         ///< text of a knowledge file
    std::string knowledge_name;
    std::optional<program::Network> machine;
    std::string machine_name;
};

/// "1.2 s", or "0 s to 1.2 s" where the gain depends on a network that was not measured.
std::string show_gain(const ProposedChange& change);
std::string show_gain(const Proposal& proposal);

/// Proposes changes.   `profiles`: at least one; the newest shows what to expect of the next run, the others the times
/// of calls with other carriers and other settings.   Fails: throws std::runtime_error with a sentence if the profiles
/// do not fit together.
Proposal propose(std::vector<PlanProfile> profiles, const ProposalWishes& wishes);

/// The plan: the text that config::parse_plan() reads, with reasons, costs and gains for people. Sets `line` in the
/// note of each change.
std::string plan_text(Proposal& proposal, const std::string& file_name);

/// The plan from one profile, called `name`, with default wishes; empty if no gain is expected, or if no plan can be
/// made from the profile.   Fails: std::bad_alloc.
std::string plan_for_report(const record::ProfileFile& file, const std::string& name);

}  // namespace shunt::tools
