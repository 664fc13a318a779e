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

/// What decisions follow; equal on all ranks.   Owner: the caller, who keeps both.
struct Policy {
    const config::RuleSet& rules;
    const OptionValues& options;
    config::AutoReductions reductions = config::AutoReductions::fixed;
};

/// What is known of a call and its communicator. Every field is equal on all members.
struct CallFacts {
    Facts call;
    std::uint32_t ordinal = 1;  ///< of the call among all collectives of the communicator, from 1
    bool all_ours = true;       ///< an intracommunicator whose members all run with Shunt in one world
    std::uint32_t teams = 0;    ///< bit i: a team of the engine with that index has been made, or could not be
    /// Communicators that the parent of its communicator, the parent's parent ... had made before; 0: not known.
    std::uint32_t made_before = 0;
    config::CommunicatorName communicator;  ///< empty: no rule can name it
    /// As `teams`: those that all have come to know of, in a call in which they met, since a reduction asked for one
    /// whose bits the order of combining may change. Unlike `teams` they depend neither on how fast messages in the
    /// background were, nor on what `auto` has measured or remembers.
    std::uint32_t settled_teams = 0;
    bool has_own_team = false;     ///< a persistent call, which is made with a team of its own
    Learning* learning = nullptr;  ///< what `auto` has measured; null: it goes by the engines' prospects alone
    bool may_try = true;           ///< a blocking call, which `auto` may measure
    /// The host's own algorithms for the operation that `auto` may choose; no other of a job, and no more, in each
    /// call. Owner: the caller, for as long as its decisions.
    std::span<const HostCandidate> host_candidates{};
    /// What earlier runs have found out here; null: nothing.   Owner: the caller.
    const KnowledgeSection* knowledge = nullptr;
    /// What the hosts' ports carry; null: nobody has measured it, or ranks do not lie on the nodes one node after the
    /// other, as many on each.   Owner: the caller.
    const Ports* ports = nullptr;
    /// What is remembered may carry the first call already: its team, or what the host needs, was made in MPI_Init.
    bool starts_at_once = false;
};

/// Decides who carries a call. Nothing else decides: what runs asks here, and so do tools that predict.
/// Pure: the same facts give the same decision on every member. Whether a team can be had is seen when it is made.
Decision decide(const Policy& policy, const CallFacts& facts);

/// Whether some rule lets calls be measured: `auto`, or a line of a plan that says what it expects.
bool measures_calls(const config::RuleSet& rules);

/// Whether the rule has its engine carry calls also where the host is expected to be faster (`choose=always`).
bool is_always(const config::Rule& rule);

/// The host's algorithm that the rule names, if it names one.   Owner: `rule`.
HostChoice host_choice_of(const config::Rule& rule);

/// The engine that is expected to carry such calls faster than the host; null: none.   Owner: static storage.
const Engine* engine_that_wins(const Facts& facts, const OptionValues& options);
/// All of them that `auto` may choose, and Prospect::least_bytes of each.   Fails: std::bad_alloc.
struct WinningEngine {
    std::string_view name;  ///< Owner: static storage
    std::uint64_t least_bytes = 0;
};
std::vector<WinningEngine> engines_that_win(const Facts& facts, const OptionValues& options);

}  // namespace shunt
