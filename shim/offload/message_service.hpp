#pragma once
// Whether messages may be carried: the memory that the ranks of a node share for it, and the decision for each
// communicator.

namespace shunt {

struct CommRecord;
struct Session;

/// In MPI_Init, where the rules name remote write: makes this rank's inbox, exchanges tickets with all ranks, and
/// attaches those of its node. Sets Offload::message_service, which is equal on all ranks: all can, or none does. Then
/// one rank has said why.
/// Blocks: collective over the world where Session::carrying and a rule names remote write, which are equal on all
/// ranks; nothing else is done without.   Fails: std::bad_alloc.
void open_message_fabric(Session& s);

/// Decides about the messages of a communicator that has just been filled in.   Blocks: never.
void decide_on_messages(CommRecord& record);

/// In MPI_Finalize, before the record is closed: leaves in it what the messenger has counted, as `remote_write.*` (see
/// tools/analysis/messages.hpp), and ends what is left of messages.   Blocks: never.
void end_messages(Session& s);
/// After it, when all ranks are in MPI_Finalize, so that none misses this one, and no thread drives messages any more.
/// Shared memory stays: others may still write to it.   Blocks: for what is under way by RDMA, 2 s at most.
void leave_messages(Session& s);

}  // namespace shunt
