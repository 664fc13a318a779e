#include <catch2/catch.hpp>

#include "native/engines/multicast/layout.hpp"
#include "native/engines/multicast/number.hpp"
#include "native/engines/multicast/packet.hpp"

using namespace shunt::multicast;

TEST_CASE("a header is 20 little-endian bytes and is read as it was written", "[multicast]") {
    const Header header{0x0102030405060708, 0x11121314, 0x21222324, Kind::nak, 0x41, 0x5152};
    std::array<std::byte, 32> bytes{};
    encode(header, bytes);
    const unsigned char expected[kHeaderBytes] = {8,    7,    6,    5,    4,    3,    2, 1,    0x14, 0x13,
                                                  0x12, 0x11, 0x24, 0x23, 0x22, 0x21, 4, 0x41, 0x52, 0x51};
    for (std::size_t i = 0; i < kHeaderBytes; ++i) CHECK(std::to_integer<int>(bytes[i]) == expected[i]);
    const auto again = decode(std::span(bytes).first(kHeaderBytes));
    REQUIRE(again);
    CHECK((again->token == header.token && again->operation == header.operation && again->sequence == header.sequence));
    CHECK((again->kind == header.kind && again->flags == header.flags && again->sender == header.sender));
    CHECK_FALSE(decode(std::span(bytes).first(kHeaderBytes - 1)));
}

TEST_CASE("a request is read as it was written, and only whole", "[multicast]") {
    Request request{1'000'000'000'000, {{0, 1}, {7, 0xffffffff}}};
    auto body = encode_request(request);
    const auto again = decode_request(body);
    REQUIRE(again);
    CHECK((again->total == request.total && again->ranges == request.ranges));
    body.pop_back();
    CHECK_FALSE(decode_request(body));
    CHECK_FALSE(decode_request({}));
    request.ranges.resize(kMostRanges + 1);
    CHECK_FALSE(decode_request(encode_request(request)));
}

TEST_CASE("a list of nodes names its nodes and no others", "[multicast]") {
    const int nodes[] = {3, 258, 65'534};
    const auto body = encode_nodes(nodes);
    for (const int node : nodes) CHECK(names_node(body, node));
    for (const int node : {0, 1, 2, 259, 65'535}) CHECK_FALSE(names_node(body, node));
}

TEST_CASE("packets cover an operation exactly", "[multicast]") {
    for (const std::size_t total : {0u, 1u, 1451u, 1452u, 1453u, 2904u, 1'048'576u}) {
        const Layout layout{total, 1452};
        std::size_t covered = 0;
        for (std::uint32_t p = 0; p < layout.packets(); ++p) {
            CHECK(layout.offset(p) == covered);
            CHECK((layout.length(p) > 0 || total == 0));
            CHECK(layout.is_last(p) == (p + 1 == layout.packets()));
            covered += layout.length(p);
        }
        CHECK(covered == total);
    }
}

TEST_CASE("operation numbers wrap", "[multicast]") {
    CHECK(before(0xffffffff, 0));
    CHECK(before(0xfffffff0, 5));
    CHECK_FALSE(before(5, 0xfffffff0));
    CHECK_FALSE(before(7, 7));
    CHECK(distance(3, 0xfffffffe) == 5);
}
