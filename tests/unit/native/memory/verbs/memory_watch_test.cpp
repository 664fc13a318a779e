#include "native/memory/verbs/memory_watch.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "native/base/random.hpp"
#include "tests/seeds.hpp"

using namespace shunt;
using namespace shunt::memory::verbs;

namespace {

constexpr std::size_t kPage = 4096, kBytes = 64 * kPage;

/// The watch of this process. A kernel without userfaultfd has none, and its tests then report that.
std::shared_ptr<MemoryWatch> found_watch() {
    auto watch = MemoryWatch::of_process();
    if (!watch) WARN("userfaultfd is refused here: nothing is watched, nothing was tested");
    return watch;
}

std::span<std::byte> mapped(std::size_t bytes, int flags = MAP_PRIVATE) {
    void* const made = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
    REQUIRE(made != MAP_FAILED);
    std::memset(made, 1, bytes);
    return {static_cast<std::byte*>(made), bytes};
}

}  // namespace

TEST_CASE("memory given back in any way is known after catching up, and no other memory", "[verbs]") {
    const auto watch = found_watch();
    if (!watch) return;
    const auto memory = mapped(kBytes), other = mapped(kBytes);
    const int watched = watch->add(memory), kept = watch->add(other);
    REQUIRE(watched >= 0);
    REQUIRE(kept >= 0);
    REQUIRE(watch->catch_up());
    CHECK_FALSE(watch->is_gone(watched));
    std::byte* const middle = memory.data() + 20 * kPage;

    SECTION("unmapped in part") { munmap(middle, kPage); }
    SECTION("unmapped and mapped again") {
        munmap(memory.data(), kBytes);
        CHECK(mmap(memory.data(), kBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == memory.data());
    }
    SECTION("mapped over") { mmap(middle, kPage, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); }
    SECTION("emptied") { madvise(middle, kPage, MADV_DONTNEED); }
    SECTION("emptied when memory is short") { madvise(middle, kPage, MADV_FREE); }
    SECTION("moved") { mremap(memory.data(), kBytes, 2 * kBytes, MREMAP_MAYMOVE); }
    SECTION("shortened") { mremap(memory.data(), kBytes, kBytes / 2, 0); }
    SECTION("by another thread") {
        std::thread([&] { munmap(middle, kPage); }).join();
    }
    REQUIRE(watch->catch_up());
    CHECK(watch->is_gone(watched));
    CHECK_FALSE(watch->is_gone(kept));

    watch->remove(watched);
    watch->remove(kept);
    munmap(other.data(), kBytes);
    const auto next = mapped(kBytes);
    const int again = watch->add(next);
    REQUIRE(again >= 0);
    CHECK_FALSE(watch->is_gone(again));
    watch->remove(again);
    munmap(next.data(), kBytes);
}

TEST_CASE("memory that is not given back is written, protected and forked without effect on the watch", "[verbs]") {
    const auto watch = found_watch();
    if (!watch) return;
    const auto memory = mapped(kBytes);
    const int watched = watch->add(memory.subspan(100, kBytes - 200));
    REQUIRE(watched >= 0);
    std::memset(memory.data(), 2, kBytes);
    mprotect(memory.data(), kBytes, PROT_NONE);
    mprotect(memory.data(), kBytes, PROT_READ | PROT_WRITE);
    const pid_t child = fork();
    if (child == 0) {
        std::memset(memory.data(), 3, kBytes);
        munmap(memory.data(), kBytes);  // no thread of the child reads events
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    REQUIRE(watch->catch_up());
    CHECK_FALSE(watch->is_gone(watched));
    CHECK(memory[5] == std::byte{2});
    watch->remove(watched);
    munmap(memory.data(), kBytes);
}

TEST_CASE("memory that others can change is not watched", "[verbs]") {
    const auto watch = found_watch();
    if (!watch) return;
    const auto shared = mapped(kBytes, MAP_SHARED);
    CHECK(watch->add(shared) == MemoryWatch::kCannot);
    munmap(shared.data(), kBytes);
    const auto holed = mapped(kBytes);
    munmap(holed.data() + kPage, kPage);
    CHECK(watch->add(holed) == MemoryWatch::kCannot);
    munmap(holed.data(), kBytes);
}

TEST_CASE("two pieces that share a page are watched each for itself", "[verbs]") {
    const auto watch = found_watch();
    if (!watch) return;
    const auto memory = mapped(kBytes);
    const int low = watch->add(memory.first(kPage + 100)), high = watch->add(memory.subspan(kPage + 100));
    REQUIRE(low >= 0);
    REQUIRE(high >= 0);
    watch->remove(low);
    madvise(memory.data() + kPage, kPage, MADV_DONTNEED);
    REQUIRE(watch->catch_up());
    CHECK(watch->is_gone(high));
    watch->remove(high);
    munmap(memory.data(), kBytes);
}

TEST_CASE("the number of memories watched at a time is limited", "[verbs]") {
    const auto watch = found_watch();
    if (!watch) return;
    const auto memory = mapped(1024 * kPage);
    std::vector<int> all;
    int last = 0;
    for (std::size_t i = 0; i < 1024 && (last = watch->add(memory.subspan(i * kPage, kPage))) >= 0; ++i)
        all.push_back(last);
    CHECK(last == MemoryWatch::kFull);
    CHECK(all.size() >= 256);
    for (const int one : all) watch->remove(one);
    munmap(memory.data(), memory.size());
}

TEST_CASE("threads that give back and take memory at once: nothing is missed", "[verbs]") {
    const auto watch = found_watch();
    if (!watch) return;
    const std::uint64_t seed = GENERATE(range(std::uint64_t{1}, end_of_seeds(1, 4)));
    INFO("seed " << seed);
    // Memory that another thread unmapped a moment before may be taken for this memory: that costs a registration, but
    // no data.
    constexpr int kThreads = 3, kRounds = 300;
    std::atomic<int> missed = 0, unknown = 0, needless = 0;
    std::vector<std::thread> threads;
    for (int number = 0; number < kThreads; ++number)
        threads.emplace_back([&, number] {
            Random random(seed * 10 + static_cast<std::uint64_t>(number));
            for (int round = 0; round < kRounds; ++round) {
                auto* const page = static_cast<std::byte*>(
                    mmap(nullptr, 4 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
                page[0] = std::byte{1};
                const int watched = watch->add({page, 4 * kPage});
                if (watched < 0) continue;
                const bool is_given_back = random.chance(1, 2);
                if (is_given_back) madvise(page + kPage * random.below(4), kPage, MADV_DONTNEED);
                if (!watch->catch_up()) ++unknown;
                else if (watch->is_gone(watched) != is_given_back) ++(is_given_back ? missed : needless);
                if (random.chance(1, 2)) munmap(page, 4 * kPage);
                watch->remove(watched);
            }
        });
    for (auto& thread : threads) thread.join();
    CHECK(missed == 0);
    CHECK(unknown == 0);
    CHECK(needless < kThreads * kRounds / 10);
}

TEST_CASE("a new watch can be opened when the last is closed", "[verbs]") {
    const auto memory = mapped(kBytes);
    for (int i = 0; i < 20; ++i) {
        const auto watch = MemoryWatch::of_process();
        if (!watch) return;
        CHECK(watch == MemoryWatch::of_process());
        CHECK(watch->add(memory) >= 0);  // and is never removed
    }
    munmap(memory.data(), kBytes);
}
