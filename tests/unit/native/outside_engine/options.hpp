#pragma once
#include <cstdint>

#include "native/base/option.hpp"

namespace shunt::outside {

/// Which peers are served first.
enum class Order : std::uint8_t { near, far };

struct OutsideOptions {
    std::int64_t least_bytes = 0;  ///< of a block; from this length on the engine is expected to be faster
    Order order = Order::near;     ///< may differ between ranks
};

extern const OptionGroup kOptions;

}  // namespace shunt::outside
