#pragma once
#include <atomic>
#include <cstdint>

namespace shunt {

/// Work that the host may have under way in this process, for which other ranks wait and which progresses only in calls
/// of this process. The host cannot be asked, so this class counts what the program begins and ends. If the count is
/// not known, the answer is yes. Thread: any; with MPI_THREAD_MULTIPLE the counts are not exact, and never_known() must
/// have been called.
class HostWork {
public:
    /// Whether there may be any such work: open windows or files, incomplete requests, or messages still in transit.
    bool any() const {
        return messages_.load(kAny) != 0 || requests_.load(kAny) != 0 || is_open() || unknown_.load(kAny);
    }
    /// Whether windows or files are open.
    bool is_open() const { return open_.load(kAny) != 0; }

    /// The program has sent or received, or the host has carried a collective. The rest of that work may need more
    /// calls.
    void moved() { messages_.store(kSynchronising, kAny); }
    /// A collective that synchronises all ranks has ended. A message sent before the previous such collective has now
    /// been received, if its receiver received it before this one.
    void met() {
        if (const std::uint8_t left = messages_.load(kAny)) messages_.store(left - 1, kAny);
    }

    /// A request was made. A nonblocking call's request counts until it is completed, a persistent one until it is
    /// freed.
    void add_request() { requests_.store(requests_.load(kAny) + 1, kAny); }
    void remove_requests(std::uint32_t count) {
        const std::uint32_t before = requests_.load(kAny);
        if (count > before) never_known();  // some were made where this process did not see them
        requests_.store(count > before ? 0 : before - count, kAny);
    }

    void open() { open_.fetch_add(1, kAny); }
    void close() { open_.fetch_sub(1, kAny); }

    /// From now on the answer is yes.
    void never_known() { unknown_.store(true, kAny); }

private:
    static constexpr std::memory_order kAny = std::memory_order_relaxed;
    static constexpr std::uint8_t kSynchronising = 2;

    std::atomic<std::uint32_t> requests_{0};
    std::atomic<std::uint32_t> open_{0};
    std::atomic<std::uint8_t> messages_{0};  ///< synchronising collectives until none of that work is left
    std::atomic<bool> unknown_{false};
};

}  // namespace shunt
