#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "native/base/fabric_way.hpp"
#include "native/engines/contract.hpp"
#include "native/memory/internode_memory.hpp"
#include "native/memory/setup.hpp"

namespace shunt {

/// The setup of a team's remote memory, except the windows.   Owner: setup.exchange outlives what is opened.
memory::Setup memory_setup_of(const TeamSetup& setup);

/// What an engine requires between nodes. Equal on all members.
struct FabricChoice {
    std::string_view engine;  ///< its name, for warnings.   Owner: static storage
    std::string interface;    ///< name, address or CIDR; empty: chosen by the subnet or route to the peers
    FabricWay way = FabricWay::automatic;
    bool is_bursty = false;  ///< over TCP: as memory::TcpOptions
};

/// The remote memory of a team of several nodes.
struct Fabric {
    std::unique_ptr<memory::RemoteMemory> memory;
    const memory::InternodeMemory* far =
        nullptr;            ///< the part of `memory` that reaches other nodes; null when there are none
    bool by_verbs = false;  ///< `far` is RDMA; alike on all members
};

/// Opens the remote memory: shared memory within each node; between nodes RDMA if all members can use it, otherwise
/// TCP, as `choice.way` allows. If RDMA was asked for by name and is not possible, rank 0 reports why, and TCP is used.
/// Fails: declined, on all members alike, with the remedy. Blocks: collective over the group.
/// Owner: setup.exchange outlives what is opened.
Outcome open_fabric(const TeamSetup& setup, const FabricChoice& choice, const memory::Setup& remote, Fabric& into);

/// Rank 0 reports why a communicator has no team of `engine`, as far as Refusals permits.   Thread: any.
void warn_of_refusal(const TeamSetup& setup, std::string_view engine, const Outcome& why);

}  // namespace shunt
