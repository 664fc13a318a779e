#pragma once
#include <cstdint>

#include "native/select/decide.hpp"

namespace shunt {

/// Why the host carries a call that an engine is to carry, for want of a team or of calls that would make one worth it.
struct TeamWait {
    Reason reason = Reason::none;  ///< none: the engine may have it
    std::uint32_t until = 0;       ///< the ordinal of the last call of which that is known
};

/// How many collectives the communicator of a call must have had for a team of it to be worth making.
///
/// Making a team and giving it back takes some milliseconds, which is nothing in a run and much in the life of each
/// communicator of a program that goes on making them (contexts of the BLACS, solvers' levels). So those that come late
/// must show first that they are used: the longer the call, the earlier.
std::uint32_t calls_before_team(const CallFacts& facts, const Prospect& prospect);

/// `engine`: its index, whose `prospect` that is; not weighed: a rule or plan wants it without asking.
///
/// When a team comes depends on how fast messages in the background are. A reduction whose bits the order of combining
/// may change goes to the engine from a call on that depends on the program's calls alone: from the same ordinal, team
/// or no team, and where the call cannot make one only once a reduction has asked for it (CallFacts::settled_teams).
/// Equal on all members.
TeamWait team_wait(const CallFacts& facts, int engine, const Prospect& prospect);

}  // namespace shunt
