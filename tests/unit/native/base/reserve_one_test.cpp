#include "native/base/reserve_one.hpp"

#include <catch2/catch.hpp>
#include <vector>

TEST_CASE("room for one more element at a time is made few times", "[base]") {
    std::vector<int> vector;
    int moves = 0;
    for (int i = 0; i < 100'000; ++i) {
        const int* const before = vector.data();
        shunt::reserve_one(vector);
        REQUIRE(vector.size() < vector.capacity());
        moves += vector.data() != before;
        vector.push_back(i);
    }
    CHECK(moves < 20);
}
