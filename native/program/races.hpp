#pragma once
#include <optional>
#include <string>

#include "native/program/checker.hpp"
#include "native/program/parts.hpp"

namespace shunt::program {

/// A faulty step, and the reason.
struct Fault {
    std::uint32_t part = 0;  ///< of Parts::of(rank)
    std::string reason;
};

/// Finds a step of one rank that reads or writes elements while another one may write them. In place, also finds one
/// that reads an input which is overwritten. `parts` are well formed. Only Step::after orders steps here; orders that
/// follow from messages with other ranks are ignored.
/// Returns: the first such step.   Cost: near-linear if few steps share elements. `work` counts it, over all calls:
/// beyond kMostRaceWork every rank has the fault that it cannot be checked.
std::optional<Fault> race_in(const Parts& parts, int rank, Memory memory, std::uint64_t& work);

/// Takes some seconds.
inline constexpr std::uint64_t kMostRaceWork = std::uint64_t{1} << 28;

}  // namespace shunt::program
