#pragma once
// Gentle receives that end in the host's blocking call, where the end of a nonblocking one is reported to another
// communicator.
#include <mpi.h>

#include "shim/host/gentle.hpp"
#include "shim/host/quirks.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/message_check.hpp"

namespace shunt {

/// Whether the host reports the end of a nonblocking receive on `comm` to MPI_COMM_WORLD, and Shunt cannot change
/// that: other threads of the program may need the handlers (with_errors_of()).
inline bool ends_are_misreported(const Session& s, MPI_Comm comm) {
    return s.multithreaded && host_quirks.ends_raise_on_world && comm != MPI_COMM_WORLD;
}

/// Whether the host accepts the receive.
inline bool accepts_receive(Session& s, const MessageBuffer& receive, MPI_Comm comm) {
    const CommRecord* const record = s.comms.find_noted(comm);
    return record && is_accepted(*record, receive, true, s.tag_upper_bound, s.world);
}

/// Waits gently until a message for the receive has arrived, if the host accepts its arguments. (Another thread may
/// then receive it. The receive waits for the next one as the host does.)
inline void await_message(Session& s, const Patience& patience, const MessageBuffer& receive, MPI_Comm comm) {
    if (receive.peer == MPI_PROC_NULL || !accepts_receive(s, receive, comm)) return;
    (void)wait_until(
        patience, [&](int* flag) { return host.MPI_Iprobe(receive.peer, receive.tag, comm, flag, MPI_STATUS_IGNORE); });
}

}  // namespace shunt
