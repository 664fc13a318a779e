#include "tools/cluster/plan.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace shunt::tools {
namespace {

using Kind = BuildStep::Kind;

constexpr const char* kNeedsNamespaces =
    "network namespaces (CONFIG_NET_NS), which some containers forbid: run it there with --privileged";
constexpr const char* kNeedsLinks =
    "bridges and virtual Ethernet pairs (modules bridge and veth; CONFIG_BRIDGE_IGMP_SNOOPING)";
constexpr const char* kNeedsShaping = "the token bucket (module sch_tbf)";
constexpr const char* kNeedsPackets =
    "packet sockets (CONFIG_PACKET), and in a container the right CAP_NET_RAW: run it there with --privileged";
constexpr const char* kNeedsLoss = "BPF classifiers (modules cls_bpf and sch_ingress)";

// Queue lengths of the token buckets. A host has that of Linux, 1000 packets, so that a host does not lose packets
// before it sends them. A port of the switch has less: enough for TCP, but so little that a burst from many hosts
// overflows it.
constexpr std::int64_t kHostQueueBytes = 1000 * 1514;
constexpr std::int64_t kPortQueueBytes = 128 * 1024;

std::string shaper(const std::string& interface, const ClusterSpec& spec, std::int64_t queue_bytes) {
    const std::int64_t burst = burst_bytes(spec.rate_bits);
    std::ostringstream out;
    out << "qdisc add dev " << interface << " root tbf rate " << spec.rate_bits << "bit burst " << burst << " limit "
        << std::max(queue_bytes, 8 * burst) << '\n';
    return out.str();
}

/// Number of slow links: one per cluster if there are several clusters, otherwise 0.
int wan_links(const ClusterSpec& spec) { return spec.clusters > 1 ? spec.clusters : 0; }

/// A switch comes up after all its ports, so that its first IGMP query reaches every host.
std::string switch_up(const ClusterSpec& spec, int number) {
    const std::string name = "switch" + std::to_string(number);
    return "addr add " + switch_address(spec, number) + "/24 dev " + name + "\nlink set " + name + " up\n";
}

std::string switch_links(const ClusterSpec& spec) {
    std::ostringstream out;
    for (int number = 1; number <= switch_count(spec); ++number)
        // A bridge floods multicast until the response time of its first IGMP query is over, so that time is short: 10
        // is 100 ms.
        out << "link add switch" << number
            << " type bridge mcast_snooping 1 mcast_query_use_ifaddr 1 mcast_query_response_interval 10\n"
            << "link set switch" << number << " type bridge mcast_querier 1\n";
    const std::string mtu = " mtu " + std::to_string(spec.mtu_bytes);
    for (int host = 1; host <= spec.hosts; ++host)
        out << "link add port" << host << mtu << " type veth peer name eth0" << mtu << " netns "
            << host_namespace(spec, host) << '\n'
            << "link set port" << host << " master switch" << switch_of(spec, host) << " up\n";
    if (spec.switches == 2) {
        out << "link add trunk1" << mtu << " type veth peer name trunk2" << mtu << '\n';
        // The port towards the querying switch is a router port, so that this switch learns the memberships (RFC 4541,
        // 2.1.1).
        out << "link set trunk1 master switch1 up\nlink set trunk2 master switch2 up\nlink set trunk2 type "
               "bridge_slave mcast_router 2\n";
    }
    for (int number = 1; number <= wan_links(spec); ++number) {
        // A router port, as for the trunk: all multicast crosses the link, and the switch beyond it knows the members.
        const std::string name = "wan" + std::to_string(number);
        out << "link add " << name << mtu << " type veth peer name cluster" << number << mtu << " netns "
            << wan_namespace(spec) << "\nlink set " << name << " master switch" << number << " up\nlink set " << name
            << " type bridge_slave mcast_router 2\n";
    }
    return out.str();
}

/// The ends of the slow links, where packets are delayed. They have no address and no ARP, so that the kernel sends
/// nothing of its own there.
std::string wan_ends(const ClusterSpec& spec) {
    std::string all;
    for (int number = 1; number <= spec.clusters; ++number)
        all += "link set cluster" + std::to_string(number) + " arp off up\n";
    return all;
}

std::string wan_interfaces(const ClusterSpec& spec, const std::string& name) {
    std::string all;
    for (int number = 1; number <= wan_links(spec); ++number) all += name + std::to_string(number) + " ";
    return all;
}

std::string switch_ports(const ClusterSpec& spec) {
    std::string all;
    for (int host = 1; host <= spec.hosts; ++host) all += "port" + std::to_string(host) + " ";
    return spec.switches == 2 ? all + "trunk1 trunk2" : all + wan_interfaces(spec, "wan");
}

std::string shapers(const ClusterSpec& spec, const std::string& interfaces) {
    std::string all;
    std::istringstream ports(interfaces);
    for (std::string port; ports >> port;) all += shaper(port, spec, kPortQueueBytes);
    return all;
}

std::string host_links(const ClusterSpec& spec, int host) {
    std::string all = "link set lo up\naddr add " + host_address(spec, host) +
                      "/24 dev eth0\nlink set eth0 up\nroute add 224.0.0.0/4 dev eth0\n";
    for (int number = 1; number <= wan_links(spec); ++number)  // one Ethernet: no router between clusters
        if (number != switch_of(spec, host)) all += "route add " + switch_network(spec, number) + " dev eth0\n";
    return all;
}

std::string host_loss(const ClusterSpec& spec) {
    return "qdisc add dev eth0 clsact\nfilter add dev eth0 ingress protocol all bpf da bytecode '" +
           loss_program(spec.loss) + "'\n";
}

void add_host(const ClusterSpec& spec, int host, std::vector<BuildStep>& steps) {
    const std::string place = host_namespace(spec, host), name = host_name(spec, host);
    steps.push_back({Kind::no_ipv6, place, {}, "IPv4 alone in " + name, kNeedsNamespaces});
    steps.push_back({Kind::ip, place, host_links(spec, host), "address and routes of " + name, kNeedsLinks});
    steps.push_back({Kind::plain_ports, place, "eth0", "no offloads in " + name, kNeedsLinks});
    steps.push_back({Kind::tc, place, shaper("eth0", spec, kHostQueueBytes), "the rate of " + name, kNeedsShaping});
    if (spec.loss > 0) steps.push_back({Kind::tc, place, host_loss(spec), "the loss of " + name, kNeedsLoss});
}

void add_wan(const ClusterSpec& spec, std::vector<BuildStep>& steps) {
    const std::string place = wan_namespace(spec), ends = wan_interfaces(spec, "cluster");
    steps.push_back({Kind::no_ipv6, place, {}, "IPv4 alone between the clusters", kNeedsNamespaces});
    steps.push_back({Kind::ip, place, wan_ends(spec), "the links between the clusters", kNeedsLinks});
    steps.push_back({Kind::plain_ports, place, ends, "no offloads between the clusters", kNeedsLinks});
    steps.push_back({Kind::tc, place, shapers(spec, ends), "the rate between the clusters", kNeedsShaping});
    steps.push_back({Kind::forwarder, place, {}, "the latency between the clusters", kNeedsPackets});
}

}  // namespace

std::int64_t burst_bytes(std::int64_t rate_bits) { return std::max<std::int64_t>(16 * 1024, rate_bits / 8 / 1000); }

std::string loss_program(double share) {
    // ld #random; jge #threshold, pass, drop; ret TC_ACT_OK; ret TC_ACT_SHOT   (SKF_AD_OFF + SKF_AD_RANDOM is
    // 0xfffff038)
    const auto threshold = static_cast<std::uint32_t>(std::llround(share * 4294967295.0));
    return "4,32 0 0 4294963256,53 0 1 " + std::to_string(threshold) + ",6 0 0 0,6 0 0 2";
}

std::vector<BuildStep> build_steps(const ClusterSpec& spec) {
    std::vector<BuildStep> steps;
    for (const std::string& name : namespaces_of(spec))
        steps.push_back({Kind::make_namespace, name, {}, "namespace " + name, kNeedsNamespaces});
    const std::string centre = switch_namespace(spec);
    steps.push_back({Kind::no_ipv6, centre, {}, "IPv4 alone on the switch", kNeedsNamespaces});
    steps.push_back({Kind::no_packet_filter, centre, {}, "no packet filter on the switch", kNeedsNamespaces});
    steps.push_back({Kind::ip, centre, switch_links(spec), "the links of the switch", kNeedsLinks});
    steps.push_back({Kind::plain_ports, centre, switch_ports(spec), "no offloads on the switch", kNeedsLinks});
    steps.push_back({Kind::tc, centre, shapers(spec, switch_ports(spec)), "the rate of the ports", kNeedsShaping});
    for (int host = 1; host <= spec.hosts; ++host) add_host(spec, host, steps);
    if (spec.clusters > 1) add_wan(spec, steps);
    for (int number = 1; number <= switch_count(spec); ++number)
        steps.push_back(
            {Kind::ip, centre, switch_up(spec, number), "switch " + std::to_string(number) + " comes up", kNeedsLinks});
    return steps;
}

}  // namespace shunt::tools
