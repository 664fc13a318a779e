// Pipelines of up to 64 members in one thread: random operations in direct succession, slow members, late data.
#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include "pipeline_world.hpp"
#include "tests/seeds.hpp"

namespace {

using namespace shunt;
using namespace shunt::pipeline;
using namespace pipeline_sim;

void run_seed(std::uint64_t seed, bool mapped) {
    INFO("seed " << seed << (mapped ? ", shared" : ", chain"));
    Random random(seed);
    World world(random, mapped);
    std::vector<Round> rounds;
    for (int i = 0; i < (world.size > 8 ? 5 : 15); ++i) rounds.push_back(Round::make(random, world.size));
    bool right = false;
    REQUIRE(run(world, rounds, random, 40'000'000, right) == Status::ok);
    REQUIRE(right);
}

TEST_CASE("successive operations on a shared ring give the right results with slow members", "[pipeline]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 60); ++seed) run_seed(seed, true);
}

TEST_CASE("successive operations through a chain give the right results with slow members and late writes",
          "[pipeline]") {
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 60); ++seed) run_seed(seed, false);
}

TEST_CASE("an operation stays in the first part of a shared ring that has room for four like it", "[pipeline]") {
    Random random(3);
    World world(random, true);
    const SharedRing ring(world.members[0]->memory(), SharedRing::Sharers::all(0, world.size),
                          Member::extra_bytes(world.size), Member::kRing, world.size);
    constexpr std::uint64_t kHead = SharedRing::kLine;
    for (const std::uint64_t part : {Member::kRing / 8, Member::kRing / 4, Member::kRing / 2, Member::kRing}) {
        const std::uint64_t whole = part / 4, block = whole / 2 - kHead;
        const SharedRing::Share share = ring.share_of(Operation::reduce, whole);
        std::uint64_t position = 0;
        for (std::uint64_t turn = 0; turn < 3; ++turn)
            for (std::uint64_t at = 0; at < part; at += block + kHead) {
                const Place place = ring.place(position, block, share);
                CHECK(place.start == turn * Member::kRing + at);
                position = place.end;
            }
        const Place above = ring.place(part, block, share);
        CHECK(above.start == Member::kRing);
        if (part < Member::kRing)
            CHECK(ring.place(part, block, ring.share_of(Operation::reduce, whole + 1)).start == part);
    }
}

TEST_CASE("the part of a shared ring grows from turn to turn for broadcasts, and where members share cores",
          "[pipeline]") {
    Random random(3);
    World world(random, true);
    const auto part_in_turn = [&](Operation operation, int cores, std::uint64_t turn) {
        const SharedRing ring(world.members[0]->memory(), SharedRing::Sharers::all(0, world.size),
                              Member::extra_bytes(world.size), Member::kRing, cores);
        constexpr std::uint64_t kHead = SharedRing::kLine;
        const SharedRing::Share share = ring.share_of(operation, Member::kRing / 32);
        const std::uint64_t begin = turn * Member::kRing;
        std::uint64_t end = begin;
        for (Place place = ring.place(begin, kHead, share); place.start == end; place = ring.place(end, kHead, share)) {
            end = place.end;
            if (end == begin + Member::kRing) break;  // all of it
        }
        return static_cast<int>(Member::kRing / (end - begin));
    };
    for (const std::uint64_t turn : {0, 15}) {
        CHECK(part_in_turn(Operation::bcast, world.size, turn) == 8);
        CHECK(part_in_turn(Operation::reduce, world.size - 1, turn) == 8);
    }
    for (const auto& [turn, part] : {std::pair{16, 4}, {32, 2}, {48, 1}, {1000, 1}}) {
        CHECK(part_in_turn(Operation::bcast, world.size, static_cast<std::uint64_t>(turn)) == part);
        CHECK(part_in_turn(Operation::reduce, world.size - 1, static_cast<std::uint64_t>(turn)) == part);
        CHECK(part_in_turn(Operation::reduce, world.size, static_cast<std::uint64_t>(turn)) == 8);
    }
}

TEST_CASE("a stray write into words and stamps is found, or does no harm", "[pipeline]") {
    int found = 0;
    for (std::uint64_t seed = 1000; seed < end_of_seeds(1000, 160); ++seed) {
        const bool mapped = seed % 2 == 0;
        INFO("seed " << seed);
        Random random(seed);
        World world(random, mapped);
        std::vector<Round> rounds;
        for (int i = 0; i < 6; ++i) {
            rounds.push_back(Round::make(random, world.size));
            rounds.back().by_tree = false;  // tested in pipeline_tree_sim_test
        }
        bool right = false;
        const long before = static_cast<long>(random.below(4000));
        Status status = run(world, rounds, random, before, right);
        REQUIRE(right);
        if (status != Status::timeout) continue;
        const std::size_t victim = random.below(world.members.size());
        const std::uint64_t lines =
            mapped ? SharedRing::words_bytes(world.size) / 128 : 5;  // words of flow control and the first stamps
        const std::uint64_t at = random.below(lines) * 128 + (mapped ? 8 * random.below(2) : 0);
        scribble(world, static_cast<int>(victim), at, random);
        status = run(world, rounds, random, 3'000'000, right);
        REQUIRE(right);  // the results delivered so far are right
        REQUIRE((status == Status::ok || status == Status::bug || status == Status::timeout));
        found += status == Status::bug;
    }
    REQUIRE(found > times_with_seeds(40));
}

TEST_CASE("members learn that they disagree about an operation", "[pipeline]") {
    for (const bool mapped : {true, false}) {
        Random random(7);
        World world(random, mapped);
        std::vector<Round> rounds{Round::make(random, world.size)};
        while (rounds[0].operation != Operation::allreduce) rounds[0] = Round::make(random, world.size);
        for (auto& member : world.members) member->begin(rounds[0]);
        std::fill(world.current.begin(), world.current.end(), 0);
        Round other = rounds[0];
        other.block_elements += 1;
        world.members[0]->begin(other);
        bool right = false;
        REQUIRE(run(world, rounds, random, 3'000'000, right) == Status::bug);
    }
}

TEST_CASE("threads that share a ring give the right results", "[pipeline][threads]") {
    for (std::uint64_t seed = 300; seed < 312; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        const int size = 2 + static_cast<int>(random.below(4));
        std::vector<Round> rounds;
        for (int i = 0; i < 30; ++i) rounds.push_back(Round::make(random, size));
        CHECK(wrong_on_threads(size, rounds) == 0);
    }
}

}  // namespace
