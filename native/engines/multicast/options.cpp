#include "native/engines/multicast/options.hpp"

namespace shunt::multicast {
namespace {

constexpr auto kEqual = OptionScope::equal_on_all_ranks;

constexpr Option kRows[] = {
    {option::text<&MulticastOptions::interface>, "multicast.interface", "", "a name, address or CIDR", kEqual,
     "The network for multicast. Empty: the first one that all nodes share, otherwise the one of the routes "
     "between them."},
    {option::text<&MulticastOptions::range>, "multicast.range", "239.255.0.0/16", "a CIDR", kEqual,
     "The range of multicast group addresses. Two jobs that happen to use the same address receive each other's "
     "packets and drop them."},
    {option::choice<&MulticastOptions::acknowledge>, "multicast.acknowledge", "auto", "auto|flat|tree", kEqual,
     "Where a node sends its confirmation that data has arrived. `flat`: to the root. `tree`: along a tree, so that "
     "the root gets few packets. `auto`: by the number of nodes."},
    {option::integer<&MulticastOptions::groups>, "multicast.groups", "16", "1..1K", kEqual,
     "How many multicast groups a process joins at once. Beyond that it leaves the least recently used one. "
     "Network cards filter only few groups and pass all packets when there are more."},
    {option::integer<&MulticastOptions::retain_bytes>, "multicast.retain", "16K", "0..1M", kEqual,
     "For a broadcast of at most this many bytes the root keeps a copy for repairs and returns before all nodes "
     "have confirmed."},
    {option::integer<&MulticastOptions::scatter_most>, "multicast.scatter-most", "64K", "0..1G", kEqual,
     "Largest Scatter, in bytes for all ranks together, that multicast is expected to carry faster than the "
     "host."},
    {option::integer<&MulticastOptions::allgather_least>, "multicast.allgather-least", "1K", "0..1G", kEqual,
     "Smallest Allgather, in bytes of each rank, that multicast is expected to carry faster than the host. It "
     "applies with one rank per node on at most 32 nodes; other Allgathers stay with the host."},
    {option::integer<&MulticastOptions::allgather_most>, "multicast.allgather-most", "1M", "0..1G", kEqual,
     "Largest such Allgather, in bytes of each rank."},
    {option::integer<&MulticastOptions::opened_least>, "multicast.opened-least", "256", "0..1G", kEqual,
     "Smallest Scatterv in an opened group, in bytes for all ranks together, that multicast is expected to "
     "carry faster than the host."},
    {option::duration<&MulticastOptions::rescue_after_ns>, "multicast.rescue-after", "1s", "10ms..1h", kEqual,
     "After this long without new data by multicast, a receiver fetches the missing bytes from their root by "
     "TCP."},
    {option::integer<&MulticastOptions::ttl>, "multicast.ttl", "1", "1..255", kEqual,
     "Time to live of multicast packets: 1 stays on the local network, each router in between needs one more."},
    {option::flag<&MulticastOptions::authenticate>, "multicast.authenticate", "off", "on|off", kEqual,
     "Whether each datagram carries a keyed hash (SipHash-2-4), so that only processes of the job can send valid ones. "
     "Costs 8 bytes and about half a microsecond per datagram at each end. Data is not encrypted in either case: any "
     "host that can listen on the network can read it."},
};

}  // namespace

constinit const OptionGroup kOptions{kRows};

}  // namespace shunt::multicast
