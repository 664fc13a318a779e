#pragma once
#include "shim/offload/team_cache.hpp"

namespace shunt {

/// Teams on communicators whose calls so far let a rank run ahead of the others (broadcasts, scatters). Such a call
/// must not wait for all members, so the join runs on a thread of its own, and the members exchange what it needs in
/// the background. After 16, 32, 64 ... further calls the root of a broadcast or scatter, for which its receivers wait
/// anyway, says by a broadcast of the host's whether its own join is over. All members have then given their part of
/// the last exchange, which the root broadcasts as well: nobody waits for anybody but the root. From that call on all
/// members use the team. A call in which all members meet ends the join at once.
/// In the same way the members of a team that is there come to an agreement that its engine wants (Team::meet).

/// So many collectives of a communicator come first: one of a few calls costs nothing.
inline constexpr std::uint32_t kCallsBeforeStaged = 8;

/// Begins the join where the engine can join so, on a communicator whose `id` is agreed; one engine at a time. Alike on
/// all members.
void begin_staged(Session& s, CommRecord& record, const Decision& decision);

/// `team` has been asked for a call. Where it wants to meet its members do so in the next call in which all meet; if
/// there is none for a while, apart, from a broadcast or scatter of at least one byte on (`may_be_staged`). Alike on
/// all members.
void note_wish_to_meet(Session& s, CommRecord& record, CommTeam& team, bool may_be_staged);

/// In a broadcast or scatter of at least one byte that all members are known to make: lets the root say its word, if it
/// is due.
void hear_root(Session& s, CommRecord& record, int root);

/// In a call in which all members meet: ends the join.   Blocks: collective over the communicator.
void finish_staged(Session& s, CommRecord& record);

/// The communicator is freed: a team that is on its way, or whose members meet, is left once that is over. Blocks:
/// never.
void abandon_staged(CommRecord& record);

/// The program has ended: what is under way fails, and teams stay where they are.   Blocks: while the engine ends what
/// it is at.
void cut_staged(CommRecord& record);

}  // namespace shunt
