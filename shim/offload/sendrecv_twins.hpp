#pragma once
// MPI_Sendrecv and MPI_Sendrecv_replace from nonblocking calls, waited for gently.
#include <mpi.h>

#include <cstdlib>
#include <limits>

#include "shim/host/status.hpp"
#include "shim/objects/message_arguments.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/message_check.hpp"
#include "shim/offload/probed_receive.hpp"

namespace shunt {

inline bool fits_int(MPI_Count count) { return count <= std::numeric_limits<int>::max(); }

inline int start_receive(const MessageBuffer& to, MPI_Comm comm, MPI_Request* request) {
    if (!fits_int(to.count)) return host.MPI_Irecv_c(to.writable(), to.count, to.type, to.peer, to.tag, comm, request);
    return host.MPI_Irecv(to.writable(), static_cast<int>(to.count), to.type, to.peer, to.tag, comm, request);
}
inline int start_send(const MessageBuffer& from, MPI_Comm comm, MPI_Request* request) {
    if (!fits_int(from.count))
        return host.MPI_Isend_c(from.base, from.count, from.type, from.peer, from.tag, comm, request);
    return host.MPI_Isend(from.base, static_cast<int>(from.count), from.type, from.peer, from.tag, comm, request);
}

/// Whether the host accepts the status and the send half of an exchange. The receive is posted before the send starts,
/// and may receive a message at once; so what the host refuses must be known before.
inline bool accepts_exchange(Session& s, const MessageArguments& arguments) {
    const CommRecord* const record = s.comms.find_noted(arguments.comm);
    if (!record || is_missing(arguments.status)) return false;
    // There the send starts first.
    if (ends_are_misreported(s, arguments.comm) && !accepts_receive(s, arguments.receive, arguments.comm)) return false;
    return is_accepted(*record, arguments.send, false, s.tag_upper_bound, s.world);
}

/// Whether a call that began with a null `request` has failed; the program's error handler may let it return success.
inline bool is_refused(int code, MPI_Request request) { return code != MPI_SUCCESS || request == MPI_REQUEST_NULL; }

/// Posts the receive with `receive(MPI_Request*)`, starts the send with `send(MPI_Request*)`, waits for both. `told`:
/// as in run_gently().   Fails: the receive's code first, as the hosts do. A receive whose send could not be started is
/// cancelled, so that nothing of the failed call is left behind.
template <class Receive, class Send>
int exchange_gently(const Patience& patience, Receive&& receive, Send&& send, MPI_Status* status, MPI_Comm told) {
    MPI_Request incoming = MPI_REQUEST_NULL, outgoing = MPI_REQUEST_NULL;
    const int posted = receive(&incoming);
    if (is_refused(posted, incoming)) return posted;
    const int started = send(&outgoing);
    const bool is_sent = !is_refused(started, outgoing);
    if (!is_sent) host.MPI_Cancel(&incoming);
    const auto wait_for = [&](MPI_Request& request, MPI_Status* into) {
        return wait_until(patience, [&](int* flag) { return host.MPI_Test(&request, flag, into); });
    };
    const int ended = with_errors_of(told, [&] {
        const int received = wait_for(incoming, status);
        const int sent = is_sent ? wait_for(outgoing, MPI_STATUS_IGNORE) : int{MPI_SUCCESS};
        return received != MPI_SUCCESS ? received : sent;
    });
    return is_sent ? ended : started;
}

/// The same where ends_are_misreported(): the host's blocking call receives the message, once it has arrived.
inline int exchange_after_probe(Session& s, const Patience& patience, const MessageArguments& arguments) {
    const MessageBuffer& to = arguments.receive;
    MPI_Request outgoing = MPI_REQUEST_NULL;
    const int started = start_send(arguments.send, arguments.comm, &outgoing);
    if (is_refused(started, outgoing)) return started;
    await_message(s, patience, to, arguments.comm);
    const int received = fits_int(to.count) ? host.MPI_Recv(to.writable(), static_cast<int>(to.count), to.type, to.peer,
                                                            to.tag, arguments.comm, arguments.status)
                                            : host.MPI_Recv_c(to.writable(), to.count, to.type, to.peer, to.tag,
                                                              arguments.comm, arguments.status);
    const int sent = wait_until(patience, [&](int* flag) { return host.MPI_Test(&outgoing, flag, MPI_STATUS_IGNORE); });
    return received != MPI_SUCCESS ? received : sent;
}

/// The status of a receive from MPI_PROC_NULL. (MPICH's nonblocking receives leave another.)
inline int null_status(int code, int source, MPI_Comm comm, MPI_Status* status) {
    if (code != MPI_SUCCESS || source != MPI_PROC_NULL) return code;
    return host.MPI_Recv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, status);
}

/// A message packed into memory of its own; empty if that is not possible (larger than MPI_Pack's int, no memory,
/// invalid). `comm`: one whose errors are returned, so that only the real call reports them to the program's error
/// handler.
class Packed {
public:
    Packed(const void* buffer, MPI_Count count, MPI_Datatype type, MPI_Comm comm) {
        constexpr MPI_Count kMost = 0x3fffffff;
        if (count < 0 || count > kMost || type == MPI_DATATYPE_NULL || comm == MPI_COMM_NULL) return;
        MPI_Count element = 0;
        host.MPI_Type_size_x(type, &element);
        if (element < 0 || element * count > kMost) return;
        int room = 0;
        if (host.MPI_Pack_size(static_cast<int>(count), type, comm, &room) != MPI_SUCCESS) return;
        data_ = std::malloc(static_cast<std::size_t>(room) + 1);
        if (data_ && host.MPI_Pack(buffer, static_cast<int>(count), type, data_, room, &bytes_, comm) == MPI_SUCCESS)
            return;
        std::free(data_);
        data_ = nullptr;
    }
    ~Packed() { std::free(data_); }
    Packed(const Packed&) = delete;
    Packed& operator=(const Packed&) = delete;

    const void* data() const { return data_; }
    int bytes() const { return bytes_; }

private:
    void* data_ = nullptr;
    int bytes_ = 0;
};

}  // namespace shunt
