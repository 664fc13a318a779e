#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools::html {

/// The data that the script of the report draws, as JSON that is safe inside a script element. The matrix is a sequence
/// of LEB128 numbers in base64. Each pair of ranks with traffic has four: the distance to the previous pair (from * n +
/// to), bytes, messages, and the microseconds that the receiver waited. Above kMostPairs pairs, neighbouring ranks are
/// grouped into blocks.
std::string report_data(const Analysis& run);

inline constexpr std::size_t kMostPairs = 300'000;

std::string base64(const std::vector<std::uint8_t>& bytes);
void put_varint(std::vector<std::uint8_t>& out, std::uint64_t value);

}  // namespace shunt::tools::html
