#pragma once
// Whether messages may be carried: the memory that the ranks of a node share for them, and the decision for each
// communicator.

namespace shunt {

struct CommRecord;
struct Session;

/// In MPI_Init, if the rules name remote write: makes this rank's inbox, exchanges tickets with all ranks, and attaches
/// the inboxes of its node. Sets Offload::message_service, which is equal on all ranks: all can carry messages, or none
/// does. If none does, one rank has logged why.
/// Blocks: collective over the world if Session::carrying is set and a rule names remote write, both equal on all
/// ranks; else it does nothing.   Fails: std::bad_alloc.
void open_message_fabric(Session& s);

/// Decides about the messages of a communicator whose record has just been filled in.   Blocks: never.
void decide_on_messages(CommRecord& record);

/// Drops the messages of a freed communicator that no receive has matched.   Blocks: never.
void close_messages(CommRecord& record);

/// In MPI_Finalize, before the record is closed: writes the messenger's counters to the record, as `remote_write.*`
/// (see tools/analysis/messages.hpp), and ends the remaining messages.   Blocks: never.
void end_messages(Session& s);
/// After end_messages(), when all ranks are in MPI_Finalize, so that none needs this one, and no thread drives messages
/// any more. Shared memory stays: other ranks may still write to it.   Blocks: for RDMA under way, 2 s at most.
void leave_messages(Session& s);

}  // namespace shunt
