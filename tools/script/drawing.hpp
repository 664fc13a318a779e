#pragma once
#include <string>

#include "native/program/network.hpp"
#include "native/program/program.hpp"

namespace shunt::tools {

/// Most messages and other steps that a drawing shows.
inline constexpr std::uint64_t kMostDrawn = 40'000;

/// An SVG of who sends to whom when, by the predicted times: a line of time for each rank, bars for copies and
/// combinations, a stroke for each message from the sender's line to the receiver's. Colours follow the reader's light
/// or dark theme. `program` is one that the checker accepts.
/// Fails: throws std::runtime_error where there is more than kMostDrawn to draw.
std::string drawing_of(const program::Program& program, const program::Network& network, std::uint64_t element_bytes);

}  // namespace shunt::tools
