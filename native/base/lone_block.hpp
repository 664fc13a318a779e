#pragma once
#include <cstddef>

namespace shunt {

/// Bytes of a block with which `shunt tune` measures what blocks cost that come singly (`pipeline.tcp-lone`). Ports let
/// some bytes pass before their rate applies; that more than these pass is not known, so the model charges the rate for
/// what lies beyond.
inline constexpr std::size_t kLoneBlock = 8 << 10;

}  // namespace shunt
