// Whole teams on loopback: scatterv, whose blocks go in slices.
#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "tests/unit/native/engines/multicast/loopback_teams.hpp"

using namespace shunt;
using namespace shunt::multicast;

namespace {

using Bytes = std::vector<std::byte>;
using Sizes = std::vector<std::uint64_t>;

std::byte byte_of(std::size_t i) { return static_cast<std::byte>(i * 31 + (i >> 8)); }

std::uint64_t sum_of(const Sizes& sizes, int ranks) {
    return std::accumulate(sizes.begin(), sizes.begin() + ranks, std::uint64_t{0});
}

/// One scatterv of blocks of `sizes`, which the root passes as `told`. `group`: 0, or an opened one.
/// Returns: whether it ended with `expected`, with the rank's block where that is ok.
bool ends(MulticastTeam& team, int rank, const Sizes& sizes, const Sizes& told, std::uint32_t group, Status expected) {
    Bytes all(rank == 0 ? sum_of(told, static_cast<int>(told.size())) : 0);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = byte_of(i);
    Bytes own(sizes[static_cast<std::size_t>(rank)]);
    CollectiveCall call;
    call.operation = Operation::scatterv;
    call.groups = GroupScheme::per_call;
    call.group = group;
    call.receive = own;
    if (rank == 0) call.send = all, call.sizes = told;
    if (team.carry(call) != expected) return false;
    const std::uint64_t begin = sum_of(sizes, rank);
    for (std::size_t i = 0; expected == Status::ok && i < own.size(); ++i)
        if (own[i] != byte_of(begin + i)) return false;
    return true;
}

}  // namespace

TEST_CASE("the blocks of a scatterv go in slices, and each rank keeps its own block", "[multicast][teams]") {
    const auto node_of = GENERATE(std::vector<int>{0, 1, 2, 3}, std::vector<int>{0, 1, 1, 0});
    const Sizes sizes = GENERATE(Sizes{1000, 0, 2 * kSliceBytes, 37}, Sizes{0, kSliceBytes, 0, 0}, Sizes{0, 0, 0, 0},
                                 Sizes{100, 100, 100, 100});
    CAPTURE(node_of, sizes);
    LoopbackTeams teams(node_of, Cut::nothing, Acknowledge::automatic, false, kRescueInAMinuteNs);
    std::atomic<int> wrong{0};
    teams.run([&](int rank, MulticastTeam& team) {
        for (int turn = 0; turn < 3; ++turn) wrong += !ends(team, rank, sizes, sizes, 0, Status::ok);
    });
    CHECK(wrong == 0);
    const std::uint64_t slices = std::max<std::uint64_t>(1, (sum_of(sizes, 4) + kSliceBytes - 1) / kSliceBytes);
    const auto leaders = static_cast<std::uint64_t>(*std::ranges::max_element(node_of) + 1);
    CHECK(teams.counted("multicast.operations") == 3 * (1 + slices) * leaders);
}

TEST_CASE("a root that passes other sizes to an opened group fails there on all ranks, and the team is used further",
          "[multicast][teams]") {
    const auto node_of = GENERATE(std::vector<int>{0, 1, 2, 3}, std::vector<int>{0, 1, 1, 0});
    CAPTURE(node_of);
    LoopbackTeams teams(node_of, Cut::nothing);
    const Sizes sizes{1000, 0, 2 * kSliceBytes, 37}, others{1000, 1, 2 * kSliceBytes, 37};
    std::atomic<int> wrong{0};
    teams.run([&](int rank, MulticastTeam& team) {
        CollectiveCall call;
        call.operation = Operation::scatterv;
        if (rank == 0) call.sizes = sizes;
        OpenedGroup opened;
        wrong += team.open_group(call, opened) != Status::ok;
        wrong += !ends(team, rank, sizes, sizes, opened.number, Status::ok);
        const bool hears =
            rank != 1 || node_of[1] == node_of[2];  // no rank of its node has data, and the root is elsewhere
        wrong += !ends(team, rank, sizes, rank == 0 ? others : sizes, opened.number, hears ? Status::bug : Status::ok);
        wrong += !ends(team, rank, sizes, sizes, opened.number, Status::ok);
        wrong += !ends(team, rank, sizes, sizes, 0, Status::ok);
        team.close_group(opened.number);
    });
    CHECK(wrong == 0);
}
