#include "native/multicast/placement.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "native/base/random.hpp"

using shunt::Random;
using shunt::multicast::Placement;

TEST_CASE("a placement knows how much is there without a hole") {
    const std::uint64_t seed = GENERATE(1, 2, 3, 4, 5, 6, 7, 8);
    INFO("seed " << seed);
    Random random(seed);
    for (const std::size_t total : {0u, 1u, 9u, 10u, 11u, 995u, 1000u}) {
        constexpr std::size_t kUnit = 10;
        std::vector<std::byte> data(total), into(total);
        for (auto& byte : data) byte = static_cast<std::byte>(random.next());
        Placement placement(into, kUnit);
        std::vector<std::size_t> order((total + kUnit - 1) / kUnit);
        std::iota(order.begin(), order.end(), 0);
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
        std::vector<bool> there(order.size());
        for (const std::size_t unit : order) {
            const std::size_t at = unit * kUnit, bytes = std::min(kUnit, total - at);
            placement.place(at, std::span(data).subspan(at, bytes));
            there[unit] = true;
            std::size_t prefix = 0;
            for (std::size_t i = 0; i < there.size() && there[i]; ++i) prefix = std::min(total, (i + 1) * kUnit);
            REQUIRE(placement.prefix() == prefix);
        }
        CHECK(placement.prefix() == total);
        CHECK(into == data);
    }
}

TEST_CASE("several units may come at once") {
    std::vector<std::byte> data(35, std::byte{7}), into(35);
    Placement placement(into, 10);
    placement.place(10, std::span(data).subspan(10, 25));
    CHECK(placement.prefix() == 0);
    placement.place(0, std::span(data).first(10));
    CHECK(placement.prefix() == 35);
    CHECK(into == data);
}
