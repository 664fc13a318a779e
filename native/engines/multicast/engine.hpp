#pragma once
#include "native/engines/contract.hpp"

namespace shunt::multicast {

/// Bcast, Scatter, Scatterv, Allgather, Allgatherv and Barrier over reliable IP multicast.   Source: CC-MPI 3.1.
class MulticastEngine final : public Engine {
public:
    std::string_view name() const override { return "multicast"; }
    std::span<const Parameter> parameters() const override;
    std::span<const OptionGroup* const> options() const override;
    std::optional<std::string_view> network(const OptionValues& options) const override;
    bool supports(const Facts& facts) const override;
    bool begins(Operation operation) const override;
    Prospect prospect(const Facts& facts, const OptionValues& options) const override;
    bool joins_apart(const TeamSetup&) const override { return true; }
    std::unique_ptr<Team> join(const TeamSetup& setup) const override;
};

}  // namespace shunt::multicast
