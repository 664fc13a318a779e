#include "native/base/random.hpp"

#include <catch2/catch.hpp>

using shunt::Random;
using shunt::splitmix64;

TEST_CASE("splitmix64 gives the published sequence for seed 1234567", "[base]") {
    std::uint64_t state = 1234567;
    CHECK(splitmix64(state) == 6457827717110365317u);
    CHECK(splitmix64(state) == 3203168211198807973u);
}

TEST_CASE("the same seed gives the same random numbers and another seed others", "[base]") {
    Random first(7), again(7), other(8);
    bool differs = false;
    for (int i = 0; i < 100; ++i) {
        const auto value = first.next();
        CHECK(value == again.next());
        differs |= value != other.next();
    }
    CHECK(differs);
}

TEST_CASE("seed 0 is as good as any other", "[base]") {
    Random random(0);
    CHECK(random.next() != random.next());
}

TEST_CASE("below stays under its limit and reaches every value", "[base]") {
    Random random(3);
    bool seen[7] = {};
    for (int i = 0; i < 1000; ++i) {
        const auto value = random.below(7);
        REQUIRE(value < 7);
        seen[value] = true;
    }
    for (const bool reached : seen) CHECK(reached);
    CHECK(random.below(1) == 0);
    CHECK(random.below(0) == 0);
}

TEST_CASE("chance is never true for 0 of n and always for n of n", "[base]") {
    Random random(5);
    for (int i = 0; i < 100; ++i) {
        CHECK_FALSE(random.chance(0, 10));
        CHECK(random.chance(10, 10));
    }
}
