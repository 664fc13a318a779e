#include "native/engines/multicast/options.hpp"

namespace shunt::multicast {
namespace {

constexpr auto kEqual = OptionScope::equal_on_all_ranks;

constexpr Option kRows[] = {
    {option::text<&MulticastOptions::interface>, "multicast.interface", "", "a name, address or CIDR", kEqual,
     "The network that multicast uses. Empty: the first that all nodes share, or else the one their routes to each "
     "other use."},
    {option::text<&MulticastOptions::range>, "multicast.range", "239.255.0.0/16", "a CIDR", kEqual,
     "Where group addresses are taken from. Jobs that meet on one address tell their data apart, but hear each "
     "other."},
    {option::choice<&MulticastOptions::acknowledge>, "multicast.acknowledge", "auto", "auto|flat|tree", kEqual,
     "Who confirms to whom that data has arrived. `flat`: each node to the root. `tree`: along a tree, so that the "
     "root hears few. `auto`: by the number of nodes."},
    {option::integer<&MulticastOptions::groups>, "multicast.groups", "16", "1..1K", kEqual,
     "How many groups a process joins at once; the one used longest ago makes room. Network cards filter few, and "
     "pass all beyond."},
    {option::integer<&MulticastOptions::retain_bytes>, "multicast.retain", "16K", "0..1M", kEqual,
     "Up to this length the root of a broadcast keeps a copy for repairs and goes on before all nodes have "
     "confirmed."},
    {option::integer<&MulticastOptions::scatter_most>, "multicast.scatter-most", "64K", "0..1G", kEqual,
     "Scatter is taken to be faster by multicast up to this many bytes for all ranks together."},
    {option::integer<&MulticastOptions::allgather_least>, "multicast.allgather-least", "1K", "0..1G", kEqual,
     "Allgather among up to 32 nodes with one rank each is taken to be faster by multicast from this many bytes of "
     "each rank on."},
    {option::integer<&MulticastOptions::allgather_most>, "multicast.allgather-most", "1M", "0..1G", kEqual,
     "Such an allgather is taken to be faster by multicast up to this many bytes of each rank."},
    {option::integer<&MulticastOptions::opened_least>, "multicast.opened-least", "256", "0..1G", kEqual,
     "Scatterv in an opened group is taken to be faster by multicast from this many bytes for all ranks together."},
    {option::duration<&MulticastOptions::rescue_after_ns>, "multicast.rescue-after", "1s", "10ms..1h", kEqual,
     "After so long without a datagram that helps, what is missing is fetched from its root by TCP."},
    {option::integer<&MulticastOptions::ttl>, "multicast.ttl", "1", "1..255", kEqual,
     "Routers that multicast may pass, plus one."},
    {option::flag<&MulticastOptions::authenticate>, "multicast.authenticate", "off", "on|off", kEqual,
     "Whether each datagram carries a keyed hash (SipHash-2-4), so that nobody on the network can forge one. Costs "
     "8 bytes and about half a microsecond a datagram at each end. Data can be read by whoever may listen there, "
     "either way."},
};

}  // namespace

constinit const OptionGroup kOptions{kRows};

}  // namespace shunt::multicast
