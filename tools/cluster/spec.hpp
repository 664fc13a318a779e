#pragma once
// The specification of a virtual cluster, and its text form. Pure: no system calls.
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shunt::tools {

inline constexpr int kMostHosts = 200;
inline constexpr int kMostSwitches = 2;
inline constexpr int kMostClusters = 16;
inline constexpr std::string_view kDefaultCluster = "lab";

/// A virtual cluster. Its hosts are on one switch, or half on each of two switches joined by a trunk, or in several
/// clusters, each with a switch, joined by slow links.
/// Units: rates are bits per second on the wire, both ways, of each port and of the trunk; `loss` is a share (0.01 is 1
/// %).
struct ClusterSpec {
    std::string name{kDefaultCluster};
    int hosts = 4;
    int ranks_per_host = 1;
    int switches = 1;
    int clusters = 1;
    std::int64_t wan_ns = 0;  ///< additional one-way latency of a packet between two clusters
    int mtu_bytes = 1500;
    std::int64_t rate_bits = 0;
    double loss = 0;
    int network = 0;   ///< K of the addresses 10.77.K.0/24, or 10.1.K.0/24, 10.2.K.0/24, ... with several clusters
    std::string mark;  ///< 16 hexadecimal digits in every namespace of this cluster, and in no other
};

/// "20mbit", "1gbit", "500kbit" as bits per second.   Fails: false unless `text` is such a rate from 64kbit to 100gbit.
bool parse_rate(std::string_view text, std::int64_t& bits);
/// "1%", "0.1%" as a share.   Fails: false without the percent sign, and from 100 % on.
bool parse_loss(std::string_view text, double& share);
std::string show_rate(std::int64_t bits);
/// "400us", "1.5ms" as nanoseconds.   Fails: false unless `text` is such a time from 1us to 1s.
bool parse_latency(std::string_view text, std::int64_t& nanoseconds);
std::string show_latency(std::int64_t nanoseconds);

/// Why a spec cannot be built, and which values are possible; empty when it can.
std::string refuse_spec(const ClusterSpec& spec);

/// "lab-3": name of host `host` (from 1 on), as `hostname` shows it there.
std::string host_name(const ClusterSpec& spec, int host);
std::string host_address(const ClusterSpec& spec, int host);
/// The address of switch `number` (from 1 on), which asks for multicast members (RFC 2236).
std::string switch_address(const ClusterSpec& spec, int number);
/// The number of switches: one per cluster if there are several clusters.
int switch_count(const ClusterSpec& spec);
/// The switch (from 1 on) of `host`; with several clusters also the number of the cluster. If the hosts cannot be
/// divided evenly, the first switches have one host more.
int switch_of(const ClusterSpec& spec, int host);
/// The network, as in 10.2.0.0/24, of the hosts on switch `number`.
std::string switch_network(const ClusterSpec& spec, int number);

/// The network namespaces of a cluster: the switch's, then one for each host. With several clusters there is one more,
/// in which packets between them are delayed.
std::string switch_namespace(const ClusterSpec& spec);
std::string wan_namespace(const ClusterSpec& spec);
std::string host_namespace(const ClusterSpec& spec, int host);
std::vector<std::string> namespaces_of(const ClusterSpec& spec);
/// The text in a namespace that identifies its cluster.
std::string mark_text(const ClusterSpec& spec);

/// The process that carries packets between clusters. Its process id alone would not distinguish it from a later
/// process.
struct ForwarderId {
    pid_t process = 0;          ///< 0: none
    std::uint64_t started = 0;  ///< field 22 of /proc/PID/stat
};

/// The record on disk. It is written before anything is made, so that after a crash it lists at least everything that
/// exists.
struct ClusterRecord {
    ClusterSpec spec;
    bool complete = false;                ///< `up` has finished
    std::vector<std::string> namespaces;  ///< all that were made or were to be made
    ForwarderId forwarder{};
};

std::string record_text(const ClusterRecord& record);
/// Fails: false when `text` is no such record; `error` contains the line.
bool parse_record(const std::string& text, ClusterRecord& record, std::string& error);

}  // namespace shunt::tools
