#include "native/net/udp/group_address.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "native/base/random.hpp"

using namespace shunt::net;
using shunt::Random;
using shunt::Status;

TEST_CASE("addresses and subnets are read and written, and other text is refused", "[transport]") {
    CHECK(parse_ipv4("10.1.2.3") == Ipv4{0x0a010203});
    CHECK(to_text(Ipv4{0x0a010203}) == "10.1.2.3");
    CHECK(parse_subnet("10.1.2.3/8") == Subnet{{0x0a000000}, 8});
    CHECK(parse_subnet("1.2.3.4/0")->contains(Ipv4{0xffffffff}));
    CHECK(parse_subnet("1.2.3.4/32")->contains(Ipv4{0x01020304}));
    CHECK_FALSE(parse_subnet("1.2.3.4/32")->contains(Ipv4{0x01020305}));
    for (const char* text :
         {"", "10", "10.1.2", "10.1.2.3.4", "256.1.1.1", " 10.1.2.3", "10.1.2.3 ", "localhost", "::1"})
        CHECK_FALSE(parse_ipv4(text));
    for (const char* text :
         {"", "/", "10.1.2.3", "10.1.2.3/", "10.1.2.3/33", "10.1.2.3/-1", "10.1.2.3/8x", "/8", "10.1.2.3/ 8"})
        CHECK_FALSE(parse_subnet(text));
}

TEST_CASE("ranges of groups outside multicast, or that switches flood, are refused with the remedy", "[transport]") {
    for (const char* text :
         {"239.255.0.0/16", "239.0.0.0/8", "234.1.2.0/24", "239.1.2.3/32", "225.0.0.0/8", "239.192.0.0/14"})
        CHECK(parse_group_range(text).ok());
    for (const char* text :
         {"", "239.255.0.0", "10.0.0.0/8", "224.0.0.0/4", "224.0.0.0/24", "224.0.0.17/32", "224.0.0.0/16", "0.0.0.0/0",
          "192.0.0.0/2", "239.0.0.0/24", "239.128.0.0/25", "255.0.0.0/8"}) {
        const auto parsed = parse_group_range(text);
        INFO(text);
        CHECK(parsed.outcome.status == Status::declined);
        CHECK(parsed.outcome.reason.find("multicast.range") != std::string::npos);
    }
}

TEST_CASE("group addresses lie in the range and pass over reserved ones", "[transport]") {
    const std::uint64_t seed = 20210;
    CAPTURE(seed);
    Random random(seed);
    for (const char* text :
         {"239.255.0.0/16", "239.0.0.0/8", "239.1.2.0/24", "239.0.0.0/23", "239.1.2.3/32", "225.0.0.0/8"}) {
        const auto range = parse_group_range(text).value;
        for (int i = 0; i < 2000; ++i) {
            const auto group = group_address(range, {random.next(), static_cast<std::uint32_t>(i), 0});
            INFO(text << " " << to_text(group));
            REQUIRE(range.contains(group.address));
            REQUIRE(group.port >= kFirstGroupPort);
            if (range.prefix_bits < 23) REQUIRE((group.address.bits & 0x7fffff) >= 256);
            if (range.prefix_bits < 23) REQUIRE((group.address.bits | 255) != (group.address.bits | ~range.mask()));
        }
    }
}

TEST_CASE("jobs and channels get groups of their own, equal on every node", "[transport]") {
    const auto range = parse_group_range(kDefaultGroupRange).value;
    CHECK(group_address(range, {7, 1, 0}) == group_address(range, {7, 1, 0}));
    std::set<Endpoint> seen;
    for (std::uint64_t job = 0; job < 20; ++job)
        for (std::uint32_t channel = 0; channel < 64; ++channel)
            for (std::uint32_t extra = 0; extra < 2; ++extra) seen.insert(group_address(range, {job, channel, extra}));
    CHECK(seen.size() ==
          20 * 64 * 2);  // out of 296 million: two are equal in 1 of 90 tries of this size, and this try is fixed
}
