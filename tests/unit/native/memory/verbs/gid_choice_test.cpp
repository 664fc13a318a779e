#include "native/memory/verbs/gid_choice.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace shunt::memory::verbs;

namespace {

Gid ipv4(GidKind kind, std::uint32_t index) {
    return {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 55, 0, 1}, kind, index};
}
Gid ipv6(std::uint8_t first, GidKind kind, std::uint32_t index) { return {{first, 0x80, 0, 1}, kind, index}; }

}  // namespace

TEST_CASE("a port's RoCE v2 address over IPv4 is chosen before all others", "[verbs]") {
    const std::vector<Gid> gids{ipv6(0xfe, GidKind::roce_v1, 0), ipv6(0xfe, GidKind::roce_v2, 1),
                                ipv4(GidKind::roce_v1, 2),       ipv4(GidKind::roce_v2, 3),
                                ipv6(0x20, GidKind::roce_v2, 4), ipv4(GidKind::roce_v2, 5)};
    CHECK(choose_gid(gids) == 3);
}

TEST_CASE("a global address precedes a link-local one without IPv4, and version 2 precedes version 1", "[verbs]") {
    CHECK(choose_gid(std::vector<Gid>{ipv6(0xfe, GidKind::roce_v2, 0), ipv6(0x20, GidKind::roce_v2, 1)}) == 1);
    CHECK(choose_gid(std::vector<Gid>{ipv4(GidKind::roce_v1, 0), ipv6(0xfe, GidKind::roce_v2, 1)}) == 1);
    CHECK(choose_gid(std::vector<Gid>{ipv6(0xfe, GidKind::infiniband, 0), ipv6(0xfe, GidKind::roce_v1, 1)}) == 1);
}

TEST_CASE("the lowest index is chosen among equals, in whatever order they are listed", "[verbs]") {
    CHECK(choose_gid(
              std::vector<Gid>{ipv4(GidKind::roce_v2, 7), ipv4(GidKind::roce_v2, 3), ipv4(GidKind::roce_v2, 5)}) == 1);
    CHECK(choose_gid({}) == -1);
}
