#pragma once
#include <algorithm>

#include "native/engines/contract.hpp"
#include "native/engines/pipeline/model.hpp"
#include "native/engines/pipeline/options.hpp"

namespace shunt::pipeline {

/// The costs of one transport, in the units of the model.
inline Costs costs_of(const WayCosts& way) {
    constexpr double kMiB = 1 << 20;
    Costs costs;
    costs.put_ns = 0;
    costs.put_byte_ns = costs.copy_byte_ns = static_cast<double>(way.move_ns) / kMiB;
    costs.word_ns = static_cast<double>(way.latency_ns);
    costs.combine_byte_ns = static_cast<double>(way.combine_ns) / kMiB;
    return costs;
}

/// The same for a network: copying within a member's own memory costs about as much as combining there.
inline Costs network_costs_of(const WayCosts& way) {
    Costs costs = costs_of(way);
    costs.copy_byte_ns = costs.combine_byte_ns;
    if (way.lone_ns > 0) costs.lone_byte_ns = static_cast<double>(way.lone_ns) / (1 << 20);
    return costs;
}

/// The size of a block of about `bytes` that contains whole elements, at least one.
inline std::uint64_t in_elements(std::uint64_t bytes, std::uint64_t element_bytes) {
    const std::uint64_t unit = element_bytes == 1 ? std::min<std::uint64_t>(bytes, 64) : element_bytes;
    return std::max<std::uint64_t>(1, bytes / unit) * unit;
}

}  // namespace shunt::pipeline
