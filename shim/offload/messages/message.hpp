#pragma once
// One direction of a point-to-point call, as the messenger and the program describe it.
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "native/engines/remote_write/message.hpp"
#include "shim/host/quirks.hpp"
#include "shim/objects/communicator.hpp"
#include "shim/objects/message_arguments.hpp"
#include "shim/observe/record/recorder.hpp"
#include "shim/offload/packed.hpp"

namespace shunt {

/// When a send ends: when its data may be overwritten; when the receive has matched (MPI_Ssend); at once, as its data
/// is in memory that the program has attached (MPI_Bsend).   Source: MPI 4.0, 3.4. A ready send is a standard one.
enum class SendMode : std::uint8_t { standard, synchronous, buffered };

/// A send.   Owner: it must not move while active.
struct Outgoing {
    remote_write::Send send;
    PackedBuffer data;  ///< the program's own memory, or a copy

    // For sends that the program no longer waits for, or never does:
    Outgoing* follower = nullptr;
    std::uint64_t attached_bytes = 0;  ///< reserved in the buffer that the program has attached
    bool is_held = false;              ///< the program may still cancel it, or its row is not known yet
    record::Cell* row = nullptr;       ///< of the record, which counts how it was sent; null: none
};

/// A receive. `room` is the program's buffer, or memory from which the elements are copied to that buffer at the end.
struct Incoming {
    remote_write::Receive receive;
    PackedBuffer room;
    MessageBuffer buffer;
};

/// How the messages of a blocking call were sent, for the record. `buffered`: one that has ended only for the program
/// (MPI_Bsend); the caller must pass its row to Messages::tell_row().
struct CarriedParts {
    record::CarriedMessage sent, received;
    Outgoing* buffered = nullptr;
};

/// How an ended message was sent; empty if it failed or was cancelled.
record::CarriedMessage course_of(const remote_write::Send& send);
record::CarriedMessage course_of(const remote_write::Receive& receive);

/// The communicator whose error handler is called for the error of a message that a wait or test finds.
inline MPI_Comm hears_of_end(const CommRecord& record) {
    return host_quirks.ends_raise_on_world ? MPI_COMM_WORLD : record.handle;
}

/// Prepares the receive that `buffer` describes, whose peer and tag may be wildcards. `process`: of the peer, -1 for
/// any.
void prepare(remote_write::Receive& receive, std::span<std::byte> into, remote_write::Context context,
             const MessageBuffer& buffer, int process);
/// The same, with memory for it.   Fails: std::bad_alloc.
void prepare(Incoming& in, remote_write::Context context, const MessageBuffer& buffer, int process);
/// Whether the receive has failed because the message does not fit, by the host's definition.
bool is_truncated(const Incoming& in);
/// The receive has ended: copies data received elsewhere to the program's buffer.   Returns: its code:
/// MPI_ERR_TRUNCATE, MPI_ERR_OTHER if the sender is lost. `comm`: one whose errors are returned.
int finish(Incoming& in, MPI_Comm comm);
/// The code of a send that has ended, or of a receive whose data is in the program's buffer.
int code_of(const remote_write::Send& send);
int code_of(const remote_write::Receive& receive);
/// Fills the status as MPI_Wait does.
void fill_status(const remote_write::Send& send, MPI_Status* status);
void fill_status(const remote_write::Receive& receive, MPI_Status* status);
/// The same for a message that has been probed for.
void fill_status(const remote_write::Envelope& found, MPI_Status* status);
/// The same for a receive from MPI_PROC_NULL.
void fill_null(MPI_Status* status);
/// For a send, and for a request that is not active.
void fill_empty(bool is_cancelled, MPI_Status* status);

}  // namespace shunt
