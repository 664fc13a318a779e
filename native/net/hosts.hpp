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

/// The hosts of a job: the data of each host that its lowest rank sent to all ranks once, so that teams made later need
/// no exchange. Equal on all ranks. Hosts are numbered as nodes are, in order of lowest rank.   Thread: any, once made.
class Hosts {
public:
    /// The interfaces that engines' options name (`multicast.interface` and the like), each in the form that
    /// choose_addresses() takes.
    using Wanted = std::vector<std::string>;

    Hosts() = default;
    /// Sends the data of this host to all ranks, and receives those of the others. `node_of`: by rank; `wanted`: equal
    /// on all ranks, duplicates allowed; `has_rdma`: whether this host has an RDMA device. Blocks: collective over all
    /// ranks; one exchange, and one more if hosts have no subnet in common.   Fails: as `all_gather`.
    static Opened<Hosts> meet(std::span<const int> node_of, int own_rank, const Wanted& wanted, bool has_rdma,
                              const AllGather& all_gather);
    /// `count` nodes that are all this host: for processes of one machine that communicate as if they were on several.
    static Hosts repeated(int count, const Wanted& wanted);

    /// Chooses the address of each of `nodes`, of which `own` (an index into `nodes`) is this rank's: in the common
    /// subnet, or if there is none by the routes of the hosts. Equal on all ranks.   Fails: as choose_addresses() and
    /// choose_routed().
    Choice choose(std::span<const int> nodes, std::size_t own, std::string_view wanted) const;
    /// The subnet of an address that the node has sent.
    std::optional<Subnet> subnet_of(int node, Ipv4 address) const;
    std::string_view name(int node) const { return hosts_[static_cast<std::size_t>(node)].name; }
    bool all_have_rdma(std::span<const int> nodes) const;
    int count() const { return static_cast<int>(hosts_.size()); }

private:
    struct Host {
        std::string name;
        bool has_rdma = false;
        Ipv4 routed;                      ///< its address towards other hosts, if has_routes_; none: it has no route
        std::vector<NodeAddresses> told;  ///< by index in wanted_
    };
    void take(std::span<const std::byte> all, std::size_t each, std::span<const int> leaders);
    Status tell_routes(std::span<const int> leaders, std::span<const int> node_of, int own_rank,
                       const AllGather& all_gather);

    Wanted wanted_;
    std::vector<Host> hosts_;
    bool has_routes_ = false;
};

}  // namespace shunt::net
