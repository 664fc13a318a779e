// Two trees of up to 1024 members in one thread: every root. Members are slow, die, or have their memory overwritten by
// mistake.
#include <catch2/catch.hpp>

#include "pipeline_world.hpp"
#include "tests/seeds.hpp"

namespace {

using namespace pipeline_sim;

/// A round that the trees carry.
Round tree_round(Random& random, int size) {
    for (;;) {
        Round made = Round::make(random, size);
        made.by_tree = true;
        if (trees_carry(made.operation)) return made;
    }
}

std::vector<Round> tree_rounds(Random& random, int size, int count) {
    std::vector<Round> rounds;
    for (int i = 0; i < count; ++i) rounds.push_back(tree_round(random, size));
    return rounds;
}

TEST_CASE("successive operations through two trees give the right results with slow members and late writes",
          "[pipeline]") {
    for (std::uint64_t seed = 2000; seed < end_of_seeds(2000, 120); ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        World world(random, false);
        bool right = false;
        REQUIRE(run(world, tree_rounds(random, world.size, 8), random, 40'000'000, right) == Status::ok);
        REQUIRE(right);
    }
}

TEST_CASE("two trees of many members give the right results", "[pipeline]") {
    for (const int size : {255, 256, 257, kSanitized ? 300 : 1024}) {
        const std::uint64_t seed = 2200 + static_cast<std::uint64_t>(size);
        INFO("seed " << seed << ", " << size << " members");
        Random random(seed);
        World world(random, false, size);
        bool right = false;
        REQUIRE(run(world, tree_rounds(random, size, 3), random, 200'000'000, right) == Status::ok);
        REQUIRE(right);
    }
}

TEST_CASE("a broadcast uses its root's length and way, whatever the others expect, and so do the next broadcasts",
          "[pipeline]") {
    for (std::uint64_t seed = 12000; seed < end_of_seeds(12000, 60); ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        World world(random, false, 2 + static_cast<int>(random.below(12)));
        const auto size = static_cast<std::size_t>(world.size);
        for (int turn = 0; turn < 12; ++turn) {
            const int root = static_cast<int>(random.below(size));
            std::vector<Round> rounds;
            for (std::size_t rank = 0; rank < size; ++rank) {
                const bool is_other = static_cast<int>(rank) != root && random.chance(1, 3);
                rounds.push_back(broadcast_of(random, world.size, root,
                                              is_other || rank == 0 ? 1 + random.below(150) : rounds[0].elements));
            }
            const Round& roots = rounds[static_cast<std::size_t>(root)];
            const std::vector<Affine>& sent = roots.send[static_cast<std::size_t>(root)];
            for (std::size_t rank = 0; rank < size; ++rank) world.members[rank]->begin(rounds[rank]);
            std::vector<bool> over(size), follows(size);
            std::size_t left = size;
            for (long step = 0; step < 400'000 && left > 0; ++step) {
                world.network.deliver(random);
                const std::size_t which = random.below(size);
                if (over[which]) continue;
                Member& member = *world.members[which];
                const Status status = member.advance();
                if (status == Status::ok) {
                    over[which] = true;
                    --left;
                    REQUIRE(has_what_fits(member, sent, rounds[which].elements));
                    continue;
                }
                const bool may_follow = static_cast<int>(which) != root && !follows[which];
                const std::uint64_t own = rounds[which].elements * sizeof(Affine),
                                    bytes = may_follow ? member.root_bytes().value_or(own) : own;
                if (bytes == own) {
                    REQUIRE(status == Status::again);
                    continue;
                }
                follows[which] = true;
                member.follow_root(bytes, roots);
            }
            REQUIRE(left == 0);
        }
    }
}

TEST_CASE(
    "when a member of the trees dies, only members that depend on it wait for ever, and nothing wrong is delivered",
    "[pipeline]") {
    int hindered = 0, deaths = 0;
    for (std::uint64_t seed = 2400; seed < end_of_seeds(2400, 60); ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        World world(random, false);
        const std::vector<Round> rounds = tree_rounds(random, world.size, 4);
        bool right = false;
        Status status = run(world, rounds, random, static_cast<long>(random.below(6000)), right);
        REQUIRE(right);
        if (status != Status::timeout) continue;
        const std::size_t victim = random.below(world.members.size());
        world.slowness[victim] = ~std::uint64_t{0};
        status = run(world, rounds, random, 400'000, right);
        REQUIRE(right);
        REQUIRE(status == Status::timeout);
        const Stuck stuck = stuck_behind(world, victim, rounds.size());
        REQUIRE(stuck.for_all == 0);
        CHECK(stuck.for_living == 0);
        CHECK((stuck.for_dead > 0 || stuck.members == 0));
        hindered += stuck.members;
        ++deaths;
    }
    REQUIRE(deaths > times_with_seeds(30));
    REQUIRE(hindered > times_with_seeds(200));
}

TEST_CASE("a stray write into the words and stamps of a tree is found, or does no harm", "[pipeline]") {
    int found = 0;
    for (std::uint64_t seed = 2600; seed < end_of_seeds(2600, 120); ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        World world(random, false);
        const std::vector<Round> rounds = tree_rounds(random, world.size, 6);
        bool right = false;
        Status status = run(world, rounds, random, static_cast<long>(random.below(4000)), right);
        REQUIRE(right);
        if (status != Status::timeout) continue;
        const int victim = static_cast<int>(random.below(world.members.size()));
        const std::uint64_t begin = Member::tree_begin(*world.ways, victim, static_cast<int>(random.below(2)));
        const std::uint64_t at =
            begin + random.below(1 + world.ways->tree_peers[static_cast<std::size_t>(victim)].size() + 3) * 128;
        scribble(world, victim, at, random);
        status = run(world, rounds, random, 3'000'000, right);
        REQUIRE(right);  // the results delivered so far are right
        REQUIRE((status == Status::ok || status == Status::bug || status == Status::timeout));
        found += status == Status::bug;
    }
    REQUIRE(found > times_with_seeds(20));
}

}  // namespace
