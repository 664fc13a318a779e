#pragma once

namespace shunt {

struct CommRecord;
struct Session;
struct TeamProposal;

/// Whether a team for that communicator would take files that the program, or the MPI for a connection to each rank of
/// another node, may still have to open: without them a program fails or stands that runs well alone. The soft limit is
/// raised first.   Thread: any.
bool lacks_files(const Session& s, const CommRecord& record);

/// Whether all members have room for one more team, as they have agreed. What is short is told once in a process.
/// Thread: any.
bool have_room_for_team(const Session& s, const CommRecord& record, const TeamProposal& agreed);

}  // namespace shunt
