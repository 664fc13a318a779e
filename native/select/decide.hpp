#pragma once
#include <cstdint>
#include <vector>

#include "config/options.hpp"
#include "config/rules.hpp"
#include "native/select/decision.hpp"

namespace shunt {

class Learning;
struct KnowledgeSection;
struct Ports;

/// Inputs of all decisions; equal on all ranks.   Owner: the caller, who keeps both referenced objects.
struct Policy {
    const config::RuleSet& rules;
    const OptionValues& options;
    config::AutoReductions reductions = config::AutoReductions::fixed;
};

/// Facts about a call and its communicator. Every field is equal on all members.
struct CallFacts {
    Facts call;
    std::uint32_t ordinal = 1;  ///< of the call among all collectives of the communicator, from 1
    bool all_ours = true;       ///< an intracommunicator whose members all run with Shunt in one world
    std::uint32_t teams = 0;    ///< bit i: a team of the engine with that index has been made, or could not be
    /// Communicators that the ancestors of its communicator (its parent, the parent's parent ...) had made before; 0:
    /// not known.
    std::uint32_t made_before = 0;
    config::CommunicatorName communicator;  ///< empty: no rule can name it
    /// As `teams`: only the teams that all members know of since they met in a call. Recorded once a reduction whose
    /// bits the order of combining may change has asked for the team. Unlike `teams` they depend neither on the speed
    /// of messages in the background nor on what `auto` has measured or remembers.
    std::uint32_t settled_teams = 0;
    bool has_own_team = false;     ///< a persistent call, which is made with a team of its own
    Learning* learning = nullptr;  ///< what `auto` has measured; null: it follows the engines' prospects alone
    bool may_try = true;           ///< a blocking call, which `auto` may measure
    /// The host's own algorithms for the operation that `auto` may choose. The same ones, and as many, in each call of
    /// a job. Owner: the caller, for as long as its decisions.
    std::span<const HostCandidate> host_candidates{};
    /// Results of earlier runs here; null: none.   Owner: the caller.
    const KnowledgeSection* knowledge = nullptr;
    /// Capacity of the hosts' ports. Null: it was not measured, or ranks are not placed node after node, equally many
    /// on each.   Owner: the caller.
    const Ports* ports = nullptr;
    /// A remembered choice may carry the first call already: its team, or the communicator the host needs, was made in
    /// MPI_Init.
    bool starts_at_once = false;
};

/// Decides who carries a call. The only such function: the running library calls it, and so do tools that predict.
/// Pure: the same facts give the same decision on every member. Whether a team is possible is found out when it is
/// made.
Decision decide(const Policy& policy, const CallFacts& facts);

/// Whether some rule lets calls be measured: `auto`, or a line of a plan that names a carrier.
bool measures_calls(const config::RuleSet& rules);

/// Whether the rule's engine carries calls even if the host is expected to be faster (`choose=always`).
bool is_always(const config::Rule& rule);

/// Whether the rule is a plan's line with its expected time and that of the host.
bool has_times(const config::Rule& rule);

/// The host's algorithm that the rule names, if it names one.   Owner: `rule`.
HostChoice host_choice_of(const config::Rule& rule);

/// The engine that is expected to carry such calls faster than the host; null: none.   Owner: static storage.
const Engine* engine_that_wins(const Facts& facts, const OptionValues& options);
/// All engines that win and that `auto` may choose, with Prospect::least_bytes of each.   Fails: std::bad_alloc.
struct WinningEngine {
    std::string_view name;  ///< Owner: static storage
    std::uint64_t least_bytes = 0;
};
std::vector<WinningEngine> engines_that_win(const Facts& facts, const OptionValues& options);

}  // namespace shunt
