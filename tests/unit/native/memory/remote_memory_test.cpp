#include <signal.h>
#include <sys/mman.h>
#include <time.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <limits>
#include <thread>

#include "members.hpp"

using namespace shunt;
using namespace shunt::memory;
using namespace remote_test;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::vector<std::string> all_well(int size) {
    return std::vector<std::string>(static_cast<std::size_t>(size), "exit 0");
}

/// Ends this process by SIGKILL, at any instruction.
void die_in_ms(long ms) {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGKILL;
    timer_t timer;
    const itimerspec when{{0, 0}, {0, ms * 1'000'000}};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &when, nullptr);
}

Transport each_transport() {
    const auto all = ways();
    return all[static_cast<std::size_t>(GENERATE_COPY(range(0, static_cast<int>(all.size()))))];
}

}  // namespace

TEST_CASE("random puts and words among all members arrive whole and in order", "[remote]") {
    const Transport way = each_transport();
    const int size = GENERATE(1, 2, 3, 6);
    const std::uint64_t seed = 20261121;
    CAPTURE(way.name, size, seed);
    const auto ends = run_members(size, streams_window_bytes(size), [&](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!way.open(setup, memory).ok()) return 100;
        const int failed = all_to_all_streams(*memory, setup.rank, size, seed, size == 6 ? 60 : 200);
        return meet(board, size) ? failed : 101;
    });
    CHECK(ends == all_well(size));
}

TEST_CASE("members of one process race nowhere", "[remote]") {
    const Transport way = each_transport();
    CAPTURE(way.name);
    constexpr int kSize = 3;
    const auto board = std::make_unique<Board>();
    std::atomic<int> failed{0};
    std::vector<std::thread> threads;
    for (int rank = 0; rank < kSize; ++rank)
        threads.emplace_back([&, rank] {
            std::unique_ptr<RemoteMemory> memory;
            const Outcome opened = way.open(setup_of(*board, rank, kSize, streams_window_bytes(kSize)), memory);
            if (!opened.ok() || all_to_all_streams(*memory, rank, kSize, 5, 100) != 0) ++failed;
            if (!meet(*board, kSize)) ++failed;
        });
    for (auto& thread : threads) thread.join();
    CHECK(failed == 0);
}

TEST_CASE("windows are zero-filled, begin at a page and may differ in size", "[remote]") {
    const Transport way = each_transport();
    CAPTURE(way.name);
    const auto ends = run_members(3, 0, [&](Board& board, Setup setup) {
        setup.windows = {0, 5000, 10'000};
        std::unique_ptr<RemoteMemory> memory;
        if (!way.open(setup, memory).ok()) return 100;
        const auto window = memory->window();
        if (window.size() != setup.own_window() || reinterpret_cast<std::uintptr_t>(window.data()) % 4096 != 0)
            return 1;
        for (const std::byte each : window)
            if (each != std::byte{0}) return 2;
        return meet(board, 3) ? 0 : 101;
    });
    CHECK(ends == all_well(3));
}

TEST_CASE("a put outside the window is a bug and writes nothing", "[remote]") {
    const Transport way = each_transport();
    CAPTURE(way.name);
    const auto ends = run_members(2, 4096, [&](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!way.open(setup, memory).ok()) return 100;
        const int peer = 1 - setup.rank;
        const std::vector<std::byte> data(100, std::byte{7});
        constexpr auto kEnd = std::numeric_limits<std::uint64_t>::max();
        for (const std::uint64_t offset : {std::uint64_t{4000}, std::uint64_t{4096}, kEnd - 50, kEnd})
            if (memory->put(peer, offset, data, nullptr) != Status::bug) return 1;
        for (const std::uint64_t offset : {std::uint64_t{4096}, std::uint64_t{4}, kEnd - 7})
            if (memory->put_word(peer, offset, 1) != Status::bug) return 2;
        for (const int nobody : {-1, 2, 1'000'000})
            if (memory->put(nobody, 0, data, nullptr) != Status::bug || memory->put_word(nobody, 0, 1) != Status::bug)
                return 3;
        // The last word is inside the window, and shows that the memory still works.
        if (memory->put_word(peer, 4088, 9) != Status::ok) return 4;
        if (memory->wait([&] { return word_at(memory->window(), 4088) == 9; }, 20 * kSecond) != Status::ok) return 5;
        for (const std::byte each : memory->window().first(4088))
            if (each != std::byte{0}) return 6;
        return meet(board, 2) ? 0 : 101;
    });
    CHECK(ends == all_well(2));
}

TEST_CASE("a wait that nothing ends runs into its timeout, and one without time asks once", "[remote]") {
    const Transport way = each_transport();
    CAPTURE(way.name);
    const auto ends = run_members(2, 4096, [&](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!way.open(setup, memory).ok()) return 100;
        int asked = 0;
        if (memory->wait([&] { return ++asked > 1000'000'000; }, 0) != Status::timeout || asked != 1) return 1;
        if (memory->wait([] { return false; }, kSecond / 20) != Status::timeout) return 2;
        if (memory->wait([] { return true; }, 0) != Status::ok || memory->lost_peer() != -1) return 3;
        return meet(board, 2) ? 0 : 101;
    });
    CHECK(ends == all_well(2));
}

TEST_CASE("a member killed while others wait is lost to all of them, and its earlier puts count", "[remote]") {
    const Transport way = each_transport();
    const bool in_mid_put = GENERATE(false, true);
    CAPTURE(way.name, in_mid_put);
    constexpr int kSize = 3, kVictim = 1;
    const auto ends = run_members(kSize, std::size_t{1} << 20, [&](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!way.open(setup, memory).ok()) return 100;
        if (setup.rank == kVictim) {
            for (const int peer : {0, 2})
                if (memory->put_word(peer, 8, 77) != Status::ok) return 1;
            if (memory->wait([&] { return memory->progress() == Status::ok; }, 20 * kSecond) != Status::ok) return 2;
            const std::vector<std::byte> data(900'000, std::byte{1});
            die_in_ms(50);
            while (in_mid_put) {
                const Status status = memory->put(2, 64, data, nullptr);
                if (status != Status::ok && status != Status::again) return 3;
                (void)memory->progress();
            }
            return 4 + static_cast<int>(memory->wait([] { return false; }, 20 * kSecond));
        }
        const Status status = memory->wait([] { return false; }, 20 * kSecond);
        if (status != Status::peer_lost || memory->lost_peer() != kVictim) return 10 + static_cast<int>(status);
        if (memory->wait([&] { return word_at(memory->window(), 8) == 77; }, 0) != Status::ok) return 4;
        if (memory->put_word(kVictim, 0, 1) != Status::peer_lost) return 5;
        ++board.steps[0];  // the other survivor may still be polling
        return node_test::wait_for(board.steps[0], kSize - 1) ? 0 : 101;
    });
    CHECK(ends == std::vector<std::string>{"exit 0", "signal 9", "exit 0"});
}

TEST_CASE("a waiting member gets peer_lost when another has closed its end", "[remote]") {
    const Transport way = each_transport();
    CAPTURE(way.name);
    const auto ends = run_members(2, 4096, [&](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!way.open(setup, memory).ok()) return 100;
        if (memory->put_word(1 - setup.rank, 0, 1) != Status::ok) return 1;
        if (memory->wait([&] { return word_at(memory->window(), 0) == 1; }, 20 * kSecond) != Status::ok) return 2;
        if (!meet(board, 2)) return 101;
        if (setup.rank == 1) return 0;
        const Status status = memory->wait([] { return false; }, 20 * kSecond);
        return status == Status::peer_lost && memory->lost_peer() == 1 ? 0 : 3;
    });
    CHECK(ends == all_well(2));
}

TEST_CASE("a member that only polls loses a killed member", "[remote]") {
    const Transport way = each_transport();
    CAPTURE(way.name);
    const auto ends = run_members(3, 4096, [&](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!way.open(setup, memory).ok()) return 100;
        const auto told = [&] { return word_at(memory->window(), 8) == 1; };
        if (setup.rank == 1) {
            if (memory->wait(told, 20 * kSecond) != Status::ok) return 1;
            raise(SIGKILL);
        }
        if (setup.rank == 0) {
            if (memory->put_word(1, 8, 1) != Status::ok) return 2;
            Status status = Status::timeout;
            for (const auto end = monotonic_ns() + 20 * kSecond; status == Status::timeout && monotonic_ns() < end;)
                status = memory->wait([] { return false; }, 0);
            if (status != Status::peer_lost || memory->lost_peer() != 1) return 3;
        }
        ++board.steps[0];
        return node_test::wait_for(board.steps[0], 2) ? 0 : 101;
    });
    CHECK(ends == std::vector<std::string>{"exit 0", "signal 9", "exit 0"});
}

TEST_CASE("kept data arrive although their sender has unmapped their memory", "[remote]") {
    const Transport way = each_transport();
    CAPTURE(way.name);
    constexpr std::size_t kBytes = 20 * 4096;
    const auto ends = run_members(3, kBytes + 8, [&](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!way.open(setup, memory).ok()) return 100;
        if (setup.rank == 2) {  // of another node, where there are several
            if (!node_test::wait_for(board.steps[0], 1)) return 101;
            if (memory->wait([&] { return word_at(memory->window(), kBytes) == 1; }, 20 * kSecond) != Status::ok)
                return 1;
            for (std::size_t i = 0; i < kBytes; ++i)
                if (memory->window()[i] != node_test::pattern(7, i)) return 2;
        }
        if (setup.rank == 0) {
            void* const mapped = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            const std::span data(static_cast<std::byte*>(mapped), kBytes);
            for (std::size_t i = 0; i < kBytes; ++i) data[i] = node_test::pattern(7, i);
            Registration registration;
            if (!memory->register_memory(data, registration).ok()) return 3;
            if (memory->put(2, 0, data, &registration) != Status::ok) return 4;
            if (memory->put_word(2, kBytes, 1) != Status::ok) return 5;
            memory->keep_posted();
            if (memory->completed(2) != memory->posted(2)) return 6;
            memory->deregister(registration);
            munmap(mapped, kBytes);
            ++board.steps[0];
            if (memory->wait([&] { return memory->progress() == Status::ok; }, 20 * kSecond) != Status::ok) return 7;
        }
        return meet(board, 3) ? 0 : 101;
    });
    CHECK(ends == all_well(3));
}
