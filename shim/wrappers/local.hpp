#pragma once
// Calls that do not communicate, and those that make and free objects.
#include "shim/host/quirks.hpp"
#include "shim/observe/row.hpp"
#include "shim/offload/group_number.hpp"
#include "shim/offload/kept_objects.hpp"
#include "shim/offload/messages/messages.hpp"

namespace shunt {

/// Records a call by its function and communicator only.
template <class Host>
int recorded(Session& s, Function function, Host&& host_call, MPI_Comm comm, CallTimer::Need need) {
    if (!s.recording()) [[unlikely]]
        return host_call();
    CallTimer timer(s, function, need);
    const int code = host_call();
    timer.stop();
    const CommRecord* record = comm == MPI_COMM_NULL || code != MPI_SUCCESS ? nullptr : s.comms.find(comm);
    const record::Recorder::Locked locked(*s.recorder);
    count(s, key_of(function, record, record::kNoPeer, 0, record::kCall), record, timer);
    return code;
}

template <class Host>
int on_local(Function function, Host&& host_call) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const ProgramsCall inside;
    return recorded(*s, function, host_call, MPI_COMM_NULL, CallTimer::Need::sampled);
}

/// A call that does not communicate. Many programs make such calls in one thread while another communicates, even if
/// MPI allows one thread at a time (MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED), and the hosts tolerate it. So no work
/// under way is advanced here. Once a thread other than that of MPI_Init calls, rows are locked.
template <class Host>
int on_query(Function function, Host&& host_call) {
    Session* s = thread_state.depth == 0 ? session.load(std::memory_order_acquire) : nullptr;
    if (!s) [[unlikely]]
        return host_call();
    if (!thread_state.began_mpi && s->recorder && !s->recorder->is_multithreaded()) [[unlikely]]
        s->recorder->set_multithreaded(true);
    const ProgramsCall inside;
    return recorded(*s, function, host_call, MPI_COMM_NULL, CallTimer::Need::sampled);
}

#ifdef MPI_BUFFER_AUTOMATIC
inline bool is_automatic(const void* buffer) { return buffer == MPI_BUFFER_AUTOMATIC; }
#else
inline bool is_automatic(const void*) { return false; }
#endif

/// The buffer serves the host's buffered sends and ours.
template <class Host>
int on_buffer_attach(Function function, Host&& host_call, const void* buffer, MPI_Count bytes) {
    Session* s = active_session();
    const int code = on_local(function, host_call);
    if (!s || !s->messages || code != MPI_SUCCESS) return code;
    if (is_automatic(buffer)) s->messages->attach_automatic();
    else s->messages->attach(bytes);
    return code;
}

/// Of a communicator or session.
template <class Host>
int on_buffer_attach_one(Function function, Host&& host_call) {
    Session* s = active_session();
    const int code = on_local(function, host_call);
    if (s && s->messages && code == MPI_SUCCESS) s->messages->attach_another();
    return code;
}

/// Returns when all messages sent from any buffer have left, which may be later than MPI wants for one communicator.
template <class Host>
int on_buffer_flush(Function function, Host&& host_call) {
    Session* s = active_session();
    if (s && s->messages) s->messages->detach();
    return on_local(function, host_call);
}

template <class Host>
int on_buffer_detach(Function function, Host&& host_call) {
    Session* s = active_session();
    if (s && s->messages) s->messages->detach();
    const int code = on_local(function, host_call);
    if (s && s->messages && code == MPI_SUCCESS) s->messages->detached();
    return code;
}

/// A message of which only function and time are recorded.
template <class Host>
int on_local_message(Function function, Host&& host_call) {
    const int code = on_local(function, host_call);
    if (Session* s = active_session()) s->host_work.moved();
    return code;
}

/// A call that makes a request of the host, of which only function and time are recorded.
template <class Host>
int on_local_request(Function function, Host&& host_call, const MPI_Request* request) {
    const int code = on_local(function, host_call);
    Session* s = active_session();
    return s ? begun(*s, code, request) : code;
}

/// Makes a communicator of streams or threads, which only the host carries.
template <class Host>
int on_comm_left(Function function, Host&& host_call, const MPI_Comm* made) {
    const int code = on_local(function, host_call);
    Session* s = active_session();
    if (s && code == MPI_SUCCESS && made) s->comms.leave_to_host(*made);
    return code;
}

template <class Host>
int on_comm_new(Function function, Host&& host_call, MPI_Comm parent, MPI_Comm* made, const MPI_Request* request) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const ProgramsCall inside;
    const int code = begun(*s, recorded(*s, function, host_call, parent, CallTimer::Need::always), request);
    if (code != MPI_SUCCESS || !made) return code;  // also if the host has refused it on this rank alone
    if (parent != MPI_COMM_NULL && s->comms.is_left_to_host(parent)) {
        s->comms.leave_to_host(*made);
        return code;
    }
    if (request) s->makes_comms_behind.store(true, std::memory_order_relaxed);
    CommRecord* const record = parent != MPI_COMM_NULL ? s->comms.find(parent) : nullptr;
    if (request && record && host_quirks.idup_disturbs_twins) record->twins_are_disturbed = true;
    if (function == Function::MPI_Comm_create_group) {
        // Only members of the new group call it; counting the call would make the parent's count differ between its
        // members.
        note_group(*s, *made);
        return code;
    }
    s->comms.note_new(record, *made, how_made(function));
    return code;
}

template <class Host>
int on_comm_spawn(Function function, Host&& host_call, MPI_Comm*) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const ProgramsCall inside;
    return recorded(*s, function, host_call, MPI_COMM_NULL, CallTimer::Need::always);
}

template <class Host>
int on_comm_free(Function function, Host&& host_call, MPI_Comm* comm) {
    Session* s = session.load(std::memory_order_acquire);  // also inside other calls: the host may reuse the handle
    if (!s || !comm) return host_call();
    const bool by_program = active_session() != nullptr;
    const InsideCall inside;
    // Messages may have arrived for a communicator that this process has never used.
    if (s->messages) s->comms.find_facts(*comm);
    const bool is_predefined = *comm == MPI_COMM_WORLD || *comm == MPI_COMM_SELF;  // the host refuses to free these
    if (by_program && s->messages && function == Function::MPI_Comm_disconnect && !is_predefined) {
        const CommRecord* const leaving = s->comms.peek(*comm);
        if (leaving && leaving->carries_messages) s->messages->end_all_of(*leaving);
    }
    CommRecord* record = s->comms.unlink(*comm);
    int code;
    {
        const Freeing freeing(*comm, record);
        code = by_program ? recorded(*s, function, host_call, MPI_COMM_NULL, CallTimer::Need::always) : host_call();
    }
    if (!record) return code;
    if (code != MPI_SUCCESS || *comm != MPI_COMM_NULL) {  // the error handler may have returned success
        s->comms.relink(record);
        return code;
    }
    // A persistent receive may still be started, and match a message that has arrived.
    record->closes_messages = record->carries_messages && record->persistent_messages > 0;
    if (record->carries_messages && !record->closes_messages) s->messages->close(*record);
    s->comms.bury(record);
    s->comms.delete_buried(s->requests);
    return code;
}

template <class Host>
int on_comm_set_name(Function function, Host&& host_call, MPI_Comm comm, const char* name) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const ProgramsCall inside;
    const int code = recorded(*s, function, host_call, MPI_COMM_NULL, CallTimer::Need::sampled);
    if (code == MPI_SUCCESS) s->comms.rename(comm, name);
    return code;
}

template <class Host>
int on_type_free(Function function, Host&& host_call, MPI_Datatype* type) {
    return free_type([&] {
        return on_query(function, [&] { return KeptObjects::defer_type(type) ? int{MPI_SUCCESS} : host_call(); });
    });
}

template <class Host>
int on_op_free(Function function, Host&& host_call, MPI_Op* op) {
    return on_query(function, [&] { return KeptObjects::defer_op(op) ? int{MPI_SUCCESS} : host_call(); });
}

/// Windows and files are recorded under the communicator they were made with.
template <class Host>
int on_win_new(Function function, Host&& host_call, MPI_Comm comm, MPI_Win* made) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const ProgramsCall inside;
    const int code = recorded(*s, function, host_call, comm, CallTimer::Need::always);
    if (code == MPI_SUCCESS && made) s->windows.put(handle_value(*made), s->comms.find(comm));
    if (code == MPI_SUCCESS) s->host_work.open();
    return code;
}

template <class Host>
int on_win_free(Function function, Host&& host_call, MPI_Win* win) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const ProgramsCall inside;
    if (win) s->windows.remove(handle_value(*win));
    const int code = recorded(*s, function, host_call, MPI_COMM_NULL, CallTimer::Need::always);
    if (code == MPI_SUCCESS) s->host_work.close();
    return code;
}

template <class Host>
int on_file_open(Function function, Host&& host_call, MPI_Comm comm, MPI_File* made) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const ProgramsCall inside;
    const int code = recorded(*s, function, host_call, comm, CallTimer::Need::always);
    if (code == MPI_SUCCESS && made) s->files.put(handle_value(*made), s->comms.find(comm));
    if (code == MPI_SUCCESS) s->host_work.open();
    return code;
}

template <class Host>
int on_file_close(Function function, Host&& host_call, MPI_File* file) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host_call();
    const ProgramsCall inside;
    if (file) s->files.remove(handle_value(*file));
    const int code = recorded(*s, function, host_call, MPI_COMM_NULL, CallTimer::Need::always);
    if (code == MPI_SUCCESS) s->host_work.close();
    return code;
}

}  // namespace shunt
