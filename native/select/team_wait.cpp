#include "native/select/team_wait.hpp"

#include <algorithm>

namespace shunt {
namespace {

/// So many communicators get their teams early.
constexpr std::uint32_t kEarly = 16;
/// Short calls that a later communicator must have had. A call of kBytesPerCall bytes gains about as much as two.
constexpr std::uint32_t kCallsOfLate = 1000;
constexpr std::int64_t kBytesPerCall = 16 << 10, kBytesPerCallAmongNodes = 1 << 10;

}  // namespace

std::uint32_t calls_before_team(const CallFacts& facts, const Prospect& prospect) {
    if (!prospect.is_weighed || facts.made_before < kEarly) return prospect.calls_first;
    const Facts& call = facts.call;
    const bool differ = call.block_bytes == kBytesDiffer;
    const std::int64_t bytes = differ ? static_cast<std::int64_t>(prospect.least_bytes) : call.block_bytes;
    const std::int64_t worth = 1 + bytes / (call.nodes > 1 ? kBytesPerCallAmongNodes : kBytesPerCall);
    return std::max(prospect.calls_first, static_cast<std::uint32_t>(kCallsOfLate / worth));
}

TeamWait team_wait(const CallFacts& facts, int engine, const Prospect& prospect) {
    const std::uint32_t calls_first = calls_before_team(facts, prospect);
    const auto is_in = [&](std::uint32_t teams) { return (teams >> engine & 1) != 0; };
    const bool has_team = is_in(facts.teams), rounded = is_rounded(facts.call);
    if ((rounded || !has_team) && facts.ordinal <= calls_first) return {Reason::few_calls, calls_first};
    if (!rounded || facts.has_own_team) return {};
    const bool makes_team = facts.may_try && synchronises(facts.call.operation, facts.call.block_bytes);
    // A team that is ready too early must wait: the next call in which all members meet settles it.
    if (!makes_team && has_team && !is_in(facts.settled_teams)) return {Reason::no_team_yet, facts.ordinal};
    return {};
}

}  // namespace shunt
