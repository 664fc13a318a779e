#pragma once
#include "native/engines/contract.hpp"

namespace shunt::pipeline {

/// Carries broadcasts, reductions and scans as pipelines through remote-writable memory: on one node through memory
/// that all map, short ones and barriers too; among nodes by RDMA or TCP.
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
    /// Among nodes; a node's own members do not send each other messages.
    std::string write_program(const WrittenCall& call, const OptionValues& options,
                              program::Program& into) const override;
    std::unique_ptr<Team> join(const TeamSetup& setup) const override;
};

}  // namespace shunt::pipeline
