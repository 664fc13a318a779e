#pragma once
// From MPI_Init to MPI_Finalize: making the Session, agreeing with the other ranks, and closing the record.
#include "shim/observe/session.hpp"

namespace shunt {

/// Before the host's MPI_Init: tells the other ranks, through the launcher, that this one runs under Shunt.
void announce_ourselves() noexcept;
/// The host's MPI_Init failed.
void take_back_announcement() noexcept;
/// Has the host's algorithms looked for although no rule names one. Before MPI_Init.
void want_host_algorithms() noexcept;
/// Before and after the host's MPI_Init: lets its algorithms be chosen afterwards, where somebody may want that.
void let_host_algorithms_be_chosen() noexcept;
void host_has_started() noexcept;
/// The host's MPI_Init returned: finds out who else is here, agrees, and starts the record.
/// `level`: MPI_THREAD_* granted, or -1 to ask the host.   Blocks: collective over the world when all ranks run under
/// Shunt.
void start_session(Function function, int level, record::ClockPoint start) noexcept;
/// The same for the first MPI_Session_init of a program that has no MPI_COMM_WORLD: recorded, but nothing is carried,
/// and the ranks' records stay apart for `shunt recover`, since nothing says that all ranks come together again.
/// `world`: group of the process set mpi://WORLD, owned from now on.
void start_session_without_world(Function function, MPI_Group world, record::ClockPoint start) noexcept;
/// Ends the record, merges it with the other ranks' and writes the profile. The host's MPI_Finalize follows.
/// Blocks: until every rank is here, a rank of this node is found dead, or `record.finalize-timeout` is over.
void finish_session(Function function) noexcept;
/// Between finish_session and the host's MPI_Finalize, on every rank whatever came of the former: the launcher counts
/// who has come, and would take the host's own barrier for this one. See Presence::leave_together.
void leave_together() noexcept;

/// MPI_Abort is about to end the job.
void note_abort(int code) noexcept;
/// MPI_Pcontrol(level).
void note_pcontrol(Session& s, int level) noexcept;

/// Runs the host's MPI_Init or MPI_Init_thread, `call(int* granted_level)`, between the two.
template <class Call>
int initialize(Function function, Call&& call) {
    int level = -1;
    if (thread_state.depth > 0 || session.load()) return call(&level);
    const record::ClockPoint start{ticks(), monotonic_ns()};
    announce_ourselves();
    let_host_algorithms_be_chosen();
    int code;
    {
        const InsideCall inside;
        code = call(&level);
    }
    host_has_started();
    if (code == MPI_SUCCESS) start_session(function, level, start);
    else take_back_announcement();
    return code;
}

}  // namespace shunt
