#pragma once
// The steps that build a cluster, in order. Pure: no system calls.
#include <string>
#include <vector>

#include "tools/cluster/spec.hpp"

namespace shunt::tools {

/// One step of building. Every step acts inside a network namespace of the cluster; nothing is made in the machine's
/// own.
struct BuildStep {
    enum class Kind {
        make_namespace,  ///< make the namespace, marked before it has its name
        ip,              ///< `input` is for `ip -batch`
        tc,              ///< `input` is for `tc -batch`
        plain_ports,     ///< `input` lists interfaces whose offloads are switched off: packets are then as on a wire
        forwarder,       ///< start the process that delays packets between clusters
        no_ipv6,  ///< hosts use IPv4 only: no router solicitations or listener reports between the measured packets
        no_packet_filter,  ///< frames on the switch bypass iptables, which takes a tenth of their cost
    };
    Kind kind;
    std::string network_namespace;
    std::string input;
    std::string purpose;  ///< "the links of the switch"
    std::string needs;    ///< kernel features that it needs
};

std::vector<BuildStep> build_steps(const ClusterSpec& spec);

/// The token bucket's size for a rate: 16 KiB, and at least 1 ms of the rate.   Units: bytes.
std::int64_t burst_bytes(std::int64_t rate_bits);

/// A classic BPF program in tc's notation that drops an incoming packet with probability `share`.
std::string loss_program(double share);

}  // namespace shunt::tools
