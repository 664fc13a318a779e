#include <signal.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstring>
#include <thread>

#include "native/base/random.hpp"
#include "processes.hpp"

using namespace shunt;
using namespace shunt::node;
using namespace node_test;

namespace {

constexpr std::int64_t kLongNs = 50'000'000'000;

void delay(Random& random) {
    if (random.chance(1, 6)) usleep(static_cast<useconds_t>(random.below(2000)));
    if (random.chance(1, 4)) sched_yield();
}

/// One member of a run of random operations, which `seed` makes the same for all members; pieces and delays are its
/// own. Sometimes all meet, or one writer gives up.   Returns: 0, or the number of the fault.
int random_member(std::uint64_t seed, int operations, std::uint64_t most_bytes, std::uint32_t index, NodeGroup& group) {
    Random common(seed), own(seed * 1000 + index);
    BroadcastRing& ring = group.ring();
    for (int i = 1; i <= operations; ++i) {
        const auto op = static_cast<std::uint64_t>(i);
        const auto writer = static_cast<std::uint32_t>(common.below(group.members().count()));
        const std::uint64_t total = common.chance(1, 2) ? common.below(3000) : common.below(most_bytes + 1);
        const bool gives_up = total > 0 && common.chance(1, 10);
        const std::uint64_t end = gives_up ? common.below(total) : total;
        const bool meet = common.chance(1, 5);
        const bool writes = writer == index;
        if ((writes ? ring.begin_write(op, total) : ring.begin_read(op, total, writer)) != Status::ok) return 1;
        std::vector<std::byte> buffer(total);
        if (writes)
            for (std::uint64_t at = 0; at < end; ++at) buffer[at] = pattern(op, at);
        Status status = Status::ok;
        std::uint64_t at = 0;
        do {
            delay(own);
            const std::uint64_t limit = writes ? end : total;
            const std::uint64_t bytes = own.chance(1, 3) ? limit - at : own.below(limit - at + 1);
            std::size_t moved = 0;
            const auto piece = std::span(buffer).subspan(at, bytes);
            if (own.chance(1, 4)) status = writes ? ring.try_write(piece, moved) : ring.try_read(piece, moved);
            else status = writes ? ring.write(piece, moved, kLongNs) : ring.read(piece, moved, kLongNs);
            at += moved;
            if (writes && gives_up && at == end && status == Status::ok) {
                status = ring.give_up(kLongNs);
                if (status != Status::ok) return 2;
            }
        } while (!ring.finished() && (status == Status::ok || status == Status::again));
        if (!ring.finished() || at != end) return 3;
        if (status != (gives_up && !writes ? Status::declined : Status::ok)) return 4;
        for (std::uint64_t b = 0; b < end; ++b)
            if (buffer[b] != pattern(op, b)) return 5;
        if (!meet) continue;
        if (group.arrivals().arrive(op) != Status::ok || group.arrivals().wait_all(op, kLongNs) != Status::ok) return 6;
    }
    return 0;
}

}  // namespace

TEST_CASE("processes with random writers, sizes, pieces and delays all get every byte", "[node][ring]") {
    const std::uint64_t seed = GENERATE(1, 2, 3, 4, 5, 6, 7);
    const auto members = static_cast<std::uint32_t>(1 + seed);
    Random random(seed);
    const RingShape shape{members, static_cast<std::uint32_t>(2 + random.below(8)),
                          static_cast<std::uint32_t>(128u << random.below(9))};
    INFO("seed " << seed << ", " << members << " members, " << shape.blocks << " blocks of " << shape.block_bytes);
    const Backing backing = seed % 2 == 0 ? Backing::memory_file : Backing::named;
    const auto ends = run_processes(shape, backing, [&](std::uint32_t i, NodeGroup& group) {
        return random_member(seed, 40, std::min(1u << 20, 64 * shape.block_bytes), i, group);
    });
    CHECK(ends == std::vector<std::string>(members, "exit 0"));
}

TEST_CASE("threads that are members of one mapping race nowhere", "[node][ring]") {
    const std::uint64_t seed = GENERATE(11, 12, 13, 14);
    const std::int64_t spin_ns = GENERATE(0, 20'000);
    const auto members = static_cast<std::uint32_t>(2 + seed % 4);
    INFO("seed " << seed << ", " << members << " members, spin " << spin_ns << " ns");
    const RingShape shape{members, 3, 1024};
    NodeGroup first;
    REQUIRE(first.create(shape, 0, {spin_ns}).ok());
    std::vector<int> results(members, -1);
    {
        std::vector<std::thread> threads;
        for (std::uint32_t i = 1; i < members; ++i)
            threads.emplace_back([&, i] {
                NodeGroup group;
                if (group.join(first, shape, i, {spin_ns}).ok()) results[i] = random_member(seed, 80, 60'000, i, group);
            });
        results[0] = random_member(seed, 80, 60'000, 0, first);
        for (auto& thread : threads) thread.join();
    }
    CHECK(results == std::vector<int>(members, 0));
}

TEST_CASE("a process may attach its own segment a second time, at another address", "[node][ring]") {
    const RingShape shape{2, 2, 128};
    NodeGroup first, second;
    REQUIRE(first.create(shape, 0, {}).ok());
    REQUIRE(second.attach(first.segment().ticket(), shape, 1, {}).ok());
    CHECK(first.segment().memory().data() != second.segment().memory().data());
    int result = -1;
    std::thread other([&] { result = random_member(21, 100, 5000, 1, second); });
    CHECK(random_member(21, 100, 5000, 0, first) == 0);
    other.join();
    CHECK(result == 0);
}

TEST_CASE("a member that waits for a killed writer or reader gets peer_lost and its index", "[node][ring]") {
    const std::uint32_t victim = GENERATE(0u, 1u, 2u);  // member 0 writes
    const bool leaves_properly = GENERATE(false, true);
    CAPTURE(victim, leaves_properly);
    const auto ends = run_processes({3, 2, 128}, Backing::automatic, [&](std::uint32_t index, NodeGroup& group) {
        std::vector<std::byte> data(10'000);
        std::size_t moved = 0;
        if (index == victim && !leaves_properly) return raise(SIGKILL);
        if (index == victim) return 0;  // the process ends, and with it its group
        BroadcastRing& ring = group.ring();
        if ((index == 0 ? ring.begin_write(1, data.size()) : ring.begin_read(1, data.size(), 0)) != Status::ok)
            return 1;
        const Status status = index == 0 ? ring.write(data, moved, kForever) : ring.read(data, moved, kForever);
        if (status != Status::peer_lost) return 2;
        return group.members().troubled_member() == static_cast<int>(victim) ? 0 : 3;
    });
    for (std::uint32_t i = 0; i < 3; ++i) CHECK(ends[i] == (i == victim && !leaves_properly ? "signal 9" : "exit 0"));
}

TEST_CASE("a killed reader is found by try_ calls and check_peers too", "[node][ring]") {
    const auto ends = run_processes({2, 2, 128}, Backing::automatic, [&](std::uint32_t index, NodeGroup& group) {
        if (index == 1) return raise(SIGKILL);
        std::vector<std::byte> data(1000);
        std::size_t moved = 0;
        if (group.ring().begin_write(1, data.size()) != Status::ok) return 1;
        if (group.ring().try_write(data, moved) != Status::again) return 2;
        for (int i = 0; i < 10'000; ++i, usleep(1000))
            if (group.ring().check_peers() == Status::peer_lost) return group.members().troubled_member() == 1 ? 0 : 3;
        return 4;
    });
    CHECK(ends[0] == "exit 0");
}

TEST_CASE("bytes that a writer wrote before it left or died are still read", "[node][ring]") {
    const bool killed = GENERATE(false, true);
    Told<std::atomic<int>> written;
    const auto ends = run_processes({2, 8, 128}, Backing::automatic, [&](std::uint32_t index, NodeGroup& group) {
        std::vector<std::byte> data(1000, std::byte{8});
        std::size_t moved = 0;
        if (index == 0) {
            if (group.ring().begin_write(1, data.size()) != Status::ok ||
                group.ring().try_write(data, moved) != Status::ok)
                return 1;
            *written = 1;
            return killed ? raise(SIGKILL) : 0;
        }
        if (!wait_for(*written, 1)) return 2;
        for (int i = 0; i < 10'000 && !group.members().gone(0); ++i) usleep(1000);
        std::vector<std::byte> out(1000);
        if (group.ring().begin_read(1, 1000, 0) != Status::ok || group.ring().check_peers() != Status::ok) return 3;
        if (group.ring().read(out, moved, kForever) != Status::ok || out != data) return 4;
        if (group.ring().begin_read(2, 1000, 0) != Status::ok) return 5;
        return group.ring().read(out, moved, kForever) == Status::peer_lost ? 0 : 6;
    });
    CHECK(ends[1] == "exit 0");
}

TEST_CASE("bandwidth of a broadcast of 1 MiB to 3 readers", "[.figure]") {
    constexpr std::uint64_t kBytes = 1 << 20, kRounds = 500, kWarm = 20;
    const std::uint32_t block_bytes = GENERATE(16384u, 32768u, 65536u);
    const auto ends =
        run_processes({4, 8, block_bytes}, Backing::automatic, [&](std::uint32_t index, NodeGroup& group) {
            std::vector<std::byte> buffer(kBytes, std::byte{1});
            std::int64_t start = 0;
            for (std::uint64_t op = 1; op <= kWarm + kRounds; ++op) {
                if (op == kWarm + 1) start = monotonic_ns();
                std::size_t moved = 0;
                BroadcastRing& ring = group.ring();
                if ((index == 0 ? ring.begin_write(op, kBytes) : ring.begin_read(op, kBytes, 0)) != Status::ok)
                    return 1;
                if ((index == 0 ? ring.write(buffer, moved, kLongNs) : ring.read(buffer, moved, kLongNs)) != Status::ok)
                    return 2;
                if (group.arrivals().arrive(op) != Status::ok || group.arrivals().wait_all(op, kLongNs) != Status::ok)
                    return 3;
            }
            const double seconds = static_cast<double>(monotonic_ns() - start) * 1e-9;
            if (index == 0)
                std::printf("%6u B blocks: %.2f GB/s to each of 3 readers\n", block_bytes,
                            kRounds * kBytes / seconds * 1e-9);
            return 0;
        });
    CHECK(ends == std::vector<std::string>(4, "exit 0"));
}
