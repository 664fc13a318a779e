// Whole teams on loopback whose members pass different lengths.
#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>

#include "native/base/random.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/engines/multicast/loopback_teams.hpp"

using namespace shunt;
using namespace shunt::multicast;

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::byte kUntouched{0xa5};
constexpr std::size_t kBehind = 64;  // bytes after the buffer that must stay as they are

std::byte byte_of(int key, std::size_t i) {
    return static_cast<std::byte>(i * 31 + static_cast<std::size_t>(key) * 7 + (i >> 8));
}

/// One broadcast of `sent` bytes into `room` bytes.   Returns: whether it ended correctly: the bytes that fit have
/// arrived, and no others were written.
bool is_bcast_right(MulticastTeam& team, bool is_root, int root, std::size_t room, std::size_t sent, int key) {
    Bytes data(room + kBehind, kUntouched);
    for (std::size_t i = 0; is_root && i < room; ++i) data[i] = byte_of(key, i);
    std::uint64_t came = room;
    CollectiveCall call;
    call.operation = Operation::bcast;
    call.root = root;
    call.receive = std::span(data).first(room);
    call.came = &came;
    const Status status = team.carry(call);
    if (status != (room == sent ? Status::ok : Status::other_length) || came != sent) return false;
    for (std::size_t i = 0; i < std::min(room, sent); ++i)
        if (data[i] != byte_of(key, i)) return false;
    return std::all_of(data.begin() + static_cast<std::ptrdiff_t>(room), data.end(),
                       [](std::byte byte) { return byte == kUntouched; });
}

bool is_barrier_right(MulticastTeam& team) { return team.carry(CollectiveCall{}) == Status::ok; }

/// Lengths that make one packet, a few, many, and more than a ring can hold.
constexpr std::size_t kLengths[] = {0, 1, 1000, 1400, 1401, 40'000, 100'000, 262'144, 600'000};

std::size_t length_of(int rank, int root, int turn, std::uint64_t seed) {
    Random random(seed * 1'000'000 + static_cast<std::uint64_t>(turn) * 1000);
    const std::size_t sent = kLengths[random.below(std::size(kLengths))];
    if (rank == root) return sent;
    Random own(seed * 1'000'000 + static_cast<std::uint64_t>(turn * 1000 + rank + 1));
    return own.chance(1, 2) ? kLengths[own.below(std::size(kLengths))] : own.chance(1, 2) ? sent : sent + own.below(3);
}

}  // namespace

TEST_CASE("a broadcast has its root's length, whatever the others expect, and later calls are right too",
          "[multicast][teams]") {
    const auto node_of =
        GENERATE(std::vector<int>{0, 1, 2}, std::vector<int>{0, 0, 1, 1}, std::vector<int>{0, 1, 0, 1, 2, 2, 1});
    const std::uint64_t seed = GENERATE(1u, 2u, 3u);
    CAPTURE(node_of, seed);
    LoopbackTeams teams(node_of, Cut::nothing);
    const int ranks = static_cast<int>(node_of.size());
    std::atomic<int> wrong{0}, later_wrong{0};
    teams.run([&](int rank, MulticastTeam& team) {
        for (int turn = 0; turn < (kSanitized ? 8 : 30); ++turn) {
            const int root = turn % ranks;  // a leader, a member beside it, a member of another node
            wrong += !is_bcast_right(team, rank == root, root, length_of(rank, root, turn, seed),
                                     length_of(root, root, turn, seed), turn);
            later_wrong += !is_bcast_right(team, rank == 0, 0, 30'000, 30'000, turn);
            later_wrong += turn % 3 == 0 && !is_barrier_right(team);
        }
    });
    CHECK(wrong == 0);
    CHECK(later_wrong == 0);
    CHECK(teams.counted("multicast.switched-off") == 0);
}

TEST_CASE("one rank that expects another length does not disturb the rest", "[multicast][teams]") {
    const int other = GENERATE(0, 1, 2, 3);
    const auto [sent, room] = GENERATE(table<std::size_t, std::size_t>(
        {{1, 0}, {0, 1}, {0, 300'000}, {300'000, 0}, {100, 101}, {50'000, 49'999}, {700'000, 300'000}}));
    CAPTURE(other, sent, room);
    LoopbackTeams teams({0, 0, 1, 1}, Cut::nothing);
    std::atomic<int> wrong{0};
    teams.run([&, sent = sent, room = room](int rank, MulticastTeam& team) {
        for (int root = 0; root < 4; ++root) {
            wrong += !is_bcast_right(team, rank == root, root, rank == other && rank != root ? room : sent, sent, root);
            wrong += !is_bcast_right(team, rank == root, root, 5000, 5000, root);
        }
    });
    CHECK(wrong == 0);
}

TEST_CASE("a root's other length is followed also without multicast, or without UDP", "[multicast][teams]") {
    const auto node_of = GENERATE(std::vector<int>{0, 1, 2}, std::vector<int>{0, 0, 1, 1});
    const Cut cut = GENERATE(Cut::multicast, Cut::all_of_udp);
    const auto [sent, room] =
        GENERATE(table<std::size_t, std::size_t>({{300, 50'000}, {50'000, 300}, {0, 10}, {10, 0}}));
    CAPTURE(node_of, static_cast<int>(cut), sent, room);
    LoopbackTeams teams(node_of, cut);
    std::atomic<int> wrong{0};
    teams.run([&, sent = sent, room = room](int rank, MulticastTeam& team) {
        const bool is_last = rank + 1 == static_cast<int>(node_of.size());
        wrong += !is_bcast_right(team, rank == 0, 0, is_last ? room : sent, sent, 1);
        wrong += !is_bcast_right(team, rank == 0, 0, 2000, 2000, 2);
    });
    CHECK(wrong == 0);
}

TEST_CASE("a scatter with another length on one rank fails there, and the team is used further", "[multicast][teams]") {
    const auto node_of = GENERATE(std::vector<int>{0, 1, 2, 3}, std::vector<int>{0, 0, 1, 1});
    const int other = GENERATE(1, 2, 3);
    CAPTURE(node_of, other);
    LoopbackTeams teams(node_of, Cut::nothing);
    std::atomic<int> wrong{0};
    teams.run([&](int rank, MulticastTeam& team) {
        const std::size_t block = rank == other ? 700 : 500;
        Bytes all(rank == 0 ? 4 * block : 0), own(block);
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = byte_of(3, i);
        CollectiveCall call;
        call.operation = Operation::scatter;
        call.send = all;
        call.receive = own;
        const Status status = team.carry(call);
        wrong += status != (rank == other ? Status::bug : Status::ok);
        for (std::size_t i = 0; rank != other && i < block; ++i)
            wrong += own[i] != byte_of(3, static_cast<std::size_t>(rank) * block + i);
        for (int root = 0; root < 4; ++root) wrong += !is_bcast_right(team, rank == root, root, 90'000, 90'000, root);
        wrong += !is_barrier_right(team);
    });
    CHECK(wrong == 0);
}
