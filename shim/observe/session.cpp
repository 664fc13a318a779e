#include "shim/observe/session.hpp"

namespace shunt {

std::atomic<Session*> session{nullptr};

namespace {
// The ended session is kept: calls after MPI_Finalize may still read it, and leak detectors do not report reachable
// memory.
std::atomic<Session*> last_ended{nullptr};
}  // namespace

void set_session(Session* made) {
    if (Session* const ended = session.load(std::memory_order_relaxed); !made && ended)
        ended->ended_before = last_ended.exchange(ended, std::memory_order_relaxed);
    if (made) own_world.store(made, std::memory_order_release);
    session.store(made, std::memory_order_release);
    if (!made) own_world.store(nullptr, std::memory_order_release);
}

}  // namespace shunt
