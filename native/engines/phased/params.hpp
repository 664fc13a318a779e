#pragma once
#include <algorithm>
#include <cstdint>

#include "native/engines/contract.hpp"
#include "native/engines/phased/plan.hpp"

namespace shunt::phased {

// A rule's parameters, in the order of PhasedEngine::parameters().

inline Order order_of(const CollectiveCall& call) {
    return call.parameters.empty() ? Order::automatic
                                   : static_cast<Order>(std::clamp<std::int64_t>(call.parameters[0], 0, 4));
}

inline Separation separation_of(const CollectiveCall& call) {
    constexpr Separation kWords[] = {Separation::automatic, Separation::tokens, Separation::barrier, Separation::none};
    return call.parameters.size() < 2 ? Separation::automatic
                                      : kWords[std::clamp<std::int64_t>(call.parameters[1], 0, 3)];
}

}  // namespace shunt::phased
