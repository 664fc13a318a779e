#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/wire_up.hpp"
#include "native/net/interface_choice.hpp"

namespace shunt::net {

/// The hosts of a job: what their lowest ranks told all others once, so that teams made later need not ask for it.
/// Equal on all ranks. Hosts are numbered as nodes are, in order of lowest rank.   Thread: any, once made.
class Hosts {
public:
    /// The interfaces that engines were told to use (`multicast.interface` and its like), each as choose_addresses()
    /// takes it.
    using Wanted = std::vector<std::string>;

    Hosts() = default;
    /// Tells all ranks what this host is, and hears of the others. `node_of`: by rank; `wanted`: equal on all ranks,
    /// doubles allowed; `has_rdma`: whether this host has an RDMA device. Blocks: collective over all ranks; one
    /// exchange, and one more where hosts have no subnet in common.   Fails: as `all_gather`.
    static Opened<Hosts> meet(std::span<const int> node_of, int own_rank, const Wanted& wanted, bool has_rdma,
                              const AllGather& all_gather);
    /// `count` nodes that are all this host: for processes of one machine that are to talk as if they were on several.
    static Hosts repeated(int count, const Wanted& wanted);

    /// The address of each of `nodes`, of which `own` (a place in `nodes`) is this rank's: the common subnet, or where
    /// there is none what the routes of the hosts say. Equal on all ranks.   Fails: as choose_addresses() and
    /// choose_routed().
    Choice choose(std::span<const int> nodes, std::size_t own, std::string_view wanted) const;
    /// The subnet of an address that the node has told.
    std::optional<Subnet> subnet_of(int node, Ipv4 address) const;
    std::string_view name(int node) const { return hosts_[static_cast<std::size_t>(node)].name; }
    bool all_have_rdma(std::span<const int> nodes) const;
    int count() const { return static_cast<int>(hosts_.size()); }

private:
    struct Host {
        std::string name;
        bool has_rdma = false;
        Ipv4 routed;                      ///< its address towards other hosts, where has_routes_; none: it has no route
        std::vector<NodeAddresses> told;  ///< by place in wanted_
    };
    void take(std::span<const std::byte> all, std::size_t each, std::span<const int> leaders);
    Status tell_routes(std::span<const int> leaders, std::span<const int> node_of, int own_rank,
                       const AllGather& all_gather);

    Wanted wanted_;
    std::vector<Host> hosts_;
    bool has_routes_ = false;
};

}  // namespace shunt::net
