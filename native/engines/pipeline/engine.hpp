#pragma once
#include "native/engines/contract.hpp"

namespace shunt::pipeline {

/// Carries broadcasts, reductions and scans as pipelines through remote-writable memory. Within a node the members all
/// map the memory, and short vectors and barriers are carried too. Among nodes it uses RDMA or TCP.
class PipelineEngine final : public Engine {
public:
    std::string_view name() const override { return "pipeline"; }
    std::span<const Parameter> parameters() const override;
    std::span<const OptionGroup* const> options() const override;
    std::optional<std::string_view> network(const OptionValues& options) const override;
    bool supports(const Facts& facts) const override;
    Prospect prospect(const Facts& facts, const OptionValues& options) const override;
    bool begins(Operation operation) const override;
    bool joins_apart(const TeamSetup&) const override { return true; }
    /// Among nodes only; the members of one node do not send messages.
    std::string write_program(const WrittenCall& call, const OptionValues& options,
                              program::Program& into) const override;
    std::unique_ptr<Team> join(const TeamSetup& setup) const override;
};

}  // namespace shunt::pipeline
