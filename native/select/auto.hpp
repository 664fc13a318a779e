#pragma once
#include <cstdint>
#include <vector>

#include "native/select/decide.hpp"

namespace shunt {

/// Decides for a rule that says `auto`, whose number among all rules is `rule`, counted from 1.
///
/// Operations by lengths that all members know are measured where an engine is expected to be faster than the host:
/// CallFacts::learning says who carries each call. The v and w forms go by the engines' prospects, as they would under
/// a rule that named the engine, as each call may be another. Reductions whose bits depend on the order of combining
/// (is_rounded()) must not depend on this run's clock: unless Policy::reductions says otherwise they go by what the
/// knowledge file says of them, else by the engines' prospects, and it does not count when a team was made in the
/// background (team_wait()).
/// Equal on all members.   Fails: std::bad_alloc.
Decision decide_automatically(const Policy& policy, const CallFacts& facts, std::uint16_t rule);

/// Decides for a line of a plan that names an engine and says what it expects: the engine carries such calls from the
/// first one on, and those that `auto` may measure are compared with what the line says, as it compares them with what
/// an earlier run has found (Trial::remember()). Where that does not hold the engine and the host are measured, and the
/// faster one carries. Of its parameters the rule's hold.   Equal on all members.   Fails: std::bad_alloc.
Decision decide_as_planned(const Policy& policy, const CallFacts& facts, const config::Rule& rule,
                           std::uint16_t number);

/// The engines, by their indices, that are expected to carry some calls of such a communicator faster than the host:
/// those whose teams are worth making before its first call. `facts`: of the communicator; those of a call do not
/// matter. Equal on all members.   Fails: std::bad_alloc.
std::vector<int> promising_engines(const OptionValues& options, Facts facts);

}  // namespace shunt
