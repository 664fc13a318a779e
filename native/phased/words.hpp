#pragma once
#include <algorithm>
#include <cstdint>

#include "native/engine.hpp"
#include "native/phased/plan.hpp"

namespace shunt::phased {

// What a rule's words say of a call, in the order of PhasedEngine::parameters().

inline Order order_of(const CollectiveCall& call) {
    return call.words.empty() ? Order::automatic : static_cast<Order>(std::clamp<std::int64_t>(call.words[0], 0, 4));
}

inline Separation separation_of(const CollectiveCall& call) {
    constexpr Separation kWords[] = {Separation::automatic, Separation::tokens, Separation::barrier, Separation::none};
    return call.words.size() < 2 ? Separation::automatic : kWords[std::clamp<std::int64_t>(call.words[1], 0, 3)];
}

/// Calls of which each rank knows its own sizes alone; those that bring their schedule are carried, as the program wishes.
inline bool may_be_left(const CollectiveCall& call) {
    const bool is_always = call.words.size() > 2 && call.words[2] == 1;
    return !is_always && call.prepared == nullptr && (call.operation == Operation::alltoallv || call.operation == Operation::alltoallw);
}

}  // namespace shunt::phased
