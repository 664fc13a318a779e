#include "shim/wrappers/mpi_sessions.hpp"

#include <mutex>

#include "shim/table/generated/host_mpi.hpp"
#include "shim/wrappers/lifecycle.hpp"

#ifdef MPI_SESSION_NULL
namespace shunt {
namespace {

/// Held while a record begins or ends: threads may make and end MPI sessions at once.
std::mutex sessions_mutex;

}  // namespace

void note_mpi_session(Function function, MPI_Session made, record::ClockPoint start) noexcept {
    const std::lock_guard<std::mutex> guard(sessions_mutex);
    const bool is_first = !session.load(std::memory_order_acquire);
    MPI_Group world = MPI_GROUP_NULL;
    if (is_first && host.MPI_Group_from_session_pset(made, "mpi://WORLD", &world) == MPI_SUCCESS)
        start_session_without_world(function, world, start);
    Session* const s = session.load(std::memory_order_acquire);
    if (s && (is_first || s->open_mpi_sessions > 0)) s->open_mpi_sessions += 1;
}

bool note_end_of_mpi_session(Function function) noexcept {
    const std::lock_guard<std::mutex> guard(sessions_mutex);
    Session* const s = session.load(std::memory_order_acquire);
    if (!s || s->open_mpi_sessions == 0 || --s->open_mpi_sessions > 0) return false;
    finish_session(function);
    return true;
}

}  // namespace shunt
#endif
