#include "native/engines/multicast/receive_buffer.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "native/base/random.hpp"

using shunt::Random;
using shunt::multicast::ReceiveBuffer;

TEST_CASE("a receive_buffer knows its received prefix without a hole") {
    const std::uint64_t seed = GENERATE(1, 2, 3, 4, 5, 6, 7, 8);
    INFO("seed " << seed);
    Random random(seed);
    for (const std::size_t total : {0u, 1u, 9u, 10u, 11u, 995u, 1000u}) {
        constexpr std::size_t kUnit = 10;
        std::vector<std::byte> data(total), into(total);
        for (auto& byte : data) byte = static_cast<std::byte>(random.next());
        ReceiveBuffer receive_buffer(into, kUnit);
        std::vector<std::size_t> order((total + kUnit - 1) / kUnit);
        std::iota(order.begin(), order.end(), 0);
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
        std::vector<bool> there(order.size());
        for (const std::size_t unit : order) {
            const std::size_t at = unit * kUnit, bytes = std::min(kUnit, total - at);
            receive_buffer.place(at, std::span(data).subspan(at, bytes));
            there[unit] = true;
            std::size_t prefix = 0;
            for (std::size_t i = 0; i < there.size() && there[i]; ++i) prefix = std::min(total, (i + 1) * kUnit);
            REQUIRE(receive_buffer.prefix() == prefix);
        }
        CHECK(receive_buffer.prefix() == total);
        CHECK(into == data);
    }
}

TEST_CASE("several units may arrive at once") {
    std::vector<std::byte> data(35, std::byte{7}), into(35);
    ReceiveBuffer receive_buffer(into, 10);
    receive_buffer.place(10, std::span(data).subspan(10, 25));
    CHECK(receive_buffer.prefix() == 0);
    receive_buffer.place(0, std::span(data).first(10));
    CHECK(receive_buffer.prefix() == 35);
    CHECK(into == data);
}
