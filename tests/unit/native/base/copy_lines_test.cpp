#include "native/base/copy_lines.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

#include "native/base/random.hpp"

namespace {

using namespace shunt;

TEST_CASE("copying by lines copies all bytes, and touches no others", "[base]") {
    constexpr std::size_t kRoom = 1024;
    Random random(11);
    std::vector<std::byte> from(kRoom), to(kRoom);
    for (std::byte& byte : from) byte = static_cast<std::byte>(random.below(255) + 1);
    for (int turn = 0; turn < 2000; ++turn) {
        const std::size_t bytes = random.below(kRoom / 2), source = random.below(kRoom / 2),
                          target = random.below(kRoom / 2);
        std::fill(to.begin(), to.end(), std::byte{0});
        (turn % 2 == 0 ? copy_lines : stream_lines)(to.data() + target, from.data() + source, bytes);
        INFO("turn " << turn << ", " << bytes << " bytes from " << source << " to " << target);
        const auto at = [&](std::size_t offset) { return to.begin() + static_cast<std::ptrdiff_t>(offset); };
        REQUIRE(std::equal(at(target), at(target + bytes), from.begin() + static_cast<std::ptrdiff_t>(source)));
        REQUIRE(std::count(to.begin(), at(target), std::byte{0}) == static_cast<std::ptrdiff_t>(target));
        REQUIRE(std::count(at(target + bytes), to.end(), std::byte{0}) ==
                static_cast<std::ptrdiff_t>(kRoom - target - bytes));
    }
}

TEST_CASE("lines that a core acquires keep their content", "[base]") {
    Random random(12);
    std::vector<std::byte> memory(4096);
    for (std::byte& byte : memory) byte = static_cast<std::byte>(random.below(256));
    const std::vector<std::byte> before(memory);
    for (int turn = 0; turn < 200; ++turn) {
        const std::size_t from = random.below(memory.size());
        own_lines(memory.data() + from, random.below(memory.size() - from));
    }
    CHECK(memory == before);
}

}  // namespace
