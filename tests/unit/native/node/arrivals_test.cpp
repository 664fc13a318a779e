#include "native/node/arrivals.hpp"

#include <signal.h>

#include <catch2/catch.hpp>

#include "native/base/random.hpp"
#include "processes.hpp"

using namespace shunt;
using namespace shunt::node;
using namespace node_test;

TEST_CASE("all have arrived only when the last member has, and earlier arrivals count for earlier operations",
          "[node][arrivals]") {
    const RingShape shape{3, 2, 128};
    NodeGroup groups[3];
    REQUIRE(groups[0].create(shape, 0, {}).ok());
    REQUIRE(groups[1].join(groups[0], shape, 1, {}).ok());
    REQUIRE(groups[2].join(groups[0], shape, 2, {}).ok());
    Arrivals& leader = groups[0].arrivals();
    CHECK(leader.all_arrived(1) == Status::again);
    REQUIRE(leader.arrive(1) == Status::ok);
    REQUIRE(groups[2].arrivals().arrive(1) == Status::ok);
    CHECK(leader.all_arrived(1) == Status::again);
    CHECK(leader.wait_all(1, 1'000'000) == Status::timeout);
    REQUIRE(groups[1].arrivals().arrive(5) == Status::ok);
    CHECK(leader.all_arrived(1) == Status::ok);
    CHECK(leader.all_arrived(5) == Status::again);
    CHECK(leader.wait_all(1, 0) == Status::ok);
    CHECK(groups[1].arrivals().arrive(5) == Status::bug);
    CHECK(groups[1].arrivals().arrive(4) == Status::bug);
    groups[2].members().leave();
    CHECK(leader.check_peers(1) == Status::ok);
    CHECK(leader.wait_all(5, kForever) == Status::peer_lost);
    CHECK(groups[1].members().troubled_member() == 2);
}

TEST_CASE("no member leaves a barrier before all have entered it", "[node][arrivals]") {
    const std::uint32_t members = GENERATE(2u, 5u, 8u);
    constexpr int kRounds = 200;
    struct Counts {
        std::atomic<int> entered[kRounds + 1];
    };
    Told<Counts> counts;
    const auto ends = run_processes({members, 2, 128}, Backing::automatic, [&](std::uint32_t index, NodeGroup& group) {
        Random random(index);
        for (int round = 1; round <= kRounds; ++round) {
            if (random.chance(1, 50)) usleep(static_cast<useconds_t>(random.below(500)));
            counts->entered[round].fetch_add(1, std::memory_order_relaxed);
            const auto op = static_cast<std::uint64_t>(round);
            if (group.arrivals().arrive(op) != Status::ok || group.arrivals().wait_all(op, kForever) != Status::ok)
                return 1;
            if (counts->entered[round].load(std::memory_order_relaxed) != static_cast<int>(members)) return 2;
        }
        return 0;
    });
    CHECK(ends == std::vector<std::string>(members, "exit 0"));
}

TEST_CASE("a barrier that waits for a killed process ends with peer_lost and its index", "[node][arrivals]") {
    const auto ends = run_processes({3, 2, 128}, Backing::automatic, [&](std::uint32_t index, NodeGroup& group) {
        if (group.arrivals().arrive(1) != Status::ok || group.arrivals().wait_all(1, kForever) != Status::ok) return 1;
        if (index == 2) return raise(SIGKILL);
        if (group.arrivals().arrive(2) != Status::ok || group.arrivals().wait_all(2, kForever) != Status::peer_lost)
            return 2;
        return group.members().troubled_member() == 2 ? 0 : 3;
    });
    CHECK(ends == std::vector<std::string>{"exit 0", "exit 0", "signal 9"});
}
