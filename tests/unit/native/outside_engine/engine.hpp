#pragma once
#include "native/engines/contract.hpp"

namespace shunt::outside {

/// An engine of a folder outside native/. It carries nothing and shows the values of its options.
class OutsideEngine final : public Engine {
public:
    std::string_view name() const override { return "outside"; }
    std::span<const Parameter> parameters() const override { return {}; }
    std::span<const OptionGroup* const> options() const override;
    bool supports(const Facts& facts) const override { return facts.operation == Operation::alltoall; }
    Prospect prospect(const Facts& facts, const OptionValues& options) const override;
    /// Its counters are the values of its options.
    std::unique_ptr<Team> join(const TeamSetup& setup) const override;
};

}  // namespace shunt::outside
