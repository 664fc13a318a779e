#include "shim/offload/agreed_waiting.hpp"

#include <limits>

#include "native/base/clock.hpp"
#include "shim/session.hpp"

namespace shunt {

namespace {

void note_change(Session& s) {
    if (!s.recorder) return;
    const record::Recorder::Locked locked(*s.recorder);
    s.recorder->add_counter(record::kGentleByLoadAgreements, 1);
}

}  // namespace

int agree_on_waiting(Session& s, CommRecord& record) {
    AgreedWaiting& agreed = record.waiting;
    if (!record.all_ours || record.size == 1) {
        agreed.next = std::numeric_limits<std::uint64_t>::max();
        return MPI_SUCCESS;
    }
    enum { kBusy, kElapsed, kWords };
    const std::int64_t now = monotonic_ns();
    const long long mine[kWords] = {s.load.busy(), agreed.asked_ns ? now - agreed.asked_ns : 0};
    long long most[kWords] = {};
    const auto gently = [&](MPI_Request* request) {
        return host.MPI_Iallreduce(mine, most, kWords, MPI_LONG_LONG, MPI_MAX, record.handle, request);
    };
    const int code = agreed.gentle ? run_gently(s.patience_under_load, gently)
                                   : host.MPI_Allreduce(mine, most, kWords, MPI_LONG_LONG, MPI_MAX, record.handle);
    if (code != MPI_SUCCESS) return code;
    if (!agreed.gentle && most[kBusy]) note_change(s);
    agreed.gentle = most[kBusy] != 0;
    agreed.interval = s.load.pretends() ? 1 : next_interval(agreed.interval, most[kElapsed]);
    agreed.next = agreed.meetings + agreed.interval;
    agreed.asked_ns = monotonic_ns();
    return MPI_SUCCESS;
}

}  // namespace shunt
