#pragma once
#include "shim/offload/team_cache.hpp"

namespace shunt {

/// Teams on communicators whose calls so far let a rank run ahead of the others (broadcasts, scatters). Such a call
/// must not wait for all members, so the join runs on a thread of its own, and its exchanges are made in the
/// background. After 16, 32, 64 ... further calls the root of a broadcast or scatter, for which its receivers wait
/// anyway, reports by a broadcast of the host whether its own join has ended. If so, all members have contributed to
/// the last exchange, which the root broadcasts as well: so members wait for the root only. From that call on all
/// members use the team. A call in which all members meet ends the join at once.
/// The members of an existing team reach an agreement that its engine wants (Team::meet) in the same way.

/// The number of collectives on a communicator before it: a communicator with only a few calls costs nothing.
inline constexpr std::uint32_t kCallsBeforeStaged = 8;

/// Begins the join if the engine can join in this way, on a communicator whose `id` is agreed; one engine at a time.
/// Alike on all members.
void begin_staged(Session& s, CommRecord& record, const Decision& decision);

/// `team` has been asked for a call. If it wants to meet, its members do so in the next call in which all meet. If
/// there is none for a while, they meet in the background, beginning with a broadcast or scatter of at least one byte
/// (`may_be_staged`). Alike on all members.
void note_wish_to_meet(Session& s, CommRecord& record, CommTeam& team, bool may_be_staged);

/// In a broadcast or scatter of at least one byte that all members are known to make: lets the root report, if its
/// report is due.
void hear_root(Session& s, CommRecord& record, int root);

/// In a call in which all members meet: ends the join.   Blocks: collective over the communicator.
void finish_staged(Session& s, CommRecord& record);

/// The communicator is freed: a team that is being joined, or whose members are meeting, is left after that has ended.
/// Blocks: never.
void abandon_staged(CommRecord& record);

/// The program has ended: work under way fails, and teams remain as they are.   Blocks: until the engine ends its
/// current step.
void cut_staged(CommRecord& record);

}  // namespace shunt
