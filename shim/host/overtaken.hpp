#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>

namespace shunt {

/// Whether calls that Shunt carried may have overtaken messages of the host. A program learns from a collective that
/// other ranks have sent a message before it, or have received one. The host's own collective queues behind these
/// messages in the host, Shunt's does not. MPI promises little of this (MPI 4.0, 3.5: progress), but programs that
/// probe once after a barrier, or fill the buffer of MPI_Bsend once between two barriers, run on the bare hosts. So if
/// a probe or a test finds nothing, and before such a send, the host first reads the messages that have arrived.
/// Thread: any.
class Overtaken {
public:
    /// A call that Shunt carried has ended.
    void heard() { heard_.store(heard_.load(kAny) + 1, kAny); }
    /// Whether one has ended since the host last read all arrived messages.
    bool any() const { return heard_.load(kAny) != read_.load(kAny); }

    /// The host has been given a send by MPI_Bsend: its acknowledgement will have to be read.
    void add_buffered_send() { buffered_sends_.fetch_add(1, kAny); }
    /// The host has made a persistent buffered send: each start may be one.
    void add_persistent() { has_persistent_.store(true, kAny); }
    bool has_persistent() const { return has_persistent_.load(kAny); }

    /// How often the host must be called to read all messages that may have arrived.
    std::uint64_t calls_due(bool reads_many_at_once) const {
        constexpr std::uint64_t kFew = 32, kMany = 256, kMost = 10'000, kMore = 16;
        return std::clamp(buffered_sends_.load(kAny) + kMore, reads_many_at_once ? kFew : kMany, kMost);
    }
    /// How often heard() has been called.
    std::uint64_t count() const { return heard_.load(kAny); }
    /// The host has read all messages that had arrived when count() was `heard`.
    void note_read(std::uint64_t heard) {
        buffered_sends_.store(0, kAny);
        read_.store(heard, std::memory_order_release);
    }

private:
    static constexpr std::memory_order kAny = std::memory_order_relaxed;

    std::atomic<std::uint64_t> heard_{0}, read_{0};  // a count lost between threads changes nothing
    std::atomic<std::uint64_t> buffered_sends_{0};
    std::atomic<bool> has_persistent_{false};
};

}  // namespace shunt
