// Long transfers, repeated while members are slow and other processes use the processors: no transfer may stall. Not
// part of a plain run: verbs_tests "[stress]" runs it, SHUNT_STRESS_TURNS times.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "native/base/clock.hpp"
#include "native/base/random.hpp"
#include "tests/verbs/members.hpp"

using namespace verbs_test;

namespace {

constexpr std::size_t kBytes = 4 << 20;
constexpr std::int64_t kSlowNs = 2'000'000'000;  // a turn that takes longer is reported

std::uint64_t turns() {
    const char* const set = std::getenv("SHUNT_STRESS_TURNS");
    return set == nullptr ? 50 : std::strtoull(set, nullptr, 10);
}

/// Processes that only use processor time.
class Load {
public:
    explicit Load(int count) {
        for (int i = 0; i < count; ++i) {
            const pid_t child = fork();
            if (child == 0)
                for (;;) static_cast<void>(monotonic_ns());
            children_.push_back(child);
        }
    }
    ~Load() {
        for (const pid_t child : children_) {
            kill(child, SIGKILL);
            waitpid(child, nullptr, 0);
        }
    }
    Load(const Load&) = delete;

private:
    std::vector<pid_t> children_;
};

/// Both members put a whole window to each other, by copies, sometimes with a pause before they poll.
void exchange(Member& member, std::uint64_t seed) {
    auto memory = member.open(kBytes);
    const int peer = 1 - member.rank();
    Random random(seed + static_cast<std::uint64_t>(member.rank()));
    std::vector<std::byte> data(kBytes);
    std::int64_t longest_ns = 0;
    for (std::uint64_t turn = 1; turn <= turns(); ++turn) {
        const std::size_t bytes = kBytes - 8 - random.below(100'000);
        for (std::size_t i = 0; i < bytes; i += 509) data[i] = pattern(turn, i);
        const std::int64_t start = monotonic_ns();
        put(*memory, peer, 8, {data.data(), bytes});
        put_word(*memory, peer, 0, turn << 32 | bytes);
        if (random.chance(1, 4)) usleep(static_cast<useconds_t>(random.below(50'000)));
        await_word(*memory, 0, turn << 32);
        const std::int64_t taken = monotonic_ns() - start;
        longest_ns = std::max(longest_ns, taken);
        if (taken > kSlowNs)
            std::printf("rank %d: turn %llu took %lld ms\n", member.rank(), static_cast<unsigned long long>(turn),
                        static_cast<long long>(taken / 1'000'000));
        const std::size_t came = word(*memory, 0) & 0xffffffff;
        for (std::size_t i = 0; i < came; i += 509)
            if (memory->window()[8 + i] != pattern(turn, i))
                check(false, "turn " + std::to_string(turn) + " came wrong");
        await_end(*memory, peer);
        member.barrier();
    }
    const std::uint64_t reminders = static_cast<InternodeMemory&>(*memory).traffic().reminders;
    std::printf("rank %d: the longest of %llu turns took %lld ms, %llu reminders\n", member.rank(),
                static_cast<unsigned long long>(turns()), static_cast<long long>(longest_ns / 1'000'000),
                static_cast<unsigned long long>(reminders));
    member.barrier();
}

}  // namespace

TEST_CASE("long transfers by copies do not stall, however slow the members are", "[.][verbs][stress]") {
    for (const int load : {0, 3}) {
        const std::uint64_t seed = 4711 + static_cast<std::uint64_t>(load);
        INFO("seed " << seed << ", " << load << " other processes");
        const Load others(load);
        CHECK(all_well(run(2, [&](Member& member) { exchange(member, seed); })));
    }
}
