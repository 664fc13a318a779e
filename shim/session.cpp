#include "shim/session.hpp"

namespace shunt {

std::atomic<Session*> session{nullptr};

}  // namespace shunt
