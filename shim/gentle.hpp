#pragma once
#include <mpi.h>
#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <cstdint>
#include <ctime>

#include "native/base/clock.hpp"
#include "shim/generated/host_mpi.hpp"

namespace shunt {

/// How long a gentle wait tests, yields and sleeps.
struct Patience {
    std::int64_t spin_count = 8;
    std::int64_t yield_count = 128;
    std::int64_t sleep_max_ns = 1'000'000;
    std::int64_t sleep_min_ns = 20'000;   ///< the more ranks share a core, the longer, as they all want to run meanwhile
    /// A sleep is this part of what was waited so far. What sleeps overshoot makes others wait longer; a share that doubled waits made all
    /// of them sleep the longest always.
    std::int64_t waited_per_sleep = 64;
};

/// One wait: every `pause` is a little more patient than the one before. Tests first, then gives the core away, then sleeps:
/// a small part of the time waited so far, but never longer than the bound.
/// Thread: one.   Blocks: at most Patience::sleep_max_ns at a time.
class GentleWait {
public:
    explicit GentleWait(const Patience& patience) : patience_(patience) {}
    GentleWait(const GentleWait&) = delete;
    GentleWait& operator=(const GentleWait&) = delete;
    ~GentleWait() {
        if (slack_ns_ > 0) prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack_ns_));
    }

    void pause() {
        ++pauses_;
        if (pauses_ <= patience_.spin_count) return;
        if (pauses_ <= patience_.spin_count + patience_.yield_count && vain_yields_ < kVainYields) yield();
        else sleep();
    }

private:
    /// A yield that comes back sooner let nobody run: nobody wants the core, or only processes that it does not give way to. Where each session
    /// is a scheduling group, as Hydra's ranks are, that depends on the kernel. After so many of them it sleeps.
    static constexpr std::int64_t kNobodyRanNs = 1'500;
    static constexpr int kVainYields = 32;

    void yield() {
        const std::int64_t before = monotonic_ns();
        sched_yield();
        if (monotonic_ns() - before < kNobodyRanNs) ++vain_yields_;
    }

    void sleep() {
        const std::int64_t now = monotonic_ns();
        if (first_sleep_ns_ == 0) {
            first_sleep_ns_ = now;
            slack_ns_ = prctl(PR_GET_TIMERSLACK);   // else each sleep is 50 us longer
            prctl(PR_SET_TIMERSLACK, 1UL);
        }
        const std::int64_t share = std::max(patience_.sleep_min_ns, (now - first_sleep_ns_) / patience_.waited_per_sleep);
        const std::int64_t sleep_ns = std::min(share, patience_.sleep_max_ns);
        const timespec time{sleep_ns / 1'000'000'000, sleep_ns % 1'000'000'000};
        nanosleep(&time, nullptr);
    }

    const Patience& patience_;
    std::int64_t pauses_ = 0;
    int vain_yields_ = 0;
    std::int64_t first_sleep_ns_ = 0;
    int slack_ns_ = 0;
};

/// Whether the host's nonblocking twin of a collective can be relied upon. Equal on all ranks: MPI wants MPI_IN_PLACE on all
/// ranks of these operations or on none.
/// Source: Open MPI 4.1.4 hangs in Ialltoallv in place with some counts, and crashes in Ialltoallw.
constexpr bool twin_is_sound([[maybe_unused]] Function function, [[maybe_unused]] bool in_place) {
#if defined(OPEN_MPI)
    if (function == Function::MPI_Alltoallw) return false;
    if (function == Function::MPI_Alltoallv || function == Function::MPI_Alltoall) return !in_place;
#endif
    return true;
}

/// Repeats `test(int* flag)`, an MPI test of some kind, until it says true or fails.   Fails: the code `test` returned.
template <class Test>
int wait_until(const Patience& patience, Test&& test) {
    for (GentleWait wait(patience);; wait.pause()) {
        int flag = 0;
        const int code = test(&flag);
        if (code != MPI_SUCCESS || flag) return code;
    }
}

/// Starts the nonblocking twin of a call with `start(MPI_Request*)` and waits for it.   Fails: as the host's call does.
template <class Start>
int run_gently(const Patience& patience, Start&& start, MPI_Status* status = MPI_STATUS_IGNORE) {
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = start(&request);
    if (code != MPI_SUCCESS) return code;
    return wait_until(patience, [&](int* flag) { return host.MPI_Test(&request, flag, status); });
}

}  // namespace shunt
