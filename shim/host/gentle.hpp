#pragma once
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <limits>

#include "native/base/clock.hpp"
#include "native/base/kept_core.hpp"
#include "native/base/kept_errno.hpp"
#include "native/base/operation.hpp"
#include "native/base/wakeful_wait.hpp"
#include "shim/host/host_work.hpp"
#include "shim/host/own_errors.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

/// How long a gentle wait tests, yields and sleeps.
struct Patience {
    std::int64_t spin_count = 8;
    std::int64_t yield_count = 128;
    std::int64_t sleep_max_ns = 1'000'000;
    std::int64_t sleep_min_ns = 20'000;  ///< longer the more ranks share a core, as all of them want to run meanwhile
    /// A sleep lasts this fraction of the time waited so far. A sleep that overshoots makes other ranks wait longer.
    /// With a fraction so large that it doubled waits, all ranks always slept the maximum.
    std::int64_t waited_per_sleep = 64;
    /// While it reports open windows or files, the rank yields as long as yielding lets others run, and no sleep is
    /// longer than kWakefulSleepNs. Null: never.
    const HostWork* host_work = nullptr;
    std::int64_t spin_ns = 0;  ///< tests at least this long before the first yield, where the rank has its own core
    /// What earlier waits found, where ranks have cores of their own: threads that keep the core for whole time slices
    /// are not ranks then, and yielding to them does not help. Null: they may be ranks.
    KeptCore* kept_core = nullptr;

    bool is_wakeful() const { return host_work && host_work->is_open(); }
    std::int64_t longest_sleep_ns() const {
        return is_wakeful() ? std::min(sleep_max_ns, kWakefulSleepNs) : sleep_max_ns;
    }
};

/// One wait: every `pause` is a little more patient than the one before. It first only tests, then yields the core,
/// then sleeps: for a small fraction of the time waited so far, up to the bound. A test that took much longer than
/// others of this wait has moved data, and more may follow at once (a long message is sent in pieces, Open MPI's of 32
/// KB): nothing sleeps for kMovingNs after it. If all tests take long, each may have moved a piece (MPICH over UCX: 512
/// KB, in 50 to 130 us): the sleep after such a test is at most half as long as the test. Thread: one.   Blocks: at
/// most Patience::sleep_max_ns at a time.
class GentleWait {
public:
    explicit GentleWait(const Patience& patience) : patience_(patience) {}
    GentleWait(const GentleWait&) = delete;
    GentleWait& operator=(const GentleWait&) = delete;

    void pause() {
        if (++pauses_ <= patience_.spin_count) return;
        const std::int64_t now = monotonic_ns();
        if (spins(now)) {
            pauses_ = patience_.spin_count;
            return;
        }
        const std::int64_t test_ns = tested_from_ns_ == 0 ? 0 : now - tested_from_ns_;
        if (test_ns > 0) look_at_test(test_ns, now);
        give_core(now, test_ns);
        tested_from_ns_ = monotonic_ns();
    }

private:
    static constexpr std::int64_t kMovingTestNs =
        2'000;                                         ///< a copy of 16 KB; a test that finds nothing takes 100 to 1000
    static constexpr std::int64_t kTimesShortest = 4;  ///< if all tests take long, none counts as moving
    static constexpr std::int64_t kMovingNs = 50'000;
    static constexpr std::int64_t kLongTestNs = 20'000;
    static constexpr std::int64_t kKeptSpinNs =
        100'000;  ///< the cost of a wake-up; the awaited rank has a core now, or it has none

    bool spins(std::int64_t now) {
        if (spins_until_ns_ == 0) {
            is_kept_ = patience_.kept_core && patience_.kept_core->begin_wait();
            spins_until_ns_ = now + std::max(patience_.spin_ns, is_kept_ ? kKeptSpinNs : 0);
        }
        return now < spins_until_ns_;
    }

    void look_at_test(std::int64_t test_ns, std::int64_t now) {
        shortest_test_ns_ = std::min(shortest_test_ns_, test_ns);
        if (test_ns >= std::max(kMovingTestNs, kTimesShortest * shortest_test_ns_)) moving_until_ns_ = now + kMovingNs;
    }

    void give_core(std::int64_t now, std::int64_t test_ns) {
        const KeptErrno kept;
        const bool yields_help = !yields_.are_vain() && !is_kept_;
        if (now < moving_until_ns_) {
            if (yields_help) yield();
        } else if (pauses_ <= patience_.spin_count + patience_.yield_count && yields_help) {
            yield();
        } else if (patience_.is_wakeful() && yields_.are_of_use() && !is_kept_) {
            yield();  // another rank may wait for any call of this rank
        } else if (!patience_.is_wakeful() || pauses_ % kCallsPerSleep == 0) {
            sleep(now, test_ns);
        }
    }

    void yield() {
        yields_.yield();
        if (!patience_.kept_core || !yields_.are_kept()) return;
        patience_.kept_core->note();
        is_kept_ = true;
    }

    void sleep(std::int64_t now, std::int64_t test_ns) {
        if (first_sleep_ns_ == 0) first_sleep_ns_ = now;
        timers_.sharpen();
        const std::int64_t share =
            std::max(patience_.sleep_min_ns, (now - first_sleep_ns_) / patience_.waited_per_sleep);
        const std::int64_t longest =
            test_ns < kLongTestNs ? patience_.longest_sleep_ns() : std::min(patience_.longest_sleep_ns(), test_ns / 2);
        const std::int64_t sleep_ns = std::min(share, longest);
        const timespec time{sleep_ns / 1'000'000'000, sleep_ns % 1'000'000'000};
        nanosleep(&time, nullptr);
    }

    const Patience& patience_;
    std::int64_t pauses_ = 0;
    std::int64_t spins_until_ns_ = 0;
    std::int64_t first_sleep_ns_ = 0;
    std::int64_t tested_from_ns_ = 0;  ///< when the last pause ended; 0: none has yet
    std::int64_t shortest_test_ns_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t moving_until_ns_ = 0;  ///< data may follow until this time
    bool is_kept_ = false;              ///< yields would cost time slices
    Yields yields_;
    SharpTimers timers_;
};

/// Called between two tests of each gentle wait, for work that only calls of the host advance. Null: there is none.
inline std::atomic<void (*)()> between_tests{nullptr};

/// Repeats `test(int* flag)`, an MPI test of some kind, until it sets the flag or fails. A test that leaves the flag
/// unchanged was refused by the host, and the program's error handler ignored that.   Fails: the code `test` returned.
template <class Test>
int wait_until(const Patience& patience, Test&& test) {
    for (GentleWait wait(patience);; wait.pause()) {
        int flag = 1;
        const int code = test(&flag);
        if (code != MPI_SUCCESS || flag != 0) return code;
        if (auto* const call = between_tests.load(std::memory_order_relaxed)) [[unlikely]]
            call();
    }
}

/// Starts the nonblocking twin of a call with `start(MPI_Request*)` and waits for it. `told`: the communicator whose
/// error handler is called if the request fails; null: the one that the host chooses.   Fails: as the host's call does.
template <class Start>
int run_gently(const Patience& patience, Start&& start, MPI_Status* status = MPI_STATUS_IGNORE,
               MPI_Comm told = MPI_COMM_NULL) {
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = start(&request);
    if (code != MPI_SUCCESS || request == MPI_REQUEST_NULL) return code;  // refused, and the error handler ignored that
    return with_errors_of(
        told, [&] { return wait_until(patience, [&](int* flag) { return host.MPI_Test(&request, flag, status); }); });
}

}  // namespace shunt
