#include "shim/host/launcher_kvs.hpp"

namespace shunt {

const char* PmiKvs::unsynchronised() noexcept {
    relay_.stop();
    client_ = PmiClient(fd_, relay_.version());
    return relay_.not_put();
}

}  // namespace shunt
