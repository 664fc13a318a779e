#include "native/phased/engine.hpp"

#include "native/phased/protocol.hpp"

namespace shunt::phased {
namespace {

constexpr Parameter accepted[] = {
    {"schedule", "auto|rotation", "Order of the messages; auto takes the best order known for the pattern, which is rotation."},
};

Status perform(const Step& step, BlockPort& port) {
    switch (step.kind) {
        case Step::Kind::own_block: return port.copy_own();
        case Step::Kind::exchange: return port.exchange(step.to, step.from);
        case Step::Kind::done: break;
    }
    return Status::bug;
}

}  // namespace

std::span<const Parameter> PhasedEngine::parameters() const { return accepted; }

bool PhasedEngine::supports(const Facts& facts) const {
    if (facts.ranks < 1) return false;
    return facts.operation == Operation::alltoall || facts.operation == Operation::alltoallv;
}

Status PhasedEngine::carry(const Facts& facts, const Group& group, BlockPort& port) const {
    if (!supports(facts)) return Status::declined;
    Protocol protocol(group);
    while (!protocol.done()) {
        if (protocol.completed(perform(protocol.next(), port)) == Status::bug) break;
    }
    return protocol.result();
}

}  // namespace shunt::phased
