#include "shim/host/own_world.hpp"

namespace shunt {

std::atomic<const OwnWorld*> own_world{nullptr};

}  // namespace shunt
