#pragma once
#include "native/engines/contract.hpp"

namespace shunt::phased {

/// Alltoall, Allgather, Gather, Scatter and their variants in phases, over TCP between nodes.   Source: CC-MPI 3.2.
class PhasedEngine final : public Engine {
public:
    std::string_view name() const override { return "phased"; }
    std::span<const Parameter> parameters() const override;
    std::span<const OptionGroup* const> options() const override;
    std::optional<std::string_view> network(const OptionValues& options) const override;
    bool supports(const Facts& facts) const override;
    Prospect prospect(const Facts& facts, const OptionValues& options) const override;
    bool begins(Operation operation) const override;
    bool joins_apart(const TeamSetup&) const override { return true; }
    /// Only with one rank a node: ranks of a node exchange no messages.
    std::string write_program(const WrittenCall& call, const OptionValues& options,
                              program::Program& into) const override;
    std::unique_ptr<Team> join(const TeamSetup& setup) const override;
};

}  // namespace shunt::phased
