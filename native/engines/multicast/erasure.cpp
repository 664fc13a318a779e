#include "native/engines/multicast/erasure.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace shunt::multicast {
namespace {

/// Powers and logarithms to the base 2 modulo x^8 + x^4 + x^3 + x^2 + 1.
struct Field {
    std::array<std::uint8_t, 510> power{};
    std::array<std::uint8_t, 256> logarithm{};

    constexpr Field() {
        unsigned value = 1;
        for (std::size_t i = 0; i < 255; ++i) {
            power[i] = power[i + 255] = static_cast<std::uint8_t>(value);
            logarithm[value] = static_cast<std::uint8_t>(i);
            value = value << 1 ^ (value < 128 ? 0 : 0x11d);
        }
    }
    constexpr std::uint8_t product(std::uint8_t a, std::uint8_t b) const {
        return a == 0 || b == 0 ? std::uint8_t{0} : power[std::size_t{logarithm[a]} + logarithm[b]];
    }
    constexpr std::uint8_t quotient(std::uint8_t a, std::uint8_t b) const {
        return a == 0 ? std::uint8_t{0} : power[std::size_t{logarithm[a]} + 255 - logarithm[b]];
    }
};
constexpr Field kField;

/// The products of `factor` with each of the 16 values of a byte's low half, and of its high half.
struct Halves {
    alignas(16) std::array<std::uint8_t, 16> low{}, high{};
    explicit Halves(std::uint8_t factor) {
        for (std::uint8_t i = 0; i < 16; ++i) {
            low[i] = kField.product(factor, i);
            high[i] = kField.product(factor, static_cast<std::uint8_t>(i << 4));
        }
    }
};

void add_bytes(std::byte* target, const std::byte* source, std::size_t bytes, const Halves& halves) {
    for (std::size_t at = 0; at < bytes; ++at) {
        const auto value = static_cast<std::uint8_t>(source[at]);
        target[at] ^= static_cast<std::byte>(halves.low[value & 15] ^ halves.high[value >> 4]);
    }
}

#if defined(__x86_64__) && defined(__GNUC__)
using Sixteen [[gnu::vector_size(16)]] = char;

/// Processes 16 bytes at a time by shuffles; returns how many bytes were done.   Source: Plank, Greenan, Miller 2013.
[[gnu::target("ssse3")]] std::size_t add_sixteens(std::byte* target, const std::byte* source, std::size_t bytes,
                                                  const Halves& halves) {
    Sixteen low, high;
    std::memcpy(&low, halves.low.data(), 16);
    std::memcpy(&high, halves.high.data(), 16);
    std::size_t at = 0;
    for (; at + 16 <= bytes; at += 16) {
        Sixteen from, to;
        std::memcpy(&from, source + at, 16);
        std::memcpy(&to, target + at, 16);
        using Halved [[gnu::vector_size(16)]] = unsigned char;
        const Sixteen lower = from & 15, upper = reinterpret_cast<Sixteen>(reinterpret_cast<Halved>(from) >> 4);
        to ^= __builtin_ia32_pshufb128(low, lower) ^ __builtin_ia32_pshufb128(high, upper);
        std::memcpy(target + at, &to, 16);
    }
    return at;
}
bool has_shuffles() {
    static const bool has = __builtin_cpu_supports("ssse3") != 0;
    return has;
}
#else
std::size_t add_sixteens(std::byte*, const std::byte*, std::size_t, const Halves&) { return 0; }
constexpr bool has_shuffles() { return false; }
#endif

void exclusive_or(std::span<std::byte> target, std::span<const std::byte> source) {
    const std::size_t bytes = std::min(target.size(), source.size());
    std::size_t at = 0;
    for (; at + 8 <= bytes; at += 8) {
        std::uint64_t a = 0, b = 0;
        std::memcpy(&a, target.data() + at, 8);
        std::memcpy(&b, source.data() + at, 8);
        a ^= b;
        std::memcpy(target.data() + at, &a, 8);
    }
    for (; at < bytes; ++at) target[at] ^= source[at];
}

void multiply(std::span<std::byte> bytes, std::uint8_t factor) {
    if (factor == 1) return;
    std::vector<std::byte> product(bytes.size());
    add_multiple(product, bytes, factor);
    std::copy(product.begin(), product.end(), bytes.begin());
}

}  // namespace

std::uint8_t coefficient(std::uint32_t row, std::uint32_t column) {
    if (row == 0) return 1;
    const auto y = static_cast<std::uint8_t>(kMostRows + column);
    return kField.quotient(y, static_cast<std::uint8_t>(row ^ y));  // 1/(x ^ y) over 1/(0 ^ y)
}

void add_multiple(std::span<std::byte> target, std::span<const std::byte> source, std::uint8_t factor) {
    if (factor == 0) return;
    if (factor == 1) return exclusive_or(target, source);
    const std::size_t bytes = std::min(target.size(), source.size());
    const Halves halves(factor);
    const std::size_t done = has_shuffles() ? add_sixteens(target.data(), source.data(), bytes, halves) : 0;
    add_bytes(target.data() + done, source.data() + done, bytes - done, halves);
}

void solve(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> columns,
           std::span<std::vector<std::byte>> sums) {
    const std::size_t size = rows.size();
    std::vector<std::vector<std::uint8_t>> left(size, std::vector<std::uint8_t>(size));
    for (std::size_t r = 0; r < size; ++r)
        for (std::size_t c = 0; c < size; ++c) left[r][c] = coefficient(rows[r], columns[c]);
    // Gauss and Jordan. A pivot is never 0: every leading part of a Cauchy matrix can be inverted.
    for (std::size_t p = 0; p < size; ++p) {
        const std::uint8_t inverse = kField.quotient(1, left[p][p]);
        for (std::uint8_t& value : left[p]) value = kField.product(value, inverse);
        multiply(sums[p], inverse);
        for (std::size_t r = 0; r < size; ++r) {
            const std::uint8_t factor = left[r][p];
            if (r == p || factor == 0) continue;
            for (std::size_t c = 0; c < size; ++c) left[r][c] ^= kField.product(factor, left[p][c]);
            add_multiple(sums[r], sums[p], factor);
        }
    }
}

}  // namespace shunt::multicast
