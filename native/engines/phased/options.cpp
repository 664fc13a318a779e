#include "native/engines/phased/options.hpp"

namespace shunt::phased {
namespace {

constexpr auto kEqual = OptionScope::equal_on_all_ranks;

constexpr Option kRows[] = {
    {option::text<&PhasedOptions::interface>, "phased.interface", "", "a name, address or CIDR", kEqual,
     "The network for the phased engine's TCP connections. Empty: the first one that all nodes share, otherwise "
     "the one of the routes between them."},
    {option::integer<&PhasedOptions::alltoall_least>, "phased.alltoall-least", "16K", "0..1G", kEqual,
     "Smallest Alltoall that phases are expected to carry faster than the host, in bytes from one node to "
     "another."},
    {option::integer<&PhasedOptions::alltoallv_least>, "phased.alltoallv-least", "4K", "0..1G", kEqual,
     "The same for Alltoallv and Alltoallw: bytes that the busiest node sends to each other node, on average. Each "
     "rank knows only its own sizes, so after a smaller call the host carries the next few calls."},
    {option::integer<&PhasedOptions::allgather_least>, "phased.allgather-least", "8K", "0..1G", kEqual,
     "Smallest Allgather that phases are expected to carry faster than the host, in bytes of all ranks of one "
     "node."},
    {option::integer<&PhasedOptions::gather_least>, "phased.gather-least", "64K", "0..1G", kEqual,
     "Smallest Gather or Scatter that phases are expected to carry faster than the host, in bytes of all ranks "
     "of one node."},
    {option::integer<&PhasedOptions::small_bytes>, "phased.small", "2K", "0..1M", kEqual,
     "Messages between nodes up to this many bytes do not wait for their phase; the last of them are all sent "
     "at once."},
    {option::integer<&PhasedOptions::early_bytes>, "phased.early", "12K", "0..16M", kEqual,
     "A node asks the sender of its next message to start when only this many bytes of the present message are "
     "missing."},
    {option::integer<&PhasedOptions::meet_from>, "phased.meet-from", "64K", "0..1G", kEqual,
     "From this length of the longest message on, a barrier of all nodes separates two phases; below it each "
     "receiver asks its next sender to start."},
    {option::integer<&PhasedOptions::pace>, "phased.pace", "101", "0..1000", kEqual,
     "The rate at which a node sends, in percent of the measured rate of its port, so that no queue builds up "
     "in front of the port. 0: no limit. Below 100 the rate falls further with each measurement."},
    {option::integer<&PhasedOptions::rate>, "phased.rate", "0", "0..1024G", kEqual,
     "Known rate of each node's port in bytes of data a second, as `shunt tune --peer` measures it; nodes send "
     "at that rate. 0: the rate is measured during the run, see `phased.pace`."},
    {option::integer<&PhasedOptions::connections>, "phased.connections", "1K", "2..64K", kEqual,
     "How many TCP connections a process keeps for one communicator. Beyond that the least recently used idle "
     "one is closed."},
    {option::text<&PhasedOptions::congestion>, "phased.congestion", "auto",
     "auto, or a name the kernel knows, such as cubic", kEqual,
     "TCP congestion control. `auto`: reno until the port's rate is known, then bbr; cubic for Alltoallv and "
     "Alltoallw. Empty: the system's default. If the kernel does not have it, or reserves it for root: reno."},
    {option::text<&PhasedOptions::uplink>, "phased.uplink", "", "NODES:PAIRS", kEqual,
     "Describes two levels of switches: each switch has NODES consecutive nodes of the job, and its uplink "
     "carries PAIRS of them at full rate. Empty: one switch."},
};

}  // namespace

constinit const OptionGroup kOptions{kRows};

}  // namespace shunt::phased
