#pragma once
#include <cstdint>

#include "native/select/decide.hpp"

namespace shunt {

/// Why the host carries a call that an engine is to carry, for want of a team or of calls that would make one worth it.
struct TeamWait {
    Reason reason = Reason::none;  ///< none: the engine may have it
    std::uint32_t until = 0;       ///< the ordinal of the last call of which that is known
};

/// `engine`: its index; `calls_first`: Prospect::calls_first.
///
/// When a team comes depends on how fast messages in the background are. A reduction whose bits the order of combining
/// may change goes to the engine from a call on that depends on the program's calls alone: from the same ordinal, team
/// or no team, and where the call cannot make one only once a reduction has asked for it (CallFacts::settled_teams).
/// Equal on all members.
TeamWait team_wait(const CallFacts& facts, int engine, std::uint32_t calls_first);

}  // namespace shunt
