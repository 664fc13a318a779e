#include "native/pipeline/engine.hpp"

#include "native/pipeline/shared_team.hpp"

namespace shunt::pipeline {
namespace {

constexpr Parameter accepted[] = {
    {"choose", "model|always", "Whether short vectors are left to the host (model)."},
};

constexpr int kMostOnNode = 1024;   // words in each window grow with the members

}  // namespace

std::span<const Parameter> PipelineEngine::parameters() const { return accepted; }

bool PipelineEngine::supports(const Facts& facts) const {
    if (facts.nodes != 1 || facts.ranks < 2 || facts.ranks > kMostOnNode) return false;
    switch (facts.operation) {
        case Operation::bcast:
        case Operation::reduce:
        case Operation::allreduce:
        case Operation::scan:
        case Operation::exscan:
        case Operation::reduce_scatter:
        case Operation::reduce_scatter_block: return true;
        default: return false;
    }
}

bool PipelineEngine::wins(const Facts& facts, const EngineSettings& settings) const {
    const std::int64_t vectors = facts.operation == Operation::reduce_scatter_block ? facts.ranks : 1;
    return facts.block_bytes * vectors >= settings.pipeline.least;
}

std::unique_ptr<Team> PipelineEngine::join(const TeamSetup& setup) const { return join_shared(setup); }

}  // namespace shunt::pipeline
