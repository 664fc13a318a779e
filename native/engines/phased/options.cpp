#include "native/engines/phased/options.hpp"

namespace shunt::phased {
namespace {

constexpr auto kEqual = OptionScope::equal_on_all_ranks;

constexpr Option kRows[] = {
    {option::text<&PhasedOptions::interface>, "phased.interface", "", "a name, address or CIDR", kEqual,
     "The network that the phased engine's streams use. Empty: the first that all nodes share, or else the one "
     "their routes to each other use."},
    {option::integer<&PhasedOptions::alltoall_least>, "phased.alltoall-least", "16K", "0..1G", kEqual,
     "Alltoall is taken to be faster in phases from this many bytes on from one node to another."},
    {option::integer<&PhasedOptions::alltoallv_least>, "phased.alltoallv-least", "4K", "0..1G", kEqual,
     "Alltoallv and alltoallw are taken to be faster in phases where the busiest node has so many bytes on average "
     "for each other. Each rank knows its own sizes alone: so after a call that was found to have less, the host "
     "carries the next few."},
    {option::integer<&PhasedOptions::allgather_least>, "phased.allgather-least", "8K", "0..1G", kEqual,
     "Allgather is taken to be faster in phases from this many bytes on of the ranks of one node."},
    {option::integer<&PhasedOptions::gather_least>, "phased.gather-least", "64K", "0..1G", kEqual,
     "Gather and scatter are taken to be faster in phases from this many bytes on of the ranks of one node."},
    {option::integer<&PhasedOptions::small_bytes>, "phased.small", "2K", "0..1M", kEqual,
     "Messages between nodes up to this length are not kept apart from others; the last of them go all at once."},
    {option::integer<&PhasedOptions::early_bytes>, "phased.early", "12K", "0..16M", kEqual,
     "A node that has only this much of a message still to get calls the sender of its next one."},
    {option::integer<&PhasedOptions::meet_from>, "phased.meet-from", "64K", "0..1G", kEqual,
     "All nodes meet between phases, instead of calling each other, where the longest message has at least so many "
     "bytes."},
    {option::integer<&PhasedOptions::pace>, "phased.pace", "101", "0..1000", kEqual,
     "Percent of its port's rate, as measured, at which a node sends, so that nothing queues in front of the port. "
     "Below 100 it gets slower and slower until it looks anew; 0: as fast as it goes."},
    {option::integer<&PhasedOptions::rate>, "phased.rate", "0", "0..1024G", kEqual,
     "Bytes of data a second that the port of each node takes, as `shunt tune --peer` measures it: streams send at "
     "that pace. 0: measured on the way, and paced by `phased.pace`."},
    {option::integer<&PhasedOptions::connections>, "phased.connections", "1K", "2..64K", kEqual,
     "How many TCP connections a process keeps for one communicator; idle ones make room, the one used longest ago "
     "first."},
    {option::text<&PhasedOptions::congestion>, "phased.congestion", "auto",
     "auto, or a name the kernel knows, such as cubic", kEqual,
     "TCP congestion control of the streams. `auto`: reno until a pace is known, then bbr, and for lengths that "
     "differ (Alltoallv, Alltoallw) cubic. Empty: the system's. Where the kernel does not know it, or does not let "
     "everybody have it: reno."},
    {option::text<&PhasedOptions::uplink>, "phased.uplink", "", "NODES:PAIRS", kEqual,
     "Two levels of switches: NODES of the job, in order, hang on each switch, and its uplink carries PAIRS of "
     "nodes at full rate. Empty: one switch."},
};

}  // namespace

constinit const OptionGroup kOptions{kRows};

}  // namespace shunt::phased
