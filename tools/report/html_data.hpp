#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools::html {

/// What the script of the report draws, as JSON that is safe inside a script element. The matrix is a row of LEB128
/// numbers in base64: for each pair of ranks with traffic the distance to the previous pair (from * n + to), bytes,
/// messages, microseconds the receiver waited. Above kMostPairs pairs, neighbouring ranks are put together into blocks.
std::string report_data(const Analysis& run);

inline constexpr std::size_t kMostPairs = 300'000;

std::string base64(const std::vector<std::uint8_t>& bytes);
void put_varint(std::vector<std::uint8_t>& out, std::uint64_t value);

}  // namespace shunt::tools::html
