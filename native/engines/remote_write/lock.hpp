#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>

namespace shunt::remote_write {

/// Which threads call a messenger. one: one thread at a time. one_and_progress: also a progress thread, which calls
/// only advance_beside(). many: any threads.
enum class Threads : std::uint8_t { one, one_and_progress, many };

/// The messenger's lock. Beside a progress thread it is biased: the program's side stores and loads, without an atomic
/// operation or a barrier. The progress thread, which rarely enters, has the kernel make the barrier for both.
/// Source: Dekker's algorithm with membarrier(2), MEMBARRIER_CMD_PRIVATE_EXPEDITED.
class MessengerLock {
public:
    explicit MessengerLock(Threads threads);

    void lock() {
        if (kind_ == Threads::one_and_progress) {
            if (!enter()) wait_to_enter();
        } else if (kind_ == Threads::many) {
            mutex_.lock();
        }
    }
    /// Returns: false if another thread is inside.
    bool try_lock() {
        if (kind_ == Threads::one_and_progress) return enter();
        return kind_ == Threads::one || mutex_.try_lock();
    }
    void unlock() {
        if (kind_ == Threads::one_and_progress) inside_.store(0, std::memory_order_release);
        else if (kind_ == Threads::many) mutex_.unlock();
    }
    /// The progress thread's try_lock().
    bool try_lock_beside();
    void unlock_beside();

private:
    bool enter() {
        inside_.store(1, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);  // the processor's fence is in try_lock_beside()
        if (wanted_.load(std::memory_order_acquire) == 0) [[likely]]
            return true;
        inside_.store(0, std::memory_order_release);
        return false;
    }
    void wait_to_enter();

    Threads kind_;
    std::atomic<std::uint32_t> inside_{0};  // set by the program's side
    std::atomic<std::uint32_t> wanted_{0};  // set by the progress thread
    std::atomic<std::uint32_t> waits_{0};   // set by the program's side, to enter
    std::mutex mutex_;
};

}  // namespace shunt::remote_write
