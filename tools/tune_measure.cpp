#include "tools/tune_measure.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "native/base/clock.hpp"

namespace shunt::tools {
namespace {

constexpr std::size_t kMiB = 1 << 20;
constexpr std::size_t kBlock = 64 << 10;
constexpr std::size_t kBlocks = kMiB / kBlock;
constexpr int kTurnsAtOnce = 1000;
constexpr int kLooksBeforeYield = 10'000;   // so that one core is enough, if slow

struct alignas(128) Word {
    std::atomic<std::uint64_t> value{0};
};

/// What the two processes share: words of either, and a ring.
struct Shared {
    Word mine, theirs, stop;
    alignas(4096) std::byte ring[kMiB];
};

class Mapping {
public:
    Mapping() : memory_(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        if (memory_ == MAP_FAILED) throw std::runtime_error("no memory to share with a second process; free some and try again");
        new (memory_) Shared;
    }
    ~Mapping() { munmap(memory_, sizeof(Shared)); }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    Shared& shared() { return *static_cast<Shared*>(memory_); }

private:
    void* memory_;
};

/// Looks until `word` has reached `value`; false when the other process is to stop.
bool await(const Word& word, std::uint64_t value, const Word& stop) {
    for (int looks = 1; word.value.load(std::memory_order_acquire) < value; ++looks) {
        if (stop.value.load(std::memory_order_relaxed)) return false;
        if (looks % kLooksBeforeYield == 0) sched_yield();
    }
    return true;
}

/// The second process: answers every word of the first, having copied the block it speaks of.
[[noreturn]] void answer(Shared& shared) {
    std::vector<std::byte> into(kMiB);
    for (std::uint64_t turn = 1; await(shared.mine, turn, shared.stop); ++turn) {
        const std::uint64_t block = turn % kBlocks;
        if (turn > kTurnsAtOnce) std::memcpy(into.data() + block * kBlock, shared.ring + block * kBlock, kBlock);
        shared.theirs.value.store(turn, std::memory_order_seq_cst);
    }
    _exit(0);
}

/// The time that a tenth stay below: what the machine can, whoever else is on it.
std::int64_t usual(std::vector<std::int64_t>& values) {
    const auto tenth = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 10);
    std::nth_element(values.begin(), tenth, values.end());
    return *tenth;
}

/// Half of a round trip of words.
std::int64_t measure_latency(Shared& shared) {
    std::vector<std::int64_t> taken;
    for (std::uint64_t turn = 1; turn <= kTurnsAtOnce; ++turn) {
        const std::int64_t start = monotonic_ns();
        shared.mine.value.store(turn, std::memory_order_seq_cst);
        await(shared.theirs, turn, shared.stop);
        taken.push_back((monotonic_ns() - start) / 2);
    }
    return usual(taken);
}

/// 1 MiB through the ring, both processes copying at once.
std::int64_t measure_move(Shared& shared, std::int64_t end_ns) {
    std::vector<std::byte> from(kMiB, std::byte{1});
    std::vector<std::int64_t> taken;
    std::uint64_t turn = kTurnsAtOnce;
    while (taken.size() < 8 || monotonic_ns() < end_ns) {
        const std::int64_t start = monotonic_ns();
        for (std::size_t i = 0; i < kBlocks; ++i) {
            const std::uint64_t next = turn + 1, block = next % kBlocks;
            await(shared.theirs, next > kTurnsAtOnce + kBlocks ? next - kBlocks : 0, shared.stop);
            std::memcpy(shared.ring + block * kBlock, from.data() + block * kBlock, kBlock);
            shared.mine.value.store(turn = next, std::memory_order_seq_cst);
        }
        taken.push_back(monotonic_ns() - start);
    }
    await(shared.theirs, turn, shared.stop);
    return usual(taken);
}

/// A sum of doubles, as most reductions are.
std::int64_t measure_combine(std::int64_t end_ns) {
    std::vector<double> left(kMiB / sizeof(double), 1.0), right(left);
    std::vector<std::int64_t> taken;
    while (taken.size() < 8 || monotonic_ns() < end_ns) {
        const std::int64_t start = monotonic_ns();
        for (std::size_t i = 0; i < left.size(); ++i) right[i] = left[i] + right[i];
        taken.push_back(monotonic_ns() - start);
        asm volatile("" : : "r"(right.data()) : "memory");   // the compiler must not see that nobody reads it
    }
    return usual(taken);
}

}  // namespace

NodeCosts measure_node(double seconds) {
    const auto half_ns = static_cast<std::int64_t>(seconds * 0.5e9);
    Mapping mapping;
    Shared& shared = mapping.shared();
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no second process can be started; see ulimit -u");
    if (child == 0) answer(shared);
    NodeCosts costs;
    costs.latency_ns = std::max<std::int64_t>(1, measure_latency(shared));
    costs.move_ns = std::max<std::int64_t>(1, measure_move(shared, monotonic_ns() + half_ns));
    shared.stop.value.store(1, std::memory_order_seq_cst);
    waitpid(child, nullptr, 0);
    costs.combine_ns = std::max<std::int64_t>(1, measure_combine(monotonic_ns() + half_ns));
    return costs;
}

}  // namespace shunt::tools
