#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/option.hpp"
#include "native/base/wire_up.hpp"
#include "native/engines/remote_write/far_fabric.hpp"
#include "native/engines/remote_write/tcp_fabric.hpp"
#include "native/net/hosts.hpp"

namespace shunt::remote_write {

/// The parameters for opening the RDMA fabric. All but `process` and `slots_most` are equal on all processes.
struct RdmaSetup {
    int process = 0;
    std::vector<int> node_of;  ///< by process, counted from 0 in order of the lowest
    const net::Hosts* hosts = nullptr;
    const OptionValues* options = nullptr;  ///< with the group verbs.*
    std::string interface;                  ///< of the TCP connections that repair a failed queue pair
    std::int64_t patience_ns = 0;
    std::uint32_t slots_most = 0;  ///< see RdmaFabricOptions
    std::function<std::string(int process)> name_of;
    std::function<void(std::string_view)> warn;
    AllGather all_gather;
};

/// Opens RDMA beside `tcp`, which then belongs to `into`.   Owner: `setup.hosts` outlives it.   Blocks: collective.
/// Fails: declined, on all processes alike, with the remedy; `tcp` stays as it is.
Outcome open_rdma(const RdmaSetup& setup, std::unique_ptr<TcpFabric>& tcp, std::unique_ptr<FarFabric>& into);

}  // namespace shunt::remote_write
