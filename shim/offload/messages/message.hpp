#pragma once
// One direction of a point-to-point call, as the messenger and the program see it.
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "native/engines/remote_write/message.hpp"
#include "shim/objects/message_arguments.hpp"
#include "shim/observe/record/recorder.hpp"
#include "shim/offload/packed.hpp"

namespace shunt {

/// How a send ends: when its data may be overwritten; when the receive has matched (MPI_Ssend); at once, as its data
/// lie in memory that the program has attached (MPI_Bsend).   Source: MPI 4.0, 3.4. A ready send is a standard one.
enum class SendMode : std::uint8_t { standard, synchronous, buffered };

/// A send.   Owner: it stays where it is while active.
struct Outgoing {
    remote_write::Send send;
    PackedBuffer data;  ///< the program's own, or a copy

    // Of those that the program does not wait for any more, or never does:
    Outgoing* follower = nullptr;
    std::uint64_t attached_bytes = 0;  ///< that it holds of the buffer that the program has attached
    bool is_held = false;              ///< the program may still cancel it, or its row is not known yet
    record::Cell* row = nullptr;       ///< of the record, which counts how it went; null: none
};

/// A receive. `room` is the program's buffer, or memory from which the elements are copied there at the end.
struct Incoming {
    remote_write::Receive receive;
    PackedBuffer room;
    MessageBuffer buffer;
};

/// How the messages of a blocking call went, for the record. `buffered`: one that has ended for the program alone
/// (MPI_Bsend), whose row Messages::tell_row() must be told.
struct CarriedParts {
    record::CarriedMessage sent, received;
    Outgoing* buffered = nullptr;
};

/// How a message went that has ended; of one that failed or was cancelled nothing.
record::CarriedMessage course_of(const remote_write::Send& send);
record::CarriedMessage course_of(const remote_write::Receive& receive);

/// Readies the receive of what `buffer` names, whose peer and tag may be wild. `process`: of the peer, -1 of any.
void prepare(remote_write::Receive& receive, std::span<std::byte> into, remote_write::Context context,
             const MessageBuffer& buffer, int process);
/// The same with room for it.   Fails: std::bad_alloc.
void prepare(Incoming& in, remote_write::Context context, const MessageBuffer& buffer, int process);
/// Whether the receive has failed because the message does not fit, as the host understands that.
bool is_truncated(const Incoming& in);
/// The receive has ended: copies to the program's buffer what lies elsewhere.   Returns its code: MPI_ERR_TRUNCATE,
/// MPI_ERR_OTHER where the sender is lost. `comm`: one whose errors are returned.
int finish(Incoming& in, MPI_Comm comm);
/// The code of one that has ended; of a receive, whose data are where they belong.
int code_of(const remote_write::Send& send);
int code_of(const remote_write::Receive& receive);
/// What MPI_Wait tells of it.
void fill_status(const remote_write::Send& send, MPI_Status* status);
void fill_status(const remote_write::Receive& receive, MPI_Status* status);
/// The same of a message that has been probed for.
void fill_status(const remote_write::Envelope& found, MPI_Status* status);
/// The same of a receive from MPI_PROC_NULL.
void fill_null(MPI_Status* status);
/// Of a send, and of a request that is not active.
void fill_empty(bool is_cancelled, MPI_Status* status);

}  // namespace shunt
