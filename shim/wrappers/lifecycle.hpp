#pragma once
// From MPI_Init to MPI_Finalize: makes the Session, agrees with the other ranks, and closes the record.
#include "shim/observe/session.hpp"

namespace shunt {

/// Before the host's MPI_Init: tells the other ranks, through the launcher, that this one runs under Shunt.
void announce_ourselves() noexcept;
/// To be called when the host's MPI_Init failed.
void take_back_announcement() noexcept;
/// Enables the search for the host's algorithms although no rule names one. Before MPI_Init.
void want_host_algorithms() noexcept;
/// Before and after the host's MPI_Init: makes its algorithms choosable afterwards, if a rule or a caller may want
/// that.
void let_host_algorithms_be_chosen() noexcept;
void host_has_started() noexcept;
/// The host's MPI_Init returned: finds out which ranks run under Shunt, agrees with them, and starts the record.
/// `level`: MPI_THREAD_* granted, or -1 to ask the host.   Blocks: collective over the world if all ranks run under
/// Shunt.
void start_session(Function function, int level, record::ClockPoint start) noexcept;
/// The same for the first MPI_Session_init of a program that has no MPI_COMM_WORLD. It is recorded, but nothing is
/// carried. The ranks' records stay separate for `shunt recover`, as it is not certain that all ranks meet again.
/// `world`: group of the process set mpi://WORLD, owned from now on.
void start_session_without_world(Function function, MPI_Group world, record::ClockPoint start) noexcept;
/// Ends the record, merges it with the other ranks' and writes the profile. The host's MPI_Finalize follows.
/// Blocks: until every rank has called it, a rank of this node is found dead, or `record.finalize-timeout` has elapsed
/// twice.
void finish_session(Function function) noexcept;
/// Between finish_session and the host's MPI_Finalize, on every rank, whatever the result of finish_session: the
/// launcher counts the ranks that have called, and would mistake the host's own barrier for this one. See
/// Presence::leave_together.
void leave_together() noexcept;

/// Notes that MPI_Abort is about to end the job.
void note_abort(int code) noexcept;
/// Handles MPI_Pcontrol(level).
void note_pcontrol(Session& s, int level) noexcept;

/// Runs the host's MPI_Init or MPI_Init_thread, `call(int* granted_level)`, between announcement and start.
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
