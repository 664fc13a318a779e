#include "native/net/udp/memberships.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <deque>

#include "native/base/random.hpp"
#include "native/net/udp/group_address.hpp"
#include "tests/unit/native/net/loopback.hpp"

using namespace shunt::net;
using shunt::Random;
using shunt::Status;

TEST_CASE("the group used longest ago is evicted", "[transport]") {
    MembershipLimit limit(2);
    CHECK(limit.touch(1).join);
    CHECK(limit.touch(2).join);
    CHECK_FALSE(limit.touch(1).join);
    const auto step = limit.touch(3);
    CHECK(step.join);
    CHECK(step.evict == 2);
    CHECK(limit.joined(1));
    CHECK_FALSE(limit.joined(2));
    limit.forget(1);
    limit.forget(77);
    CHECK_FALSE(limit.touch(4).evict);
}

TEST_CASE("memberships agree with a plain list for any use", "[transport]") {
    const std::uint64_t seed = GENERATE(range(1, 20));
    CAPTURE(seed);
    Random random(seed);
    const std::size_t most = 1 + random.below(6);
    MembershipLimit limit(most);
    std::deque<std::uint64_t> expected;  // the last used first
    for (int i = 0; i < 500; ++i) {
        const auto key = random.below(9);
        const auto place = std::find(expected.begin(), expected.end(), key);
        if (random.chance(1, 8)) {
            limit.forget(key);
            if (place != expected.end()) expected.erase(place);
            continue;
        }
        const auto step = limit.touch(key);
        REQUIRE(step.join == (place == expected.end()));
        if (place != expected.end()) expected.erase(place);
        REQUIRE(step.evict.has_value() == (expected.size() == most));
        if (step.evict) {
            REQUIRE(*step.evict == expected.back());
            expected.pop_back();
        }
        expected.push_front(key);
        REQUIRE(limit.count() == expected.size());
    }
}

TEST_CASE("an evicted member receives nothing until it is used again", "[transport]") {
    const auto range = parse_group_range(kDefaultGroupRange).value;
    auto sender = open_control();
    Memberships memberships(2);
    std::deque<GroupSocket> groups;
    for (std::uint32_t i = 0; i < 3; ++i) {
        groups.push_back(open_group(group_address(range, {static_cast<std::uint64_t>(getpid()), 555, i})));
        REQUIRE(memberships.add(i, groups.back()).ok());
        REQUIRE(memberships.touch(i).ok());
    }
    CHECK(memberships.add(0, groups[0]).status == Status::bug);
    CHECK(memberships.touch(9).status == Status::bug);
    const auto text = bytes_of("hello");
    const auto send_to_all = [&] {
        for (auto& group : groups)
            REQUIRE(sender.send(std::vector<OutgoingDatagram>{{text, {}, group.group()}}).outcome.ok());
    };
    send_to_all();
    CHECK_FALSE(groups[0].joined());
    CHECK(receive_texts(groups[1], 1).size() == 1);
    CHECK(receive_texts(groups[2], 1).size() == 1);
    CHECK_FALSE(wait_readable(groups[0].descriptor(), 0));
    REQUIRE(memberships.touch(0).ok());
    send_to_all();
    CHECK(receive_texts(groups[0], 1).size() == 1);
    CHECK(receive_texts(groups[2], 1).size() == 1);
    CHECK_FALSE(wait_readable(groups[1].descriptor(), 0));
    CHECK(memberships.counters().joins == 4);
    CHECK(memberships.counters().evictions == 2);
    CHECK(memberships.counters().rejoins == 1);
    memberships.remove(2);
    memberships.remove(2);
    CHECK_FALSE(groups[2].joined());
    REQUIRE(memberships.touch(1).ok());
    CHECK(memberships.counters().evictions == 2);
}

TEST_CASE("a group that cannot be joined takes no place", "[transport]") {
    const auto range = parse_group_range(kDefaultGroupRange).value;
    auto nowhere = GroupSocket::open({group_address(range, {1, 2, 3}), 1u << 30}).value;
    auto good = open_group(group_address(range, {static_cast<std::uint64_t>(getpid()), 556, 0}));
    Memberships memberships(1);
    REQUIRE(memberships.add(1, nowhere).ok());
    REQUIRE(memberships.add(2, good).ok());
    CHECK(memberships.touch(1).status == Status::declined);
    CHECK(memberships.touch(2).ok());
    CHECK(memberships.counters().evictions == 0);
    CHECK(memberships.counters().joins == 1);
}
