#include "native/base/siphash.hpp"

#include <sys/random.h>

#include <bit>
#include <cerrno>
#include <cstring>

namespace shunt {
namespace {

std::uint64_t little_endian(const std::byte* from) {
    std::uint64_t word;
    std::memcpy(&word, from, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word;
}

}  // namespace

bool fill_with_random(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t got = getrandom(bytes.data(), bytes.size(), 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

SipKey random_sip_key() {
    SipKey key;
    return fill_with_random(std::as_writable_bytes(std::span(&key, 1))) ? key : SipKey{};
}

SipHash::SipHash(const SipKey& key)
    : v0_(key.low ^ 0x736f6d6570736575u),
      v1_(key.high ^ 0x646f72616e646f6du),
      v2_(key.low ^ 0x6c7967656e657261u),
      v3_(key.high ^ 0x7465646279746573u) {}

inline void SipHash::round() {
    v0_ += v1_, v1_ = std::rotl(v1_, 13), v1_ ^= v0_, v0_ = std::rotl(v0_, 32);
    v2_ += v3_, v3_ = std::rotl(v3_, 16), v3_ ^= v2_;
    v0_ += v3_, v3_ = std::rotl(v3_, 21), v3_ ^= v0_;
    v2_ += v1_, v1_ = std::rotl(v1_, 17), v1_ ^= v2_, v2_ = std::rotl(v2_, 32);
}

inline void SipHash::compress(std::uint64_t word) {
    v3_ ^= word;
    round();
    round();
    v0_ ^= word;
}

SipHash& SipHash::add(std::uint8_t byte) {
    tail_ |= std::uint64_t{byte} << (8 * (bytes_ % 8));
    if (++bytes_ % 8 == 0) {
        compress(tail_);
        tail_ = 0;
    }
    return *this;
}

SipHash& SipHash::add(std::span<const std::byte> bytes) {
    while (!bytes.empty() && bytes_ % 8 != 0) {
        add(std::to_integer<std::uint8_t>(bytes.front()));
        bytes = bytes.subspan(1);
    }
    SipHash local = *this;  // in registers
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
        local.compress(little_endian(bytes.data()));
        local.bytes_ += 8;
    }
    *this = local;
    for (const std::byte each : bytes) add(std::to_integer<std::uint8_t>(each));
    return *this;
}

std::uint64_t SipHash::finish() {
    compress(tail_ | bytes_ << 56);
    v2_ ^= 0xff;
    for (int i = 0; i < 4; ++i) round();
    return v0_ ^ v1_ ^ v2_ ^ v3_;
}

}  // namespace shunt
