#include "native/base/siphash.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <vector>

#include "native/base/clock.hpp"

using namespace shunt;

namespace {

constexpr SipKey kPaperKey{0x0706050403020100, 0x0f0e0d0c0b0a0908};

/// The bytes 00 01 02 ..., as in the paper and the authors' vectors.
std::vector<std::byte> counting(std::size_t bytes) {
    std::vector<std::byte> made(bytes);
    for (std::size_t i = 0; i < bytes; ++i) made[i] = static_cast<std::byte>(i);
    return made;
}

}  // namespace

TEST_CASE("SipHash-2-4 gives the published values", "[siphash]") {
    // vectors_sip64 of the authors' reference code, by length, and the example of the paper's appendix A (15 bytes).
    constexpr std::array<std::uint64_t, 17> kPublished{
        0x726fdb47dd0e0e31, 0x74f839c593dc67fd, 0x0d6c8009d9a94f5a, 0x85676696d7fb7e2d, 0xcf2794e0277187b7,
        0x18765564cd99a68d, 0xcbc9466e58fee3ce, 0xab0200f58b01d137, 0x93f5f5799a932462, 0x9e0082df0ba9e4b0,
        0x7a5dbbc594ddb9f3, 0xf4b32f46226bada7, 0x751e8fbc860ee5fb, 0x14ea5627c0843d90, 0xf723ca908e7af2ee,
        0xa129ca6149be45e5, 0x3f2acc7f57c29bdb};
    for (std::size_t length = 0; length < kPublished.size(); ++length)
        CHECK(SipHash(kPaperKey).add(counting(length)).finish() == kPublished[length]);
    CHECK(SipHash(kPaperKey).add(counting(63)).finish() == 0x958a324ceb064572);
}

TEST_CASE("a hash does not depend on how its bytes were cut, and changes with each bit of bytes and key", "[siphash]") {
    std::vector<std::byte> bytes = counting(100);
    const std::uint64_t whole = SipHash(kPaperKey).add(bytes).finish();
    for (std::size_t first = 0; first <= 20; ++first)
        for (std::size_t second = first; second <= 40; second += 3) {
            SipHash cut(kPaperKey);
            cut.add(std::span(bytes).first(first)).add(std::span(bytes).subspan(first, second - first));
            CHECK(cut.add(std::span(bytes).subspan(second)).finish() == whole);
        }
    for (std::size_t bit = 0; bit < 800; ++bit) {
        bytes[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
        CHECK(SipHash(kPaperKey).add(bytes).finish() != whole);
        bytes[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
    }
    CHECK(SipHash({kPaperKey.low ^ 1, kPaperKey.high}).add(bytes).finish() != whole);
    CHECK(SipHash({kPaperKey.low, kPaperKey.high ^ 1}).add(bytes).finish() != whole);
}

TEST_CASE("random keys differ", "[siphash]") {
    CHECK_FALSE(random_sip_key().is_none());
    CHECK_FALSE(random_sip_key() == random_sip_key());
}

TEST_CASE("time of a hash of one datagram", "[.figure]") {
    const std::vector<std::byte> bytes = counting(1472);
    std::uint64_t sum = 0;
    std::array<std::int64_t, 21> taken{};
    for (auto& each : taken) {
        const std::int64_t start = monotonic_ns();
        for (int i = 0; i < 1000; ++i) sum += SipHash({sum, 1}).add(bytes).finish();
        each = (monotonic_ns() - start) / 1000;
    }
    std::sort(taken.begin(), taken.end());
    std::printf("SipHash-2-4 of 1472 bytes: median %lld ns, least %lld ns (%llx)\n", static_cast<long long>(taken[10]),
                static_cast<long long>(taken[0]), static_cast<unsigned long long>(sum));
}
