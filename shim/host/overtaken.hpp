#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>

namespace shunt {

/// Whether calls that we have carried may have overtaken messages of the host's. A program learns from a collective
/// that others have sent something before it, or have received what it sent; the host's own collective comes behind
/// that in the host's queues, ours does not. MPI promises little of this (MPI 4.0, 3.5: progress), but programs that
/// probe once after a barrier, or fill the buffer of MPI_Bsend once between two, run on the bare hosts. So where a
/// probe or a test finds nothing, and before such a send, the host first reads what lies there.   Thread: any.
class Overtaken {
public:
    /// A call that we have carried is over.
    void heard() { heard_.store(heard_.load(kAny) + 1, kAny); }
    /// Whether one was, since the host has read what lay there.
    bool any() const { return heard_.load(kAny) != read_.load(kAny); }

    /// The host has got a send by MPI_Bsend: an answer to it will lie there.
    void add_buffered_send() { buffered_sends_.fetch_add(1, kAny); }
    /// The host has made a persistent one: each start may be one.
    void add_persistent() { has_persistent_.store(true, kAny); }
    bool has_persistent() const { return has_persistent_.load(kAny); }

    /// So often the host has to be called until it has read all that may lie there.
    std::uint64_t calls_due(bool reads_many_at_once) const {
        constexpr std::uint64_t kFew = 32, kMany = 256, kMost = 10'000, kMore = 16;
        return std::clamp(buffered_sends_.load(kAny) + kMore, reads_many_at_once ? kFew : kMany, kMost);
    }
    /// What heard() has counted until now.
    std::uint64_t count() const { return heard_.load(kAny); }
    /// All that lay there when count() was `heard` is read.
    void note_read(std::uint64_t heard) {
        buffered_sends_.store(0, kAny);
        read_.store(heard, std::memory_order_release);
    }

private:
    static constexpr std::memory_order kAny = std::memory_order_relaxed;

    std::atomic<std::uint64_t> heard_{0}, read_{0};  // a count that gets lost among threads changes nothing
    std::atomic<std::uint64_t> buffered_sends_{0};
    std::atomic<bool> has_persistent_{false};
};

}  // namespace shunt
