#include "native/engines/multicast/erasure.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "native/base/random.hpp"

using namespace shunt;
using namespace shunt::multicast;

namespace {

using Bytes = std::vector<std::byte>;

Bytes random_bytes(Random& random, std::size_t count) {
    Bytes bytes(count);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(256));
    return bytes;
}

/// `count` different numbers below `limit`.
std::vector<std::uint32_t> some_of(Random& random, std::uint32_t limit, std::size_t count) {
    std::vector<std::uint32_t> all(limit);
    for (std::uint32_t i = 0; i < limit; ++i) all[i] = i;
    for (std::size_t i = 0; i < count; ++i) std::swap(all[i], all[i + random.below(limit - i)]);
    all.resize(count);
    return all;
}

Bytes row_of(const std::vector<Bytes>& packets, std::uint32_t row, std::size_t bytes) {
    Bytes sum(bytes);
    for (std::uint32_t i = 0; i < packets.size(); ++i) add_multiple(sum, packets[i], coefficient(row, i));
    return sum;
}

}  // namespace

TEST_CASE("the first row is the plain exclusive or, and no coefficient is nothing", "[multicast]") {
    for (std::uint32_t column = 0; column < kMostOfClass; ++column) {
        CHECK(coefficient(0, column) == 1);
        for (std::uint32_t row = 1; row < kMostRows; ++row)
            if (coefficient(row, column) == 0) FAIL(row << ' ' << column);
    }
}

TEST_CASE("multiplying whole ranges is multiplying their bytes, distributes, and can be undone", "[multicast]") {
    Random random(1);
    for (unsigned factor = 0; factor < 256; ++factor) {
        const Bytes source = random_bytes(random, 77), other = random_bytes(random, 77);
        Bytes whole(77), single(77);
        add_multiple(whole, source, static_cast<std::uint8_t>(factor));
        for (std::size_t i = 0; i < 77; ++i)
            add_multiple(std::span(single).subspan(i, 1), std::span(source).subspan(i, 1),
                         static_cast<std::uint8_t>(factor));
        CHECK(whole == single);
        Bytes sum = source, apart = whole, together(77);
        add_multiple(sum, other, 1);
        add_multiple(apart, other, static_cast<std::uint8_t>(factor));
        add_multiple(together, sum, static_cast<std::uint8_t>(factor));
        CHECK(apart == together);
        add_multiple(apart, sum, static_cast<std::uint8_t>(factor));
        CHECK(std::count(apart.begin(), apart.end(), std::byte{}) == 77);
    }
}

TEST_CASE("any lost packets are restored by as many rows, whichever arrive", "[multicast]") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto count = static_cast<std::uint32_t>(1 + random.below(kMostOfClass));
        const std::size_t bytes = 1 + random.below(100);
        std::vector<Bytes> packets;
        for (std::uint32_t i = 0; i < count; ++i)
            packets.push_back(random_bytes(random, i + 1 == count ? 1 + random.below(bytes) : bytes));
        const std::size_t lost = 1 + random.below(std::min<std::uint32_t>(count, kMostRows));
        const std::vector<std::uint32_t> columns = some_of(random, count, lost),
                                         rows = some_of(random, kMostRows, lost);
        std::vector<Bytes> sums;
        for (const std::uint32_t row : rows) {
            sums.push_back(row_of(packets, row, bytes));
            for (std::uint32_t i = 0; i < count; ++i)
                if (std::find(columns.begin(), columns.end(), i) == columns.end())
                    add_multiple(sums.back(), packets[i], coefficient(row, i));
        }
        solve(rows, columns, sums);
        for (std::size_t i = 0; i < lost; ++i) {
            sums[i].resize(packets[columns[i]].size());
            CHECK(sums[i] == packets[columns[i]]);
        }
    }
}
