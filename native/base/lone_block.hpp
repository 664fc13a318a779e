#pragma once
#include <cstddef>

namespace shunt {

/// Block size in bytes with which `shunt tune` measures the cost of single blocks (`pipeline.tcp-lone`). Ports let some
/// bytes pass before their rate applies. Whether a port lets more than this size pass is not known, so the model
/// charges the rate for all bytes beyond it.
inline constexpr std::size_t kLoneBlock = 8 << 10;

}  // namespace shunt
