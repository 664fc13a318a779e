#include "tools/tune/measure.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "native/base/clock.hpp"
#include "native/base/copy_lines.hpp"

namespace shunt::tools {
namespace {

constexpr std::size_t kTimedBytes = 1 << 20;
constexpr std::size_t kBlock = 32 << 10;
constexpr std::size_t kBlocks = 2 * kTimedBytes / kBlock;  // blocks of the ring
constexpr std::uint64_t kStream = 4 * kTimedBytes / kBlock;
constexpr std::size_t kAttachPiece = 256 << 10;
constexpr int kTurnsAtOnce = 1000;
constexpr int kLooksBeforeYield = 10'000;  // yields make one core sufficient, but slow

struct alignas(128) Word {
    std::atomic<std::uint64_t> value{0};
};

/// Memory that the two processes share: a word of each, and a ring.
struct Shared {
    Word mine, theirs, stop;
    Word memory;  ///< address of kTimedBytes bytes of the second process
    alignas(4096) std::byte ring[kBlocks * kBlock];
};

class Mapping {
public:
    Mapping() : memory_(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        if (memory_ == MAP_FAILED)
            throw std::runtime_error("no memory to share with a second process; free some and try again");
        new (memory_) Shared;
    }
    ~Mapping() { munmap(memory_, sizeof(Shared)); }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    Shared& shared() { return *static_cast<Shared*>(memory_); }

private:
    void* memory_;
};

/// Keeps the calling process on one of the cores it may use, the first or the second, during this object's lifetime.
/// Otherwise the kernel may start the second process on the core of the first, and the two take turns.
class OnOneCore {
public:
    explicit OnOneCore(int which) {
        known_ = sched_getaffinity(0, sizeof before_, &before_) == 0;
        if (!known_) return;
        for (int core = 0; core < CPU_SETSIZE; ++core) {
            if (!CPU_ISSET(core, &before_) || which-- != 0) continue;
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(core, &one);
            static_cast<void>(sched_setaffinity(0, sizeof one, &one));
        }
    }
    ~OnOneCore() {
        if (known_) static_cast<void>(sched_setaffinity(0, sizeof before_, &before_));
    }
    OnOneCore(const OnOneCore&) = delete;
    OnOneCore& operator=(const OnOneCore&) = delete;

private:
    cpu_set_t before_;
    bool known_ = false;
};

/// Polls until `word` has reached `value`.   Returns: false if `stop` was set.
bool await(const Word& word, std::uint64_t value, const Word& stop) {
    for (int looks = 1; word.value.load(std::memory_order_acquire) < value; ++looks) {
        if (stop.value.load(std::memory_order_relaxed)) return false;
        if (looks % kLooksBeforeYield == 0) sched_yield();
    }
    return true;
}

[[noreturn]] void answer(Shared& shared);

/// The second process. It ends with this object, and with the first process, however that ends.
class Second {
public:
    explicit Second(Shared& shared) : shared_(shared) {
        const pid_t first = getpid();
        process_ = fork();
        if (process_ < 0) throw std::runtime_error("no second process can be started; see ulimit -u");
        if (process_ > 0) return;
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != first) _exit(1);
        answer(shared);
    }
    ~Second() {
        shared_.stop.value.store(1, std::memory_order_seq_cst);
        if (process_ > 0) waitpid(process_, nullptr, 0);
    }
    Second(const Second&) = delete;
    Second& operator=(const Second&) = delete;
    pid_t process() const { return process_; }

    /// Polls until it has answered the word `turn`.   Fails: std::runtime_error if it has ended.
    void await_answer(std::uint64_t turn) {
        for (int looks = 1; shared_.theirs.value.load(std::memory_order_acquire) < turn; ++looks) {
            if (looks % kLooksBeforeYield != 0) continue;
            sched_yield();
            if (waitpid(process_, nullptr, WNOHANG) == 0) continue;
            process_ = -1;
            throw std::runtime_error("the second process of the measurement was ended; try again");
        }
    }

private:
    Shared& shared_;
    pid_t process_ = -1;
};

/// Runs the second process: answers every word of the first, after copying the block that the word announces.
[[noreturn]] void answer(Shared& shared) {
    const OnOneCore second(1);
    std::vector<std::byte> into(kTimedBytes);
    shared.memory.value.store(reinterpret_cast<std::uint64_t>(into.data()), std::memory_order_seq_cst);
    for (std::uint64_t turn = 1; await(shared.mine, turn, shared.stop); ++turn) {
        if (turn > kTurnsAtOnce) {
            std::byte* const block = shared.ring + turn % kBlocks * kBlock;
            copy_lines(into.data() + turn * kBlock % kTimedBytes, block, kBlock);
            own_lines(block, kBlock);
        }
        shared.theirs.value.store(turn, std::memory_order_seq_cst);
    }
    _exit(0);
}

/// The 10th percentile: a time that other processes have hardly disturbed.
std::int64_t usual(std::vector<std::int64_t>& values) {
    const auto tenth = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 10);
    std::nth_element(values.begin(), tenth, values.end());
    return *tenth;
}

/// Half of a round trip of words.
std::int64_t measure_latency(Shared& shared, Second& second) {
    std::vector<std::int64_t> taken;
    for (std::uint64_t turn = 1; turn <= kTurnsAtOnce; ++turn) {
        const std::int64_t start = monotonic_ns();
        shared.mine.value.store(turn, std::memory_order_seq_cst);
        second.await_answer(turn);
        taken.push_back((monotonic_ns() - start) / 2);
    }
    return usual(taken);
}

/// Moves a stream of blocks through the ring, while both processes copy at once.   Returns: the time for 1 MiB.
std::int64_t measure_move(Shared& shared, Second& second, std::int64_t end_ns) {
    std::vector<std::byte> from(kTimedBytes, std::byte{1});
    std::vector<std::int64_t> taken;
    std::uint64_t turn = kTurnsAtOnce;
    while (taken.size() < 8 || monotonic_ns() < end_ns) {
        const std::int64_t start = monotonic_ns();
        for (const std::uint64_t end = turn + kStream; turn < end;) {
            const std::uint64_t next = turn + 1;
            second.await_answer(next > kTurnsAtOnce + kBlocks ? next - kBlocks : 0);
            copy_lines(shared.ring + next % kBlocks * kBlock, from.data() + next * kBlock % kTimedBytes, kBlock);
            shared.mine.value.store(turn = next, std::memory_order_seq_cst);
        }
        second.await_answer(turn);
        taken.push_back((monotonic_ns() - start) * static_cast<std::int64_t>(kTimedBytes / kBlock) /
                        static_cast<std::int64_t>(kStream + 1));
    }
    return usual(taken);
}

/// Copies `bytes` of the second process's memory in pieces.   Returns: false if that is not allowed.
bool attach(pid_t process, std::uint64_t address, std::vector<std::byte>& into, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += kAttachPiece) {
        const iovec here{into.data() + at, std::min(kAttachPiece, bytes - at)},
            there{reinterpret_cast<void*>(address + at), here.iov_len};
        if (process_vm_readv(process, &here, 1, &there, 1, 0) != static_cast<ssize_t>(here.iov_len)) return false;
    }
    return true;
}

/// Measures 4 KiB and 1 MiB, and computes from them the cost of a call and of 1 MiB.
void measure_attach(pid_t process, Shared& shared, NodeCosts& costs, std::int64_t end_ns) {
    constexpr std::size_t kLittle = 4096;
    std::vector<std::byte> into(kTimedBytes);
    std::vector<std::int64_t> little, much;
    const std::uint64_t address = shared.memory.value.load(std::memory_order_acquire);
    while (much.size() < 8 || monotonic_ns() < end_ns) {
        const std::int64_t start = monotonic_ns();
        if (!attach(process, address, into, kLittle)) return;
        const std::int64_t between = monotonic_ns();
        if (!attach(process, address, into, kTimedBytes)) return;
        little.push_back(between - start);
        much.push_back(monotonic_ns() - between);
    }
    const std::int64_t all = usual(much), calls = static_cast<std::int64_t>(kTimedBytes / kAttachPiece);
    costs.attach_call_ns =
        std::max<std::int64_t>(1, usual(little) - all / static_cast<std::int64_t>(kTimedBytes / kLittle));
    costs.attach_ns = std::max<std::int64_t>(1, all - calls * costs.attach_call_ns);
}

/// Measures a sum of doubles, the most frequent reduction.
std::int64_t measure_combine(std::int64_t end_ns) {
    std::vector<double> left(kTimedBytes / sizeof(double), 1.0), right(left);
    std::vector<std::int64_t> taken;
    while (taken.size() < 8 || monotonic_ns() < end_ns) {
        const std::int64_t start = monotonic_ns();
        for (std::size_t i = 0; i < left.size(); ++i) right[i] = left[i] + right[i];
        taken.push_back(monotonic_ns() - start);
        asm volatile("" : : "r"(right.data()) : "memory");  // keeps the unread sum from being removed
    }
    return usual(taken);
}

}  // namespace

std::int64_t least_bytes_within_node(const NodeCosts& costs) {
    constexpr std::int64_t kFewest = 4 << 10, kMost = 1 << 20;
    std::int64_t bytes = kFewest;
    while (bytes < kMost &&
           bytes * (costs.move_ns + costs.combine_ns) / static_cast<std::int64_t>(kTimedBytes) < 2 * costs.latency_ns)
        bytes *= 2;
    return bytes;
}

std::string lines_of(const NodeCosts& costs) {
    std::ostringstream out;
    out << "shm-latency = " << costs.latency_ns << "ns\n"
        << "shm-move = " << costs.move_ns << "ns\n"
        << "shm-combine = " << costs.combine_ns << "ns\n";
    if (costs.attach_call_ns > 0)
        out << "# Reaching into another process's memory: a call, and 1 MiB.\n"
            << "attach-call = " << costs.attach_call_ns << "ns\n"
            << "attach-move = " << costs.attach_ns << "ns\n";
    out << "# From this length on, moving and combining a vector takes longer than notifying each other: pipelines do "
           "not gain with shorter ones.\n"
        << "shm-least = " << least_bytes_within_node(costs) << "\n";
    return out.str();
}

NodeCosts measure_node(double seconds, const StepVisitor& step) {
    const auto third_ns = static_cast<std::int64_t>(seconds / 3 * 1e9);
    Mapping mapping;
    Shared& shared = mapping.shared();
    NodeCosts costs;
    {
        Second second(shared);
        const OnOneCore first(0);
        step("the time of a word between two processes of this host");
        costs.latency_ns = std::max<std::int64_t>(1, measure_latency(shared, second));
        step("moving data between them");
        costs.move_ns = std::max<std::int64_t>(1, measure_move(shared, second, monotonic_ns() + third_ns));
        step("reading another process's memory");
        measure_attach(second.process(), shared, costs, monotonic_ns() + third_ns);
    }
    const OnOneCore first(0);
    step("combining two vectors");
    costs.combine_ns = std::max<std::int64_t>(1, measure_combine(monotonic_ns() + third_ns));
    return costs;
}

}  // namespace shunt::tools
