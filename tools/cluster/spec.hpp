#pragma once
// What a virtual cluster is asked to be, and how that is written down. Pure.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shunt::tools {

inline constexpr int kMostHosts = 200;
inline constexpr int kMostSwitches = 2;
inline constexpr std::string_view kDefaultCluster = "lab";

/// A virtual cluster: hosts on one switch, or halved on two that a trunk joins.
/// Units: rates are bits per second on the wire, both ways, of each port and of the trunk; `loss` is a share (0.01 is 1
/// %).
struct ClusterSpec {
    std::string name{kDefaultCluster};
    int hosts = 4;
    int ranks_per_host = 1;
    int switches = 1;
    int mtu_bytes = 1500;
    std::int64_t rate_bits = 0;
    double loss = 0;
    int network = 0;   ///< K of the addresses 10.77.K.0/24
    std::string mark;  ///< 16 hexadecimal digits that every namespace of this cluster carries, and no other
};

/// "20mbit", "1gbit", "500kbit" as bits per second.   Fails: false when it is no such rate between 64kbit and 100gbit.
bool parse_rate(std::string_view text, std::int64_t& bits);
/// "1%", "0.1%" as a share.   Fails: false without the percent sign, and from 100 % on.
bool parse_loss(std::string_view text, double& share);
std::string show_rate(std::int64_t bits);

/// Why a spec cannot be built, with what would do; empty when it can.
std::string refuse_spec(const ClusterSpec& spec);

/// "lab-3": name of host `host` (from 1 on), as `hostname` says it inside.
std::string host_name(const ClusterSpec& spec, int host);
std::string host_address(const ClusterSpec& spec, int host);
/// The address of switch 1 or 2, which asks for multicast members (RFC 2236).
std::string switch_address(const ClusterSpec& spec, int number);
/// The switch, 1 or 2, that `host` is plugged into: halves, the first the larger.
int switch_of(const ClusterSpec& spec, int host);

/// The network namespaces of a cluster: the switch's first, then one a host.
std::string switch_namespace(const ClusterSpec& spec);
std::string host_namespace(const ClusterSpec& spec, int host);
std::vector<std::string> namespaces_of(const ClusterSpec& spec);
/// The text by which a namespace says whose it is.
std::string mark_text(const ClusterSpec& spec);

/// What is on disk: written before anything is made, so that after a crash it lists at least what there is.
struct ClusterRecord {
    ClusterSpec spec;
    bool complete = false;                ///< `up` has come to its end
    std::vector<std::string> namespaces;  ///< that were or were to be made
};

std::string record_text(const ClusterRecord& record);
/// Fails: false when `text` is no such record; `error` says which line.
bool parse_record(const std::string& text, ClusterRecord& record, std::string& error);

}  // namespace shunt::tools
