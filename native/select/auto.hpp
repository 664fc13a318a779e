#pragma once
#include <cstdint>
#include <vector>

#include "native/select/decide.hpp"

namespace shunt {

/// Decides for the rule with number `rule` (counted from 1 among all rules), which names `auto`.
///
/// Operations whose lengths all members know are measured if an engine is expected to be faster than the host:
/// CallFacts::learning names the carrier of each call. Calls of the v and w forms may all differ, so they follow the
/// engines' prospects, as under a rule that names the engine. Reductions whose bits depend on the order of combining
/// (is_rounded()) must not depend on this run's clock. Unless Policy::reductions says otherwise, they follow the
/// knowledge file, or the engines' prospects if it has no entry. The moment at which a background team was made does
/// not count for them (team_wait()).
/// Equal on all members.   Fails: std::bad_alloc.
Decision decide_automatically(const Policy& policy, const CallFacts& facts, std::uint16_t rule);

/// Decides for a line of a plan that names an engine, or one of the host's algorithms. It carries such calls from the
/// first one on. Calls that `auto` may measure are compared with the line's expected times, in the same manner as with
/// times that an earlier run has measured (Trial::remember()). If the expectation does not hold, or the line has no
/// times, the line's carrier and the host's default are measured, and the faster one carries. An engine's parameters
/// are those of the rule.   Equal on all members.   Fails: std::bad_alloc.
Decision decide_as_planned(const Policy& policy, const CallFacts& facts, const config::Rule& rule,
                           std::uint16_t number);

/// The indices of the engines that are expected to carry some calls of such a communicator faster than the host. Their
/// teams are worth making before its first call. `facts`: of the communicator; fields that describe one call are
/// ignored. Equal on all members.   Fails: std::bad_alloc.
std::vector<int> promising_engines(const OptionValues& options, Facts facts);

}  // namespace shunt
