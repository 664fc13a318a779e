#pragma once
#include <cstdint>

namespace shunt::multicast {

/// How far operation `a` is ahead of `b`; negative when it is older. Numbers wrap: the shorter distance counts (RFC
/// 1982).
constexpr std::int32_t distance(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b); }

/// True when operation `a` precedes `b`.
constexpr bool before(std::uint32_t a, std::uint32_t b) { return distance(a, b) < 0; }

/// How many operations a node may be ahead of another; a datagram that is further ahead is not ours.
inline constexpr std::int32_t kMostAhead = 4096;

/// A time that is never reached.
inline constexpr std::int64_t kNever = INT64_MAX;

inline constexpr std::int64_t kMicrosecond = 1'000;
inline constexpr std::int64_t kMillisecond = 1'000'000;

}  // namespace shunt::multicast
