#pragma once
#include "native/engines/contract.hpp"

namespace shunt::null {

/// Declines everything, so that a rule that names it sends every call through the decision and back to the host.
class NullEngine final : public Engine {
public:
    std::string_view name() const override { return "null"; }
    std::span<const Parameter> parameters() const override { return {}; }
    bool supports(const Facts& facts) const override;
};

}  // namespace shunt::null
