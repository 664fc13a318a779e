#pragma once
#include <memory>

#include "native/engines/contract.hpp"
#include "native/memory/internode_memory.hpp"
#include "native/memory/setup.hpp"

namespace shunt::pipeline {

/// The remote memory of a team of several nodes.
struct Fabric {
    std::unique_ptr<memory::RemoteMemory> memory;
    const memory::InternodeMemory* far =
        nullptr;            ///< the part of `memory` that reaches other nodes; null when there are none
    bool by_verbs = false;  ///< `far` is RDMA; alike on all members
};

/// Whether RDMA is tried: all hosts have it, and `pipeline.way` lets it. Alike on all members.
bool may_use_verbs(const TeamSetup& setup);

/// Opens it: shared memory within each node; between nodes RDMA if all members can, otherwise TCP, as `pipeline.way`
/// says. If RDMA was asked for by name and is not possible, rank 0 says why, and TCP is used.   Fails: declined, on all
/// members alike, with the remedy. Blocks: collective over the group.   Owner: setup.exchange outlives what is opened.
Outcome open_fabric(const TeamSetup& setup, const memory::Setup& remote, Fabric& into);

}  // namespace shunt::pipeline
