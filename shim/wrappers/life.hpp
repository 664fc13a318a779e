#pragma once
// MPI_Init to MPI_Finalize, and calls that are allowed at any time.
#include "shim/wrappers/lifecycle.hpp"
#include "shim/wrappers/local.hpp"
#include "shim/wrappers/mpi_sessions.hpp"
#include "shim/wrappers/session_end.hpp"

namespace shunt {

template <class Host>
int on_init(Function function, Host&& host_call, int*, char***) {
    return initialize(function, [&](int*) { return host_call(); });
}

template <class Host>
int on_init_thread(Function function, Host&& host_call, int*, char***, int, int* provided) {
    return initialize(function, [&](int* level) {
        const int code = host_call();
        if (code == MPI_SUCCESS && provided) *level = *provided;
        return code;
    });
}

template <class Host>
int on_finalize(Function function, Host&& host_call) {
    if (thread_state.depth > 0) return host_call();
    begin_finalize(function);
    const int code = host_call();  // counts as the program's: so do the calls of its delete functions
    end_finalize();
    return code;
}

template <class Host>
int on_abort(Function, Host&& host_call, MPI_Comm, int code) {
    note_abort(code);
    const InsideCall inside;
    return host_call();
}

/// Allowed at any time here: both hosts abort the program if it is called before MPI_Init.
template <class Host>
int on_pcontrol(Function function, Host&& host_call, int level) {
    Session* s = active_session();
    if (!s) return MPI_SUCCESS;
    const InsideCall inside;
    note_pcontrol(*s, level);
    return recorded(*s, function, host_call, MPI_COMM_NULL, CallTimer::Need::sampled);
}

#ifdef MPI_SESSION_NULL
/// In a program without MPI_Init the first session starts the record, and the end of the last session ends it.
template <class Host>
int on_session_init(Function function, Host&& host_call, MPI_Info, MPI_Errhandler, MPI_Session* made) {
    Session* s = session.load(std::memory_order_acquire);
    if (thread_state.depth > 0 || !made) return host_call();
    const record::ClockPoint start{ticks(), monotonic_ns()};
    const int code = s ? on_local(function, host_call) : host_call();
    if (code != MPI_SUCCESS) return code;
    note_mpi_session(function, *made, start);
    return code;
}

template <class Host>
int on_session_finalize(Function function, Host&& host_call, MPI_Session*) {
    if (thread_state.depth > 0 || !note_end_of_mpi_session(function)) return on_local(function, host_call);
    const InsideCall inside;
    return host_call();
}
#endif

}  // namespace shunt
