#pragma once
#include <string>

#include "native/program/network.hpp"
#include "native/program/program.hpp"

namespace shunt::tools {

/// The largest number of messages and other steps in a drawing.
inline constexpr std::uint64_t kMostDrawn = 40'000;

/// An SVG of all messages at their predicted times: a time line for each rank, bars for copies and combinations, and a
/// stroke for each message from the sender's line to the receiver's. Colours follow the reader's light or dark theme.
/// Needs: a `program` that the checker accepts.
/// Fails: throws std::runtime_error if there are more than kMostDrawn steps to draw.
std::string drawing_of(const program::Program& program, const program::Network& network, std::uint64_t element_bytes);

}  // namespace shunt::tools
