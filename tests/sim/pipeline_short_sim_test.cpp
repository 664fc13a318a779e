// Short vectors through lanes: long runs in which slots and bytes are reused, members far behind, stray writes, members
// that disagree.
#include <catch2/catch.hpp>

#include <vector>

#include "pipeline_world.hpp"
#include "tests/seeds.hpp"

namespace {

using namespace shunt;
using namespace shunt::pipeline;
using namespace pipeline_sim;

constexpr std::uint64_t kMostElements = Mailboxes::kMostBytes / sizeof(Affine);

/// A round that lanes carry, of any length that they accept.
Round short_round(Random& random, int size) {
    Round it = Round::make(random, size);
    it.by_tree = true;
    if (!it.counts.empty() || it.operation == Operation::reduce_scatter_block) return it;
    it.elements = random.chance(1, 2)   ? 1 + random.below(4)
                  : random.chance(1, 8) ? kMostElements
                                        : 1 + random.below(kMostElements);
    for (std::vector<Affine>& vector : it.send)
        vector.assign(it.elements, {random.below(Affine::kPrime), random.below(Affine::kPrime)});
    it.expected.clear();
    it.expect(size);
    return it;
}

std::vector<Round> short_rounds(Random& random, int size, int count) {
    std::vector<Round> rounds;
    for (int i = 0; i < count; ++i) rounds.push_back(short_round(random, size));
    return rounds;
}

TEST_CASE("short vectors through lanes give the right results with slow members", "[pipeline][short]") {
    for (std::uint64_t seed = 5000; seed < end_of_seeds(5000, 30); ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        World world(random, true, 2 + static_cast<int>(random.below(5)));
        const std::vector<Round> rounds = short_rounds(random, world.size, 300);
        bool right = false;
        REQUIRE(run(world, rounds, random, 40'000'000, right) == Status::ok);
        REQUIRE(right);
    }
}

/// A round of `operation` on two elements. Rank 0 is the root of broadcasts, the last rank that of reductions.
Round round_of(Operation operation, int size, Random& random) {
    Round round = Round::make(random, size);
    while (round.operation != operation) round = Round::make(random, size);
    round.by_tree = true;
    round.root = operation == Operation::bcast ? 0 : size - 1;
    round.elements = 2 + random.below(100);
    for (std::vector<Affine>& vector : round.send)
        vector.assign(round.elements, {random.below(Affine::kPrime), random.below(Affine::kPrime)});
    round.expected.clear();
    round.expect(size);
    return round;
}

/// Runs `rounds` on `member`; each must end at its first poll.
void pass(Member& member, std::size_t rank, const std::vector<Round>& rounds) {
    for (const Round& round : rounds) {
        member.begin(round);
        Status status = member.advance();
        for (int looks = 0; looks < 3 && status == Status::again; ++looks) status = member.advance();
        REQUIRE(status == Status::ok);
        REQUIRE(member.has(round.expected[rank]));
    }
}

TEST_CASE("a member that only sends is ahead of members that are late, by more calls than its lane has slots",
          "[pipeline][short]") {
    Random random(1);
    constexpr int kMembers = 3;
    constexpr std::size_t kCalls = 1000;
    Network network(kMembers, 100);
    const Ways ways(std::vector<int>(kMembers, 0));
    for (const Operation operation : {Operation::bcast, Operation::reduce, Operation::scan, Operation::exscan}) {
        INFO(static_cast<int>(operation));
        Member::make_windows(network, true, ways);
        std::vector<std::unique_ptr<Member>> members;
        for (int rank = 0; rank < kMembers; ++rank)
            members.push_back(std::make_unique<Member>(network, rank, true, ways, 0));
        std::vector<Round> rounds;
        for (std::size_t i = 0; i < kCalls; ++i) rounds.push_back(round_of(operation, kMembers, random));
        pass(*members[0], 0, rounds);
        CHECK(members[0]->has_set_aside());
        std::size_t at[kMembers] = {};
        for (int rank : {1, 2}) members[static_cast<std::size_t>(rank)]->begin(rounds[0]);
        for (long step = 0; step < 1'000'000 && (at[1] < kCalls || at[2] < kCalls); ++step) {
            members[0]->drain();
            members[1]->drain();
            const std::size_t which = 1 + random.below(2);
            if (at[which] == kCalls) continue;
            if (members[which]->advance() == Status::again) continue;
            REQUIRE(members[which]->has(rounds[at[which]].expected[which]));
            if (++at[which] < kCalls) members[which]->begin(rounds[at[which]]);
        }
        CHECK(at[1] == kCalls);
        CHECK(at[2] == kCalls);
    }
}

TEST_CASE("a member waits for members that only read as long as they advance, and within its patience",
          "[pipeline][short]") {
    Random random(1);
    World world(random, true, 3);
    Network network(3, 100);
    Member::make_windows(network, true, *world.ways);
    std::vector<std::unique_ptr<Member>> members;
    for (int rank = 0; rank < 3; ++rank)
        members.push_back(std::make_unique<Member>(network, rank, true, *world.ways));  // unlimited patience
    const Round round = round_of(Operation::bcast, 3, random);
    int ahead = 0;
    for (members[0]->begin(round); members[0]->advance() == Status::ok; members[0]->begin(round)) ++ahead;
    CHECK(ahead > 8);
    CHECK(ahead <= static_cast<int>(Mailboxes::kSlots));
    pass(*members[1], 1, std::vector<Round>(static_cast<std::size_t>(ahead), round));
    REQUIRE(members[0]->advance() == Status::again);  // the third member has not begun
    pass(*members[2], 2, std::vector<Round>(static_cast<std::size_t>(ahead), round));
    REQUIRE(members[0]->advance() == Status::ok);
    CHECK(!members[0]->has_set_aside());
}

TEST_CASE("a member for whose vectors no thread can be made waits for members that are late", "[pipeline][short]") {
    Random random(1);
    World world(random, true, 2);
    Network network(2, 100);
    Member::make_windows(network, true, *world.ways);
    bool (*const fails)(const std::shared_ptr<MailboxBacklog>&) = [](const auto&) { return false; };
    Member root(network, 0, true, *world.ways, 0, fails), late(network, 1, true, *world.ways);
    const Round round = round_of(Operation::bcast, 2, random);
    int ahead = 0;
    for (root.begin(round); ahead < 1000 && root.advance() == Status::ok; root.begin(round)) ++ahead;
    REQUIRE(root.advance() == Status::again);
    CHECK(ahead <= static_cast<int>(Mailboxes::kSlots));
    pass(late, 1, std::vector<Round>(static_cast<std::size_t>(ahead), round));
    REQUIRE(root.advance() == Status::ok);
    pass(late, 1, {round});
}

TEST_CASE("a stray write into a lane's stamps and counts is found, or does no harm", "[pipeline][short]") {
    int found = 0;
    for (std::uint64_t seed = 6000; seed < end_of_seeds(6000, 160); ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        World world(random, true, 2 + static_cast<int>(random.below(4)));
        const std::vector<Round> rounds = short_rounds(random, world.size, 100);
        bool right = false;
        Status status = run(world, rounds, random, static_cast<long>(random.below(2000)), right);
        REQUIRE(right);
        if (status != Status::timeout) continue;
        const std::size_t victim = random.below(world.members.size());
        const std::uint64_t at = Member::lanes_at(world.size) + 128 * random.below(1 + Mailboxes::kSlots);
        scribble(world, static_cast<int>(victim), at, random);
        status = run(world, rounds, random, 300'000, right);
        REQUIRE(right);  // the results delivered so far are right
        REQUIRE(status != Status::timeout);
        found += status == Status::bug;
    }
    REQUIRE(found > times_with_seeds(20));
}

TEST_CASE("members learn that they disagree about a short call", "[pipeline][short]") {
    Random random(3);
    for (const int what : {0, 1}) {
        World world(random, true, 2);
        Round round = Round::make(random, 2);
        while (round.operation != Operation::allreduce) round = Round::make(random, 2);
        round.by_tree = true;
        round.root = 0;
        Round other = round;
        if (what == 0) other.operation = Operation::reduce;
        else
            for (auto& vector : other.send) vector.push_back({1, 1});
        world.members[0]->begin(round);
        world.members[1]->begin(other);
        CHECK(world.members[0]->advance() == Status::again);
        CHECK(world.members[1]->advance() == (what == 0 ? Status::ok : Status::bug));  // a mere sender does not check
        CHECK(world.members[0]->advance() == Status::bug);
    }
}

TEST_CASE("no member leaves a barrier through lanes before all have entered it", "[pipeline][short]") {
    constexpr int kMembers = 5;
    Network network(kMembers, 100);
    const Ways ways(std::vector<int>(kMembers, 0));
    Member::make_windows(network, true, ways);
    std::vector<std::shared_ptr<Memory>> memories;
    std::vector<std::unique_ptr<Mailboxes>> lanes;
    for (int rank = 0; rank < kMembers; ++rank) {
        memories.push_back(std::make_shared<Memory>(network, rank, true));
        lanes.push_back(std::make_unique<Mailboxes>(memories.back(), rank, kMembers, Member::lanes_at(kMembers)));
    }
    VectorCall call;
    call.operation = Operation::barrier;
    Random random(4);
    for (int turn = 0; turn < 500; ++turn) {
        std::vector<std::unique_ptr<ShortCall>> calls(kMembers);
        std::size_t last = 0;
        for (int here = 0; here < kMembers;) {
            const std::size_t which = random.below(kMembers);
            if (!calls[which]) {
                calls[which] = std::make_unique<ShortCall>(*lanes[which], call);
                ++here;
            }
            REQUIRE(calls[which]->advance() == (here == kMembers ? Status::ok : Status::again));
            last = which;
        }
        for (std::size_t other = 0; other < kMembers; ++other)
            if (other != last) REQUIRE(calls[other]->advance() == Status::ok);
    }
}

TEST_CASE("threads give each other short vectors through lanes", "[pipeline][short][threads]") {
    for (std::uint64_t seed = 7000; seed < 7006; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        const int size = 2 + static_cast<int>(random.below(3));
        CHECK(wrong_on_threads(size, short_rounds(random, size, 200)) == 0);
        CHECK(wrong_on_threads(size, short_rounds(random, size, 500), 0) ==
              0);  // with threads that serve transfers set aside
    }
}

}  // namespace
