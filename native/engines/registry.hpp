#pragma once
#include <span>
#include <string_view>

#include "native/engines/contract.hpp"

namespace shunt {

/// All engines, in a fixed order. A profile's engine index is 1 + the index here; 0 is the host.   Owner: static
/// storage.
std::span<const Engine* const> engines();

/// The engine of that name, or nullptr.   Owner: static storage.
const Engine* find_engine(std::string_view name);

}  // namespace shunt
