// Bcasts, reduces and allreduces in two levels, of up to 64 members on any number of nodes in one thread, between other
// operations. Members are slow, die, or have their memory overwritten by mistake.
#include <catch2/catch.hpp>

#include "pipeline_world.hpp"
#include "tests/seeds.hpp"

namespace {

using namespace pipeline_sim;

bool goes_by_levels(const Round& round, const World& world) {
    const bool is_bcast = round.operation == Operation::bcast;
    return world.ways->have_levels() &&
           (is_bcast || round.operation == Operation::reduce || round.operation == Operation::allreduce) &&
           (is_bcast || round.commutes || world.ways->nodes.keep_rank_order());
}

/// Three quarters of the rounds are by levels, where the world allows it.
std::vector<Round> rounds_by_levels(Random& random, const World& world, int count) {
    std::vector<Round> rounds;
    for (int i = 0; i < count; ++i) {
        const bool is_wanted = random.chance(3, 4);
        Round made = Round::make(random, world.size);
        for (int tries = 0; is_wanted && !goes_by_levels(made, world) && tries < 20; ++tries)
            made = Round::make(random, world.size);
        made.by_levels = is_wanted && goes_by_levels(made, world);
        rounds.push_back(std::move(made));
    }
    return rounds;
}

World world_of_nodes(Random& random) {
    const int size =
        random.chance(1, 3) ? 3 + static_cast<int>(random.below(4)) : 2 + static_cast<int>(random.below(63));
    return World(random, false, size, true);
}

TEST_CASE("successive operations in two levels give the right results with slow members and late writes",
          "[pipeline]") {
    int by_levels = 0;
    for (std::uint64_t seed = 3000; seed < end_of_seeds(3000, 200); ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        World world = world_of_nodes(random);
        const std::vector<Round> rounds = rounds_by_levels(random, world, 8);
        for (const Round& round : rounds) by_levels += round.by_levels;
        bool right = false;
        REQUIRE(run(world, rounds, random, 40'000'000, right) == Status::ok);
        REQUIRE(right);
    }
    REQUIRE(by_levels > times_with_seeds(500));
}

TEST_CASE("when a member of a node dies, only members that depend on it wait for ever", "[pipeline]") {
    int hindered = 0, deaths = 0;
    for (std::uint64_t seed = 3400; seed < end_of_seeds(3400, 80); ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        World world = world_of_nodes(random);
        const std::vector<Round> rounds = rounds_by_levels(random, world, 4);
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
        CHECK(stuck.for_living == 0);
        CHECK((stuck.for_dead > 0 || stuck.for_all > 0 || stuck.members == 0));
        hindered += stuck.members;
        ++deaths;
    }
    REQUIRE(deaths > times_with_seeds(40));
    REQUIRE(hindered > times_with_seeds(200));
}

TEST_CASE("a stray write into the words of a node's ring is found, or does no harm", "[pipeline]") {
    int found = 0;
    for (std::uint64_t seed = 3600; seed < end_of_seeds(3600, 300); ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        World world = world_of_nodes(random);
        const std::vector<Round> rounds = rounds_by_levels(random, world, 6);
        bool right = false;
        Status status = run(world, rounds, random, static_cast<long>(random.below(4000)), right);
        REQUIRE(right);
        if (status != Status::timeout) continue;
        const int victim = static_cast<int>(random.below(world.members.size()));
        const auto here = world.ways->on_node_of(victim).size();
        if (here < 2) continue;
        const std::uint64_t at = Member::node_begin(*world.ways, victim) + random.below(1 + here) * 128;
        scribble(world, victim, at + 8 * random.below(2), random);
        status = run(world, rounds, random, 3'000'000, right);
        REQUIRE(right);  // the results delivered so far are right
        REQUIRE((status == Status::ok || status == Status::bug || status == Status::timeout));
        found += status == Status::bug;
    }
    REQUIRE(found > times_with_seeds(20));
}

/// By rank: broadcasts for which some members expect another length than the root's, and between them other operations.
std::vector<std::vector<Round>> rounds_of_differing_lengths(Random& random, const World& world, int count) {
    std::vector<std::vector<Round>> by_rank(world.members.size());
    const bool has_levels = world.ways->have_levels();
    for (int i = 0; i < count; ++i) {
        Round round = rounds_by_levels(random, world, 1).front();
        const bool is_broadcast = random.chance(2, 3);
        while (!is_broadcast && round.operation == Operation::bcast) round = Round::make(random, world.size);
        if (is_broadcast)
            round =
                broadcast_of(random, world.size, static_cast<int>(random.below(by_rank.size())), 1 + random.below(150));
        for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
            const bool is_other = is_broadcast && static_cast<int>(rank) != round.root && random.chance(1, 3);
            by_rank[rank].push_back(is_other ? broadcast_of(random, world.size, round.root, 1 + random.below(150))
                                             : round);
            if (is_broadcast) by_rank[rank].back().by_levels = has_levels;
        }
    }
    return by_rank;
}

TEST_CASE(
    "broadcasts of differing lengths deliver their roots' lengths, whichever member is ahead with other operations",
    "[pipeline]") {
    for (std::uint64_t seed = 3800; seed < end_of_seeds(3800, 120); ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        World world(random, false, 2 + static_cast<int>(random.below(12)), true);
        const auto by_rank = rounds_of_differing_lengths(random, world, 10);
        std::vector<bool> follows(by_rank.size());
        std::size_t over = 0;
        for (long step = 0; step < 4'000'000 && over < by_rank.size(); ++step) {
            if (random.chance(1, 2)) world.network.deliver(random);
            const std::size_t rank = random.below(by_rank.size());
            int& at = world.current[rank];
            if (at == static_cast<int>(by_rank[rank].size())) continue;
            Member& member = *world.members[rank];
            if (at < 0) member.begin(by_rank[rank][static_cast<std::size_t>(at = 0)]);
            const Round& mine = by_rank[rank][static_cast<std::size_t>(at)];
            const Round& roots = by_rank[static_cast<std::size_t>(mine.root)][static_cast<std::size_t>(at)];
            const bool is_broadcast = mine.operation == Operation::bcast;
            const Status status = member.advance();
            if (status == Status::ok) {
                REQUIRE((is_broadcast
                             ? has_what_fits(member, roots.send[static_cast<std::size_t>(roots.root)], mine.elements)
                             : member.has(mine.expected[rank])));
                follows[rank] = false;
                if (++at == static_cast<int>(by_rank[rank].size())) ++over;
                else member.begin(by_rank[rank][static_cast<std::size_t>(at)]);
                continue;
            }
            const bool may_follow = is_broadcast && static_cast<int>(rank) != mine.root && !follows[rank];
            // Other members may have begun the next operation before the root's block arrives here.
            REQUIRE((status == Status::again || (status == Status::bug && may_follow)));
            const std::uint64_t own = mine.elements * sizeof(Affine),
                                bytes = may_follow ? member.root_bytes().value_or(own) : own;
            if (bytes == own) continue;
            follows[rank] = true;
            member.follow_root(bytes, roots);
        }
        REQUIRE(over == by_rank.size());
    }
}

}  // namespace
