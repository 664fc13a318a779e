#pragma once
#include "native/engine.hpp"

namespace shunt::phased {

/// Alltoall and Alltoallv in rotation phases.   Source: CC-MPI 3.2.
class PhasedEngine final : public Engine {
public:
    std::string_view name() const override { return "phased"; }
    std::span<const Parameter> parameters() const override;
    bool supports(const Facts& facts) const override;
    Status carry(const Facts& facts, const Group& group, BlockPort& port) const override;
};

}  // namespace shunt::phased
