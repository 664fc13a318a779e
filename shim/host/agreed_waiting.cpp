#include "shim/host/agreed_waiting.hpp"

#include <limits>

#include "native/base/clock.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

int agree_on_waiting(AgreedWaiting& agreed, MPI_Comm comm, LoadWatch& load, const Patience& under_load) {
    if (comm == MPI_COMM_NULL) {
        agreed.next = std::numeric_limits<std::uint64_t>::max();
        return MPI_SUCCESS;
    }
    enum { kBusy, kElapsed, kWords };
    const std::int64_t now = monotonic_ns();
    const long long mine[kWords] = {load.busy(), agreed.asked_ns ? now - agreed.asked_ns : 0};
    long long most[kWords] = {};
    const auto gently = [&](MPI_Request* request) {
        return host.MPI_Iallreduce(mine, most, kWords, MPI_LONG_LONG, MPI_MAX, comm, request);
    };
    const int code = agreed.gentle ? run_gently(under_load, gently)
                                   : host.MPI_Allreduce(mine, most, kWords, MPI_LONG_LONG, MPI_MAX, comm);
    if (code != MPI_SUCCESS) return code;
    if (!agreed.gentle && most[kBusy]) load.note_agreement();
    agreed.gentle = most[kBusy] != 0;
    agreed.interval = load.pretends() ? 1 : next_interval(agreed.interval, most[kElapsed]);
    agreed.next = agreed.calls + agreed.interval;
    agreed.asked_ns = monotonic_ns();
    return MPI_SUCCESS;
}

}  // namespace shunt
