#include <catch2/catch.hpp>
#include <set>

#include "native/base/random.hpp"
#include "native/engines/multicast/bitmap.hpp"

using shunt::Random;
using shunt::multicast::Bitmap;

TEST_CASE("a bitmap behaves as a set of numbers", "[multicast]") {
    for (const std::size_t limit : {1u, 63u, 64u, 65u, 200u}) {
        Random random(limit);
        Bitmap bitmap(limit);
        std::set<std::size_t> set;
        for (int step = 0; step < 1000; ++step) {
            const std::size_t i = random.below(limit);
            if (random.chance(1, 2)) CHECK(bitmap.set(i) == set.insert(i).second);
            else CHECK(bitmap.clear(i) == (set.erase(i) == 1));
            CHECK(bitmap.count() == set.size());
            const std::size_t from = random.below(limit + 1);
            const auto next = set.lower_bound(from);
            CHECK(bitmap.next_set(from) == (next == set.end() ? limit : *next));
            std::size_t clear = from;
            while (clear < limit && set.count(clear) != 0) ++clear;
            CHECK(bitmap.next_clear(from) == clear);
        }
    }
}
