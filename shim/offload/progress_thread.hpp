#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "shim/objects/thread_state.hpp"

namespace shunt {

/// Advances what peers wait for while the program's threads are inside calls of the host, which know nothing of it. It
/// makes no call of MPI, so it is allowed under every level of threads. While such calls have work, and for 20 ms
/// after, it looks every 20 us to 1 ms; then it sleeps until a call wakes it.   Thread: any.
class ProgressThread {
public:
    ProgressThread() = default;
    ~ProgressThread();
    ProgressThread(const ProgressThread&) = delete;
    ProgressThread& operator=(const ProgressThread&) = delete;

    /// `drive` does what can be done now without waiting, and says whether anything waits. `always`: also while the
    /// program computes.   Returns whether there is a thread now.
    bool start(std::function<bool()> drive, bool always);
    /// Whether `drive` may have work. That it has may be said long after the last of it.
    void set_work(bool has_work);
    bool has_work() const { return has_work_.load(std::memory_order_relaxed); }
    /// This thread of the program enters a call, which may block; it is counted until it leaves it
    /// (ThreadState::counted_in), if there is work.
    void enter() {
        if (!has_work() || thread_state.counted_in) return;
        inside_.fetch_add(1);
        thread_state.counted_in = &inside_;
        wake();
    }
    /// Also while threads compute: from now on.
    void drive_always() {
        always_.store(true);
        wake();
    }
    /// Ends it.   Blocks: until the look under way is over.
    void stop();

private:
    void run();
    void look_until_idle();
    bool is_needed() const { return has_work_.load() && (always_.load() || inside_.load() > 0); }
    void wake();

    std::atomic<bool> has_work_{false};
    std::atomic<bool> always_{false};
    std::atomic<int> inside_{0};
    std::mutex mutex_;
    std::condition_variable wake_;
    std::atomic<bool> waits_{false};  ///< on wake_
    std::atomic<bool> stop_{false};
    std::function<bool()> drive_;
    std::thread thread_;
};

}  // namespace shunt
