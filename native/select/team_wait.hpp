#pragma once
#include <cstdint>

#include "native/select/decide.hpp"

namespace shunt {

/// Why the host carries a call that an engine should carry: there is no team, or too few calls to make one worthwhile.
struct TeamWait {
    Reason reason = Reason::none;  ///< none: the engine may carry the call
    std::uint32_t until = 0;       ///< the ordinal of the last call for which that is known
};

/// How many collectives the communicator of a call must have had before a team for it is worth making.
///
/// Making a team and giving it back takes some milliseconds. That is negligible in a run, but large in the life of each
/// communicator of a program that makes communicators all the time (contexts of the BLACS, solvers' levels). So
/// communicators made late must first prove to be used: longer calls make a team worthwhile earlier.
std::uint32_t calls_before_team(const CallFacts& facts, const Prospect& prospect);

/// `engine`: the index of the engine whose prospect `prospect` is. A prospect that is not weighed means that a rule or
/// plan demands the engine.
///
/// The moment at which a team is ready depends on the speed of messages in the background. A reduction whose bits the
/// order of combining may change must not depend on that: its engine starts at an ordinal that the program's calls
/// alone determine, whether or not the team is ready. A call that cannot make a team starts only after a reduction has
/// asked for the team (CallFacts::settled_teams). Equal on all members.
TeamWait team_wait(const CallFacts& facts, int engine, const Prospect& prospect);

}  // namespace shunt
