#include "shim/host/launcher_kvs.hpp"

namespace shunt {

/// Hydra's PMI-2 server delays the answer about a missing key until all processes have fenced equally often
/// (pmiserv_pmi_v2.c, fn_kvs_get). A rank without Shunt proceeds to its next fence, which waits for the rank that
/// asked: neither would ever be answered. So nothing is asked there.
const char* PmiKvs::unsynchronised() noexcept {
    relay_.stop();
    client_ = PmiClient(fd_, relay_.version());
    if (relay_.not_put() == nullptr && hydra_ && relay_.version() == PmiVersion::two)
        return "hydra's PMI-2 does not answer for a rank without Shunt (PMI-1 and Slurm's PMI-2 do)";
    return relay_.not_put();
}

}  // namespace shunt
