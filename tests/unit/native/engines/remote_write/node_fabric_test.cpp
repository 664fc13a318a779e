#include <signal.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "node_processes.hpp"

using namespace remote_write_test;

namespace {

/// Sends `count` frames to each other process, in random order and of random lengths, and checks all frames that
/// arrive. In one of `prefers_every` turns, on average, it prefers other processes; 0: never.
int exchange_frames(int process, int processes, int count, std::uint64_t seed, NodeFabric& fabric,
                    std::uint64_t prefers_every = 0) {
    Random random(seed * 64 + static_cast<std::uint64_t>(process));
    std::vector<int> sent(static_cast<std::size_t>(processes)), got(static_cast<std::size_t>(processes));
    const int all = count * (processes - 1);
    int sent_all = 0, got_all = 0;
    while (sent_all < all || got_all < all) {
        bool moved = false;
        if (prefers_every != 0 && random.chance(1, prefers_every)) {
            std::vector<int> preferred;
            for (int i = 0; i < processes; ++i)
                if (random.chance(1, 3)) preferred.push_back(i);
            fabric.prefer(preferred);
        }
        const int to = static_cast<int>(random.below(static_cast<std::uint64_t>(processes)));
        auto& to_count = sent[static_cast<std::size_t>(to)];
        if (to != process && to_count < count) {
            const std::uint64_t bytes = 8 + random.below(random.chance(1, 4) ? kMostFrameBytes - 7 : 100);
            if (std::byte* const room = fabric.reserve(to, bytes)) {
                const auto number = static_cast<std::uint64_t>(to_count);
                std::memcpy(room, &number, 8);
                fill({room + 8, bytes - 8}, process, to, number);
                fabric.publish(to);
                ++to_count, ++sent_all;
                moved = true;
            }
        }
        Fabric::Frame frame;
        while (fabric.next(frame)) {
            std::uint64_t number = 0;
            std::memcpy(&number, frame.bytes.data(), 8);
            auto& from_count = got[static_cast<std::size_t>(frame.process)];
            if (number != static_cast<std::uint64_t>(from_count)) return 1;
            if (!is_right(frame.bytes.subspan(8), frame.process, process, number)) return 2;
            fabric.release(frame);
            ++from_count, ++got_all;
            moved = true;
        }
        if (fabric.failure() != nullptr) return 3;
        if (random.chance(1, 500)) usleep(500);
        if (!moved && (sent_all == all || random.chance(1, 20))) fabric.wait(5'000'000);
    }
    return 0;
}

NodeFabricOptions small_options() {
    NodeFabricOptions options;
    options.inbox.mailbox_bytes = 64 << 10;
    options.ring_bytes = 64 << 10;
    options.spin_ns = 0;
    return options;
}

}  // namespace

TEST_CASE("frames arrive in order and unchanged, from many to many", "[node][remote_write]") {
    const auto [processes, rings, spins] = GENERATE(std::tuple{2, true, true}, std::tuple{2, true, false},
                                                    std::tuple{8, true, false}, std::tuple{8, false, false});
    NodeFabricOptions options = small_options();
    if (spins) options.spin_ns = 20'000;
    if (!rings) options.ring_bytes = 0;  // no ring can be made
    const int count = processes == 2 ? 2000 : 150;
    require_all_well(run_fabrics(processes, options, [=](int process, NodeFabric& fabric, Board&) {
        return exchange_frames(process, processes, count, 7, fabric);
    }));
    REQUIRE(node_test::names_in_shm().empty());
}

TEST_CASE("frames arrive in order while rings are left and made", "[node][remote_write]") {
    const auto [rings, every] = GENERATE(table<int, int>({{1, 20}, {2, 5}, {2, 50}, {3, 200}}));
    NodeFabricOptions options = small_options();
    options.rings_most = static_cast<std::uint32_t>(rings);
    require_all_well(run_fabrics(6, options, [=](int process, NodeFabric& fabric, Board&) {
        return exchange_frames(process, 6, 400, 17, fabric, static_cast<std::uint64_t>(every));
    }));
    REQUIRE(node_test::names_in_shm().empty());
}

TEST_CASE("rings are left and made beside threads that wait", "[node][remote_write]") {
    NodeFabricOptions options = small_options();
    options.rings_most = 1;
    options.spin_ns = GENERATE(0, 20'000);
    require_all_well(run_fabrics_in_threads(3, options, [](int process, NodeFabric& fabric, Board&) {
        std::atomic<bool> over{false};
        std::thread waiter([&] {
            while (!over.load()) fabric.wait(1'000'000);
        });
        const int end = exchange_frames(process, 3, 1000, 13, fabric, 10);
        over = true;
        waiter.join();
        return end;
    }));
}

TEST_CASE("frames between threads, beside a thread that waits", "[node][remote_write]") {
    NodeFabricOptions options = small_options();
    options.spin_ns = GENERATE(0, 20'000);
    require_all_well(run_fabrics_in_threads(2, options, [](int process, NodeFabric& fabric, Board&) {
        std::atomic<bool> over{false};
        std::thread waiter([&] {
            while (!over.load()) fabric.wait(1'000'000);
        });
        const int end = exchange_frames(process, 2, 1000, 11, fabric);
        over = true;
        waiter.join();
        return end;
    }));
}

TEST_CASE("a process that sleeps is waked by a frame", "[node][remote_write]") {
    NodeFabricOptions options = small_options();
    options.spin_ns = GENERATE(0, 20'000);
    require_all_well(run_fabrics(2, options, [=](int process, NodeFabric& fabric, Board&) {
        const int other = 1 - process;
        for (int i = 0; i < 200; ++i) {
            if (i % 2 == process) {
                if (i % 20 < 2) usleep(3000);
                while (fabric.reserve(other, 8) == nullptr) fabric.wait(1'000'000);
                fabric.publish(other);
                continue;
            }
            Fabric::Frame frame;
            const std::int64_t start = monotonic_ns();
            while (!fabric.next(frame)) fabric.wait(10'000'000'000);
            fabric.release(frame);
            if (monotonic_ns() - start > 60'000'000) return 1;  // the call was lost: the wait ended by its own timeout
        }
        return 0;
    }));
}

TEST_CASE("garbage in shared memory ends with an error text, never with a crash", "[node][remote_write]") {
    const int seed = GENERATE(range(0, 40));
    Random random(static_cast<std::uint64_t>(seed));
    const NodeFabricOptions options = small_options();
    const auto sides = two_sides(options);
    // Some valid frames, then random words over the inbox of process 1.
    for (int i = 0; i < seed % 12; ++i) {
        std::byte* const room = sides[0]->reserve(1, 100);
        REQUIRE(room != nullptr);
        std::memset(room, 0, 100);
        sides[0]->publish(1);
    }
    node::Segment segment;
    REQUIRE(node::Segment::attach(sides[1]->ticket().segment, segment).ok());
    const auto memory = segment.memory();
    const std::uint64_t from = seed % 2 == 0 ? 0 : Inbox::bytes_needed(options.inbox) - options.inbox.mailbox_bytes;
    for (std::uint64_t at = from; at < memory.size() - 8; at += 8) {
        const std::uint64_t word = random.next() >> random.below(64) | 1;
        std::memcpy(memory.data() + at, &word, 8);
    }
    Fabric::Frame frame;
    for (int i = 0; i < 100 && sides[1]->next(frame); ++i) sides[1]->release(frame);
    REQUIRE(sides[1]->failure() != nullptr);
    REQUIRE(std::string(sides[1]->failure()).find("overwritten") != std::string::npos);
    REQUIRE_FALSE(sides[1]->next(frame));
}

TEST_CASE("a receiver learns whether its sender copies long frames fast, also by another ring",
          "[node][remote_write]") {
    NodeFabricOptions options = small_options();
    options.rings_most = 1;
    const auto sides = two_sides(options);
    NodeFabric &sender = *sides[0], &receiver = *sides[1];
    const auto passes = [&](std::size_t bytes) {
        std::byte* const room = sender.reserve(1, bytes);
        REQUIRE(room != nullptr);
        if (bytes >= kLongFrameBytes) sender.begin_copy(1);
        fill({room, bytes}, 0, 1, 1);
        if (bytes >= kLongFrameBytes) sender.end_copy(1, bytes);
        sender.publish(1);
        Fabric::Frame frame;
        while (!receiver.next(frame)) {}
        const bool is_in_common = frame.way == Way::common_mailbox;
        receiver.release(frame);
        return is_in_common;
    };
    CHECK_FALSE(sender.prefers_frame_to(1));  // there is no ring yet
    while (passes(8)) {}
    CHECK(sender.prefers_frame_to(1));  // in order to measure
    CHECK_FALSE(receiver.prefers_frame_from(0));
    for (int i = 0; i < 40; ++i) passes(kMostFrameBytes);
    const bool is_fast = sender.prefers_frame_to(1) && sender.prefers_frame_to(1);  // slow frames are not tried twice
    CHECK(receiver.prefers_frame_from(0) == is_fast);
    CHECK_FALSE(sender.prefers_frame_from(1));  // a process from which it has received nothing

    const int none[] = {2};
    sender.prefer(none);
    while (!passes(8)) {}
    CHECK_FALSE(receiver.prefers_frame_from(0));
    const int again[] = {1};
    sender.prefer(again);
    while (passes(8)) {}
    for (std::uint32_t i = 0; i < FrameRate::kTimedEach; ++i) passes(kMostFrameBytes);
    CHECK(receiver.prefers_frame_from(0) == (sender.prefers_frame_to(1) && sender.prefers_frame_to(1)));
}
