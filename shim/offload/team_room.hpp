#pragma once

namespace shunt {

struct CommRecord;
struct Session;
struct TeamProposal;

/// Whether a team for that communicator would use file descriptors that may still be needed by the program, or by the
/// MPI for a connection to each rank of another node. Without them, a program that works without Shunt fails or hangs.
/// The soft limit is raised first.   Thread: any.
bool lacks_files(const Session& s, const CommRecord& record);

/// Whether all members have room for one more team, as they have agreed. A shortage is reported once in a process.
/// `rank`: of this member in the communicator, which may be freed by now.   Thread: any.
bool have_room_for_team(const Session& s, int rank, const TeamProposal& agreed);

}  // namespace shunt
