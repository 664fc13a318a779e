#include "native/select/team_wait.hpp"

namespace shunt {

TeamWait team_wait(const CallFacts& facts, int engine, std::uint32_t calls_first) {
    const auto is_in = [&](std::uint32_t teams) { return (teams >> engine & 1) != 0; };
    const bool has_team = is_in(facts.teams), rounded = is_rounded(facts.call);
    if ((rounded || !has_team) && facts.ordinal <= calls_first) return {Reason::few_calls, calls_first};
    if (!rounded || facts.has_own_team) return {};
    const bool makes_team = facts.may_try && synchronises(facts.call.operation, facts.call.block_bytes);
    // One that is there too early has to be waited for: the next call in which all members meet settles it.
    if (!makes_team && has_team && !is_in(facts.settled_teams)) return {Reason::no_team_yet, facts.ordinal};
    return {};
}

}  // namespace shunt
