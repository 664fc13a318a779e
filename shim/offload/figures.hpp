#pragma once
#include <cstdint>

#include "shim/offload/carry.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

/// The times that `auto` has measured reach all members in the background, as do those of a team that is joined in the
/// background (staged_team.hpp). Each member sends its own when the last call of a round has ended on it, or when the
/// call with the agreed ordinal has (Learning). They are applied in the next call in which all members meet anyway, or
/// when the root of a broadcast or scatter reports that it has all of them. From that call on all members make the same
/// choice.

/// A call that `trial` measures has ended: `who` (a candidate's number) carried it in `ns`.
/// Fails: std::bad_alloc.
void note_timed(Session& s, CommRecord& record, Trial& trial, int who, std::int64_t ns);

/// The host has carried a call by another algorithm than the one that the trial of `carried` named.   Fails:
/// std::bad_alloc.
void note_not_carried(Session& s, CommRecord& record, const Carried& carried);

/// Called for a call in which members need not meet, and whose length may differ by the program's mistake. The first
/// such call starts the exchanges, if `auto` may measure any.   Fails: std::bad_alloc.
void plan_exchanges(const Session& s, CommRecord& record);

/// The call with the number CommRecord::next_exchange has ended: sends this member's times to all, unless an earlier
/// exchange is still under way.   Fails: std::bad_alloc.
void begin_exchange(Session& s, CommRecord& record);

/// In a call in which all members meet: applies the times.   Blocks: collective over the communicator.
void finish_figures(Session& s, CommRecord& record);

/// In a broadcast or scatter of at least one byte that all members are known to make: lets the root report, if its
/// report is due.
void hear_figures(Session& s, CommRecord& record, int root);

/// CommRecord::next_word of the exchange under way; 0: none is.
std::uint32_t next_word_of_figures(const CommRecord& record);

}  // namespace shunt
