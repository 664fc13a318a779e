#pragma once
#include <cstdint>

#include "shim/offload/carry.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

/// The times that `auto` has measured reach all members in the background, as those of a team that is made while nobody
/// waits (staged_team.hpp): each member has given its own when the last call of a round has ended on it, or when the
/// call has whose ordinal all of them have agreed on (Learning). They are taken up in the next call in which all
/// members meet anyway, or when the root of a broadcast or scatter says that it has all. From that call on all members
/// take the same choice.

/// A call is over that `trial` is to be told of: `who` (a candidate's number) carried it in `ns`.
/// Fails: std::bad_alloc.
void note_timed(Session& s, CommRecord& record, Trial& trial, int who, std::int64_t ns);

/// The host has carried a call otherwise than by the algorithm that the trial of `carried` named.   Fails:
/// std::bad_alloc.
void note_not_carried(Session& s, CommRecord& record, const Carried& carried);

/// A call in which members need not meet, and whose length may differ by the program's mistake: with the first one
/// exchanges begin, where `auto` may measure any.   Fails: std::bad_alloc.
void plan_exchanges(const Session& s, CommRecord& record);

/// The call with the number CommRecord::next_exchange has ended: sends what this member has for all, unless other times
/// are on their way.   Fails: std::bad_alloc.
void begin_exchange(Session& s, CommRecord& record);

/// In a call in which all members meet: takes the times up.   Blocks: collective over the communicator.
void finish_figures(Session& s, CommRecord& record);

/// In a broadcast or scatter of at least one byte that all members are known to make: lets the root say its word, if it
/// is due.
void hear_figures(Session& s, CommRecord& record, int root);

/// CommRecord::next_word of what is on its way; 0: nothing is.
std::uint32_t next_word_of_figures(const CommRecord& record);

}  // namespace shunt
