#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstring>

#include "members.hpp"
#include "native/base/clock.hpp"

using namespace shunt;
using namespace shunt::memory;
using namespace remote_test;

namespace {

constexpr std::int64_t kTimeoutNs = 20'000'000'000;
constexpr std::size_t kMost = std::size_t{16} << 20;
constexpr std::size_t kDataAt = 4096;

int rounds_for(std::size_t bytes) { return bytes <= 4096 ? 3000 : bytes <= (256 << 10) ? 300 : 30; }

struct Player {
    RemoteMemory& memory;
    int rank;
    std::vector<std::byte> data = std::vector<std::byte>(kMost, std::byte{1});
    std::uint64_t count = 0;

    bool await(Condition ready) { return memory.wait(ready, kTimeoutNs) == Status::ok; }
    bool receive() {
        return await([&] { return word_at(memory.window(), 0) >= count; });
    }
    bool send(std::span<const std::byte> bytes, const Registration& from) {
        const int peer = 1 - rank;
        if (!bytes.empty() && !await([&] { return memory.put(peer, kDataAt, bytes, &from) != Status::again; }))
            return false;
        return await([&] { return memory.put_word(peer, 0, count) != Status::again; });
    }
    /// Median microseconds in one direction, half a round trip of a put and its word; less than 0: it failed.
    double one_way_us(std::size_t bytes, int rounds) {
        Registration from;
        if (!memory.register_memory(std::span(data).first(bytes), from).ok()) return -1;
        std::vector<double> times;
        for (int i = 0; i < rounds; ++i) {
            const std::int64_t start = monotonic_ns();
            ++count;
            if (rank == 1 && !receive()) return -1;
            if (!send(std::span(data).first(bytes), from)) return -1;
            if (rank == 0 && !receive()) return -1;
            times.push_back(static_cast<double>(monotonic_ns() - start) / 2e3);
        }
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }
    /// Microseconds of a read from the peer's own memory.
    double read_us(Place from, std::size_t bytes, int rounds) {
        const std::int64_t start = monotonic_ns();
        for (int i = 0; i < rounds; ++i)
            if (memory.read(1 - rank, from, std::span(data).first(bytes)) != Status::ok) return -1;
        return static_cast<double>(monotonic_ns() - start) / 1e3 / rounds;
    }
};

double memcpy_us(std::size_t bytes, int rounds) {
    std::vector<std::byte> from(bytes, std::byte{1}), to(bytes, std::byte{2});
    const std::int64_t start = monotonic_ns();
    for (int i = 0; i < rounds; ++i) {
        std::memcpy(to.data(), from.data(), bytes);
        asm volatile("" : : "r"(to.data()) : "memory");
    }
    return static_cast<double>(monotonic_ns() - start) / 1e3 / rounds;
}

double rate(std::size_t bytes, double us) { return static_cast<double>(bytes) / 1e3 / us; }

/// Returns: 0 when all succeeded.
int play_puts(Player& player, const std::string& title) {
    const bool prints = player.rank == 0;
    if (player.one_way_us(kMost, 3) < 0) return 1;
    if (prints)
        std::printf("%s\n%10s %12s %8s %12s %8s\n", title.c_str(), "bytes", "one way us", "GB/s", "memcpy us", "GB/s");
    for (std::size_t bytes = 0; bytes <= kMost; bytes = bytes == 0 ? 64 : bytes * 4) {
        const double put = player.one_way_us(bytes, rounds_for(bytes));
        if (put < 0) return 2;
        if (!prints) continue;
        const double copy = memcpy_us(bytes, rounds_for(bytes));
        std::printf("%10zu %12.2f %8.2f %12.2f %8.2f\n", bytes, put, rate(bytes, put), copy, rate(bytes, copy));
    }
    return 0;
}

int play_reads(Player& player) {
    const auto own = reinterpret_cast<std::uint64_t>(player.data.data());
    if (player.memory.put_word(1 - player.rank, 8, own) != Status::ok) return 3;
    if (!player.await([&] { return word_at(player.memory.window(), 8) != 0; })) return 4;
    const Place place{word_at(player.memory.window(), 8), 0};
    if (player.rank == 0) std::printf("read out of the other process\n%10s %12s %8s\n", "bytes", "us", "GB/s");
    for (std::size_t bytes = 4096; player.rank == 0 && bytes <= kMost; bytes *= 4) {
        const double us = player.read_us(place, bytes, rounds_for(bytes));
        if (us < 0) return 5;
        std::printf("%10zu %12.2f %8.2f\n", bytes, us, rate(bytes, us));
    }
    return 0;
}

}  // namespace

TEST_CASE("figures of puts, words and reads between two processes", "[.figure]") {
    const Transport way = ways()[static_cast<std::size_t>(GENERATE(0, 1, 2))];
    const int cores = GENERATE(3, 1);
    // In the mixed way a third member is on another node: then the two of one node must also poll sockets.
    const int size = std::string(way.name) == "mixed" ? 3 : 2;
    const auto ends = run_members(size, kMost + kDataAt, [&](Board& board, Setup setup) {
        setup.cores = cores;
        std::unique_ptr<RemoteMemory> memory;
        if (!way.open(setup, memory).ok()) return 100;
        int failed = 0;
        Player player{*memory, setup.rank};
        if (setup.rank < 2) {
            failed =
                play_puts(player, std::string(way.name) + (cores > 1 ? ", waits spin, then sleep" : ", waits sleep"));
            if (failed == 0 && cores > 1 && size == 2 && memory->traits().reads_peers) failed = play_reads(player);
            if (!player.await([&] { return memory->progress() == Status::ok; })) failed = 6;
        }
        std::fflush(stdout);
        // The third member sleeps outside the memory's wait, so that it takes no time from the other two.
        while (setup.rank == 2 && board.arrived < 2) usleep(10'000);
        return meet(board, size) ? failed : 101;
    });
    CHECK(ends == std::vector<std::string>(static_cast<std::size_t>(size), "exit 0"));
}
