#pragma once
// An erasure code over packets: any k parity rows of a class, and the received packets of the class, restore any k lost
// ones. Row j of a class is the sum over its packets i of coefficient(j, i) times the packet, in the field of 256
// elements. The coefficients are a Cauchy matrix with each column divided by its first element. So every square part of
// it can be inverted, and row 0 is the plain exclusive or, which may span any number of packets. Source: Cauchy
// matrices as erasure codes: Blomer, Kalfane, Karp, Karpinski, Luby, Zuckerman 1995.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace shunt::multicast {

inline constexpr std::uint32_t kMostRows = 32;
/// The most packets of a class with more rows than row 0.
inline constexpr std::uint32_t kMostOfClass = 256 - kMostRows;

/// `row` < kMostRows; `column` < kMostOfClass, or any when `row` is 0.
std::uint8_t coefficient(std::uint32_t row, std::uint32_t column);

/// target += factor * source in the field, byte by byte; source may be shorter.
void add_multiple(std::span<std::byte> target, std::span<const std::byte> source, std::uint8_t factor);

/// Solves for the lost packets: `sums[r]` is row `rows[r]` minus all received packets, and becomes packet `columns[r]`.
/// There are as many rows as columns, each different.
void solve(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> columns,
           std::span<std::vector<std::byte>> sums);

}  // namespace shunt::multicast
