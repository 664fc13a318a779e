#include "shim/observe/session.hpp"

namespace shunt {

std::atomic<Session*> session{nullptr};

void set_session(Session* made) {
    if (made) own_world.store(made, std::memory_order_release);
    session.store(made, std::memory_order_release);
    if (!made) own_world.store(nullptr, std::memory_order_release);
}

}  // namespace shunt
