#include "native/net/hosts.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "native/net/interface.hpp"

namespace shunt::net {
namespace {

/// The data of a rank before its lists of addresses; plain bytes.
struct Head {
    char name[64] = {};
    std::uint32_t has_rdma = 0;
    std::uint32_t unused = 0;
};

/// The lowest rank of each node.
std::vector<int> leaders_of(std::span<const int> node_of) {
    std::vector<int> leaders;
    for (std::size_t rank = 0; rank < node_of.size(); ++rank)
        if (node_of[rank] == static_cast<int>(leaders.size())) leaders.push_back(static_cast<int>(rank));
    return leaders;
}

Hosts::Wanted without_doubles(Hosts::Wanted wanted) {
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    return wanted;
}

std::vector<std::byte> own_facts(const Hosts::Wanted& wanted, bool has_rdma) {
    Head head;
    (void)gethostname(head.name, sizeof head.name - 1);
    head.has_rdma = has_rdma;
    std::vector<std::byte> bytes(sizeof head + wanted.size() * kNodeAddressesBytes);
    std::memcpy(bytes.data(), &head, sizeof head);
    const auto interfaces = list_interfaces();
    std::byte* at = bytes.data() + sizeof head;
    for (const std::string& text : wanted) {
        const auto list = encode(addresses_to_tell(interfaces.value, text));
        at = std::copy(list.begin(), list.end(), at);
    }
    return bytes;
}

}  // namespace

void Hosts::take(std::span<const std::byte> all, std::size_t each, std::span<const int> leaders) {
    for (const int leader : leaders) {
        const auto told = all.subspan(static_cast<std::size_t>(leader) * each, each);
        Head head;
        std::memcpy(&head, told.data(), sizeof head);
        head.name[sizeof head.name - 1] = 0;
        Host& host = hosts_.emplace_back();
        host.name = head.name;
        host.has_rdma = head.has_rdma != 0;
        for (std::size_t list = 0; list < wanted_.size(); ++list) {
            const auto bytes = told.subspan(sizeof head + list * kNodeAddressesBytes, kNodeAddressesBytes);
            host.told.push_back(decode(bytes).value_or(NodeAddresses{}));
        }
    }
}

Opened<Hosts> Hosts::meet(std::span<const int> node_of, int own_rank, const Wanted& wanted, bool has_rdma,
                          const AllGather& all_gather) {
    Hosts hosts;
    hosts.wanted_ = without_doubles(wanted);
    const std::vector<int> leaders = leaders_of(node_of);
    const auto mine = own_facts(hosts.wanted_, has_rdma);
    std::vector<std::byte> all(mine.size() * node_of.size());
    Status status = all_gather(mine.data(), mine.size(), all.data());
    if (status == Status::ok) {
        hosts.take(all, mine.size(), leaders);
        status = hosts.tell_routes(leaders, node_of, own_rank, all_gather);
    }
    if (status != Status::ok) return {{status, "the hosts could not exchange their addresses"}, {}};
    return {{}, std::move(hosts)};
}

std::optional<Subnet> Hosts::subnet_of(int node, Ipv4 address) const {
    for (const NodeAddresses& list : hosts_[static_cast<std::size_t>(node)].told)
        for (const NodeAddress& each : list.all())
            if (each.address == address) return net::subnet_of(address, each.prefix_bits);
    return std::nullopt;
}

/// The routes are needed if no interface was named and no subnet is common to all.
Status Hosts::tell_routes(std::span<const int> leaders, std::span<const int> node_of, int own_rank,
                          const AllGather& all_gather) {
    std::vector<int> nodes(hosts_.size());
    std::iota(nodes.begin(), nodes.end(), 0);
    if (std::find(wanted_.begin(), wanted_.end(), "") == wanted_.end()) return Status::ok;
    const Choice choice = choose(nodes, static_cast<std::size_t>(node_of[static_cast<std::size_t>(own_rank)]), "");
    if (choice.outcome.status != Status::again) return Status::ok;
    const auto towards = local_address_towards(choice.route_target);
    const Ipv4 mine = towards.ok() ? towards.value : Ipv4{};
    std::vector<Ipv4> by_rank(node_of.size());
    const Status status = all_gather(&mine, sizeof mine, by_rank.data());
    has_routes_ = true;
    for (std::size_t node = 0; node < leaders.size(); ++node)
        hosts_[node].routed = by_rank[static_cast<std::size_t>(leaders[node])];
    return status;
}

Hosts Hosts::repeated(int count, const Wanted& wanted) {
    Hosts hosts;
    hosts.wanted_ = without_doubles(wanted);
    const auto mine = own_facts(hosts.wanted_, false);
    const std::vector<int> same(static_cast<std::size_t>(count), 0);
    hosts.take(mine, mine.size(), same);
    return hosts;
}

Choice Hosts::choose(std::span<const int> nodes, std::size_t own, std::string_view wanted) const {
    const auto list = static_cast<std::size_t>(std::find(wanted_.begin(), wanted_.end(), wanted) - wanted_.begin());
    std::vector<NodeAddresses> addresses;
    std::vector<Ipv4> routed;
    for (const int node : nodes) {
        const Host& host = hosts_[static_cast<std::size_t>(node)];
        addresses.push_back(list < wanted_.size() ? host.told[list] : NodeAddresses{});
        routed.push_back(host.routed);
    }
    Choice choice = choose_addresses(own, addresses, wanted);
    return choice.outcome.status == Status::again && has_routes_ ? choose_routed(addresses, routed) : choice;
}

bool Hosts::all_have_rdma(std::span<const int> nodes) const {
    return std::all_of(nodes.begin(), nodes.end(),
                       [&](int node) { return hosts_[static_cast<std::size_t>(node)].has_rdma; });
}

}  // namespace shunt::net
