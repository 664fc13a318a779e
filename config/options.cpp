#include "config/options.hpp"

#include <type_traits>
#include <utility>

#include "config/names.hpp"

namespace shunt::config {
namespace {

template <auto first, auto... rest>
constexpr auto& follow(auto& object) {
    if constexpr (sizeof...(rest) == 0) {
        return object.*first;
    } else {
        return follow<rest...>(object.*first);
    }
}

template <auto... path>
using Followed = std::remove_cvref_t<decltype(follow<path...>(std::declval<Options&>()))>;

template <Kind kind, auto... path>
constexpr Member number_member() {
    return {.kind = kind,
            .number = [](const Options& options) { return static_cast<std::int64_t>(follow<path...>(options)); },
            .set_number = [](Options& options,
                             std::int64_t value) { follow<path...>(options) = static_cast<Followed<path...>>(value); }};
}

template <Kind kind, auto... path>
constexpr Member text_member() {
    return {.kind = kind,
            .text = [](const Options& options) -> const std::string& { return follow<path...>(options); },
            .set_text = [](Options& options, std::string value) { follow<path...>(options) = std::move(value); }};
}

template <auto... path>
constexpr Member flag = number_member<Kind::flag, path...>();
template <auto... path>
constexpr Member integer = number_member<Kind::integer, path...>();
template <auto... path>
constexpr Member duration = number_member<Kind::duration, path...>();
template <auto... path>
constexpr Member choice = number_member<Kind::choice, path...>();
template <auto... path>
constexpr Member text = text_member<Kind::text, path...>();
template <auto... path>
constexpr Member rules = text_member<Kind::rules, path...>();

using O = Options;
using R = RecordOptions;
using W = WaitOptions;
using M = MulticastOptions;
using P = PhasedOptions;
using L = PipelineOptions;
using Way = WayOptions;
using V = VerbsOptions;
using N = NetworkOptions;
constexpr auto kEqual = Scope::equal_on_all_ranks;
constexpr auto kPerRank = Scope::per_rank;

// The words of a choice stand in the order of its enumerators. What follows from `phase` or decides who takes part in
// something collective must be equal on all ranks; what only this rank feels need not.
constexpr Row kRows[] = {
    {flag<&O::enabled>, "enabled", "on", "on|off", kEqual,
     "Whether Shunt does anything. `off` leaves only pass-through."},
    {flag<&O::record, &R::enabled>, "record", "on", "on|off", kEqual,
     "Whether calls and traffic are recorded and a profile is written."},
    {integer<&O::record, &R::memory_bytes>, "record.memory", "8M", "1M..1G", kPerRank,
     "Memory of the record of one rank, in bytes. When it is full, further keys are summed per function and the profile says so."},
    {flag<&O::record, &R::callsites>, "record.callsites", "off", "on|off", kPerRank,
     "Whether calls are told apart by where in the program they stand. Costs a walk up the stack on each call."},
    {integer<&O::record, &R::preposted_every>, "record.preposted", "16", "0..1M", kPerRank,
     "One receive in this many, later one in up to eight times as many, is looked at: had its message come before it was posted? "
     "0: never, 1: every receive."},
    {integer<&O::record, &R::timing_every>, "record.timing-sample", "16", "1..1M", kPerRank,
     "Calls that do little are timed one in this many. 1: time every call."},
    {flag<&O::record, &R::samples>, "record.samples", "on", "on|off", kEqual,
     "Whether arrival times of a sample of the collective calls are kept, to show who waits for whom."},
    {choice<&O::record, &R::pcontrol>, "record.pcontrol", "phases", "phases|standard", kEqual,
     "What MPI_Pcontrol(n) does. `phases`: n names the phase that begins. `standard`: 0 pauses recording, 1 resumes it."},
    {duration<&O::record, &R::finalize_timeout_ns>, "record.finalize-timeout", "5min", "1s..24h", kEqual,
     "How long MPI_Finalize waits for other ranks while the profile is put together. What is missing then stays in the "
     "spools, for `shunt recover`."},
    {text<&O::spool>, "spool", "", "a directory", kPerRank,
     "Where each rank keeps its record while the program runs. Empty: a folder shunt-UID in $TMPDIR, or in /tmp, that only this user may write to. "
     "A folder named here belongs to this user or to root, or to a group of this user that may write to it; one that everybody may write to must also "
     "be sticky, and this user's or root's. In any other the record stays in memory."},
    {duration<&O::spool_keep_ns>, "spool.keep", "168h", "0..8760h", kPerRank,
     "How long the records of a run that ended without its profile are kept there. Then the next run of the same user on the same host removes them. "
     "0: for ever."},
    {integer<&O::spool_room_bytes>, "spool.room", "1G", "0..1024G", kPerRank,
     "How many bytes of such records are kept. Beyond that the next run removes the oldest, but not those of the newest run, nor of the last hour. "
     "0: any number."},
    {text<&O::profile>, "profile", "", "a file", kPerRank,
     "The profile file, as rank 0 sees it. A file named here is replaced. Empty: PROGRAM.shunt in the working directory; "
     "one that exists is kept, and the new name gets a free number."},
    {text<&O::config>, "config", "", "a file", kPerRank,
     "A file of options and rules to read. Cannot be set in a file itself."},
    {rules<&O::rules>, "rules", "", "rules, separated by ;", kEqual,
     "Which engine carries which operation; the first rule that matches holds. Empty: the host carries everything. "
     "Rules set here replace those of the file."},
    {choice<&O::wait, &W::mode>, "wait", "auto", "auto|host|gentle", kEqual,
     "How blocking calls wait. `host`: as the host MPI does. `gentle`: test, yield, then sleep; while others hold the cores, without yielding. `auto`: gentle where a "
     "node has more ranks than cores they may use, and while others hold the cores of a rank: then test and sleep."},
    {choice<&O::wait, &W::reductions>, "wait.reductions", "twin", "twin|host", kEqual,
     "Gentle waiting of reductions of floating-point numbers and by operations of the program. `twin`: by the host's nonblocking call, which may "
     "combine in another order than its blocking one, so that the last bits differ. `host`: by its blocking call; only in Allreduce and "
     "Reduce_scatter_block ranks then wait gently for the others to come. Where a busy machine is the reason it is always `host`."},
    {integer<&O::wait, &W::spin_count>, "wait.spin", "8", "0..1M", kPerRank,
     "Gentle waiting: how many tests before the first yield."},
    {integer<&O::wait, &W::yield_count>, "wait.yield", "128", "0..1M", kPerRank,
     "Gentle waiting: how many yields before the first sleep; fewer where they let nobody else run."},
    {duration<&O::wait, &W::sleep_max_ns>, "wait.sleep-max", "1ms", "1us..100ms", kPerRank,
     "Gentle waiting: the longest sleep. Sleeps begin short and grow to this, to 50us while windows or files are open."},
    {text<&O::multicast, &M::interface>, "multicast.interface", "", "a name, address or CIDR", kEqual,
     "The network that multicast uses. Empty: the first that all nodes share, or else the one their routes to each other use."},
    {text<&O::multicast, &M::range>, "multicast.range", "239.255.0.0/16", "a CIDR", kEqual,
     "Where group addresses are taken from. Jobs that meet on one address tell their data apart, but hear each other."},
    {choice<&O::multicast, &M::acknowledge>, "multicast.acknowledge", "auto", "auto|flat|tree", kEqual,
     "Who confirms to whom that data has arrived. `flat`: each node to the root. `tree`: along a tree, so that the root hears few. "
     "`auto`: by the number of nodes."},
    {integer<&O::multicast, &M::groups>, "multicast.groups", "16", "1..1K", kEqual,
     "How many groups a process joins at once; the one used longest ago makes room. Network cards filter few, and pass all beyond."},
    {integer<&O::multicast, &M::retain_bytes>, "multicast.retain", "16K", "0..1M", kEqual,
     "Up to this length the root of a broadcast keeps a copy for repairs and goes on before all nodes have confirmed."},
    {integer<&O::multicast, &M::scatter_most>, "multicast.scatter-most", "64K", "0..1G", kEqual,
     "Scatter is taken to be faster by multicast up to this many bytes for all ranks together."},
    {integer<&O::multicast, &M::allgather_least>, "multicast.allgather-least", "1K", "0..1G", kEqual,
     "Allgather among up to 32 nodes with one rank each is taken to be faster by multicast from this many bytes of each rank on."},
    {integer<&O::multicast, &M::allgather_most>, "multicast.allgather-most", "1M", "0..1G", kEqual,
     "Such an allgather is taken to be faster by multicast up to this many bytes of each rank."},
    {integer<&O::multicast, &M::opened_least>, "multicast.opened-least", "256", "0..1G", kEqual,
     "Scatterv in an opened group is taken to be faster by multicast from this many bytes for all ranks together."},
    {duration<&O::multicast, &M::rescue_after_ns>, "multicast.rescue-after", "1s", "10ms..1h", kEqual,
     "After so long without a datagram that helps, what is missing is fetched from its root by TCP."},
    {integer<&O::multicast, &M::ttl>, "multicast.ttl", "1", "1..255", kEqual,
     "Routers that multicast may pass, plus one."},
    {flag<&O::multicast, &M::authenticate>, "multicast.authenticate", "off", "on|off", kEqual,
     "Whether each datagram carries a keyed hash (SipHash-2-4), so that nobody on the network can forge one. Costs 8 bytes and about half a "
     "microsecond a datagram at each end. Data can be read by whoever may listen there, either way."},
    {text<&O::phased, &P::interface>, "phased.interface", "", "a name, address or CIDR", kEqual,
     "The network that the phased engine's streams use. Empty: the first that all nodes share, or else the one their routes to each other use."},
    {integer<&O::phased, &P::alltoall_least>, "phased.alltoall-least", "16K", "0..1G", kEqual,
     "Alltoall is taken to be faster in phases from this many bytes on from one node to another."},
    {integer<&O::phased, &P::alltoallv_least>, "phased.alltoallv-least", "4K", "0..1G", kEqual,
     "Alltoallv and alltoallw are taken to be faster in phases where the busiest node has so many bytes on average for each other. "
     "Each rank knows its own sizes alone: so after a call that was found to have less, the host carries the next few."},
    {integer<&O::phased, &P::allgather_least>, "phased.allgather-least", "8K", "0..1G", kEqual,
     "Allgather is taken to be faster in phases from this many bytes on of the ranks of one node."},
    {integer<&O::phased, &P::gather_least>, "phased.gather-least", "64K", "0..1G", kEqual,
     "Gather and scatter are taken to be faster in phases from this many bytes on of the ranks of one node."},
    {integer<&O::phased, &P::small_bytes>, "phased.small", "2K", "0..1M", kEqual,
     "Messages between nodes up to this length are not kept apart from others; the last of them go all at once."},
    {integer<&O::phased, &P::early_bytes>, "phased.early", "12K", "0..16M", kEqual,
     "A node that has only this much of a message still to get calls the sender of its next one."},
    {integer<&O::phased, &P::meet_from>, "phased.meet-from", "64K", "0..1G", kEqual,
     "All nodes meet between phases, instead of calling each other, where the longest message has at least so many bytes."},
    {integer<&O::phased, &P::pace>, "phased.pace", "101", "0..1000", kEqual,
     "Percent of its port's rate, as measured, at which a node sends, so that nothing queues in front of the port. "
     "Below 100 it gets slower and slower until it looks anew; 0: as fast as it goes."},
    {integer<&O::phased, &P::rate>, "phased.rate", "0", "0..1024G", kEqual,
     "Bytes of data a second that the port of each node takes, as `shunt tune --peer` measures it: streams send at that pace. 0: measured on the way, "
     "and paced by `phased.pace`."},
    {integer<&O::phased, &P::connections>, "phased.connections", "1K", "2..64K", kEqual,
     "How many TCP connections a process keeps for one communicator; idle ones make room, the one used longest ago first."},
    {text<&O::phased, &P::congestion>, "phased.congestion", "auto", "auto, or a name the kernel knows, such as cubic", kEqual,
     "TCP congestion control of the streams. `auto`: reno until a pace is known, then bbr, and for lengths that differ (Alltoallv, Alltoallw) cubic. Empty: the system's. Where the kernel does not know it, or does not let everybody have it: reno."},
    {text<&O::phased, &P::uplink>, "phased.uplink", "", "NODES:PAIRS", kEqual,
     "Two levels of switches: NODES of the job, in order, hang on each switch, and its uplink carries PAIRS of nodes at full rate. Empty: one switch."},
    {text<&O::pipeline, &L::interface>, "pipeline.interface", "", "a name, address or CIDR", kEqual,
     "The network that pipelines between nodes use by TCP. Empty: the first that all nodes share, or else the one their routes to each other use."},
    {choice<&O::pipeline, &L::way>, "pipeline.way", "auto", "auto|verbs|tcp", kEqual,
     "What carries pipelines between nodes. `auto`: RDMA where all ranks of the communicator have a device that works, else TCP. `verbs`: the same, "
     "with a warning where it is not RDMA. `tcp`: TCP, and no RDMA library is loaded."},
    {integer<&O::pipeline, &L::ring_bytes>, "pipeline.ring", "1M", "64K..1G", kEqual,
     "Bytes of the ring of blocks that a communicator's pipelines go through, on each node and to each neighbour."},
    {integer<&O::pipeline, &L::block_bytes>, "pipeline.block", "0", "0..256M", kEqual,
     "Bytes of a block of a pipeline, at most a quarter of the ring. 0: chosen for each size and number of ranks from the costs below."},
    {integer<&O::pipeline, &L::least_bytes>, "pipeline.least", "64K", "0..1G", kEqual,
     "Within a node where ranks outnumber cores pipelines are taken to be faster than the host from vectors of four times as many bytes on."},
    {integer<&O::pipeline, &L::shm_least>, "pipeline.shm-least", "8K", "0..1G", kEqual,
     "Within a node where each rank has a core: from this many bytes on; reductions of n ranks want n - 1 times as many. `shunt tune` finds it."},
    {integer<&O::pipeline, &L::short_bytes>, "pipeline.short", "8K", "0..16K", kEqual,
     "Within a node of at most 16 ranks, each with its own core: the most bytes that one rank may read from all others together for the mailbox "
     "algorithm, which also does barriers. 0 turns it off. The first 1000 collectives of a communicator stay on the host unless it has a team already."},
    {integer<&O::pipeline, &L::direct_bytes>, "pipeline.direct", "64K", "0..1G", kEqual,
     "Broadcasts of so many bytes go from one rank's memory into another's without a buffer between, where a node allows that "
     "(cross-memory attach) and it is the faster way by the costs below."},
    {duration<&O::pipeline, &L::shm, &Way::latency_ns>, "pipeline.shm-latency", "200ns", "1ns..1s", kEqual,
     "Within a node: time from telling a rank of a block until it begins with it. `shunt tune` measures this, and the costs that follow; "
     "the defaults are those of cores that share no cache."},
    {duration<&O::pipeline, &L::shm, &Way::move_ns>, "pipeline.shm-move", "60us", "1ns..1h", kEqual,
     "Within a node: time for copying 1 MiB into or out of the ring."},
    {duration<&O::pipeline, &L::shm, &Way::combine_ns>, "pipeline.shm-combine", "75us", "1ns..1h", kEqual,
     "Within a node: time for combining two operands of 1 MiB."},
    {duration<&O::pipeline, &L::attach_call_ns>, "pipeline.attach-call", "2us", "1ns..1s", kEqual,
     "Within a node: time for reaching into another rank's memory (cross-memory attach), once."},
    {duration<&O::pipeline, &L::attach_ns>, "pipeline.attach-move", "75us", "1ns..1h", kEqual,
     "Within a node: time for copying 1 MiB from or to another rank's memory, without that."},
    {integer<&O::pipeline, &L::tcp_least_bytes>, "pipeline.tcp-least", "64K", "0..1G", kEqual,
     "Between nodes pipelines are taken to be faster than the host from vectors of this many bytes on, and from four times as many where all "
     "ranks get a part of the sum. `shunt tune --peer` gives a figure that suits the network."},
    {duration<&O::pipeline, &L::tcp, &Way::latency_ns>, "pipeline.tcp-latency", "60us", "1ns..1s", kEqual,
     "Between nodes by TCP: time from putting a short block until the next rank begins with it."},
    {duration<&O::pipeline, &L::tcp, &Way::move_ns>, "pipeline.tcp-move", "60ms", "1ns..1h", kEqual,
     "Between nodes by TCP: time for moving 1 MiB."},
    {duration<&O::pipeline, &L::tcp, &Way::lone_ns>, "pipeline.tcp-lone", "0", "0..1h", kEqual,
     "Between nodes by TCP: time for moving 1 MiB in blocks of 8 KiB that come singly, which ports may let pass before their rate applies. 0: as tcp-move."},
    {duration<&O::pipeline, &L::tcp, &Way::combine_ns>, "pipeline.tcp-combine", "50us", "1ns..1h", kEqual,
     "Between nodes by TCP: time for combining two operands of 1 MiB."},
    {duration<&O::pipeline, &L::verbs, &Way::latency_ns>, "pipeline.verbs-latency", "3us", "1ns..1s", kEqual,
     "Between nodes by RDMA: time from putting a short block until the next rank begins with it."},
    {duration<&O::pipeline, &L::verbs, &Way::move_ns>, "pipeline.verbs-move", "100us", "1ns..1h", kEqual,
     "Between nodes by RDMA: time for moving 1 MiB."},
    {duration<&O::pipeline, &L::verbs, &Way::combine_ns>, "pipeline.verbs-combine", "50us", "1ns..1h", kEqual,
     "Between nodes by RDMA: time for combining two operands of 1 MiB."},
    {text<&O::verbs, &V::device>, "verbs.device", "", "a name, such as mlx5_0", kPerRank,
     "The RDMA device of this rank. Empty: the first with an active port."},
    {integer<&O::verbs, &V::port>, "verbs.port", "0", "0..255", kPerRank,
     "Which port of it, counted from 1. 0: the first active one."},
    {integer<&O::verbs, &V::gid_index>, "verbs.gid-index", "-1", "-1..255", kPerRank,
     "Which of the port's addresses (`ibv_devinfo -v`). -1: RoCE v2 over IPv4 where there is one, then over IPv6, then RoCE v1."},
    {integer<&O::verbs, &V::mtu_bytes>, "verbs.mtu", "0", "0..4K", kEqual,
     "The largest RDMA packet, in bytes: 256, 512, 1024, 2048 or 4096; others count as the next lower. 0: the largest that both ports have."},
    {integer<&O::verbs, &V::registration_limit>, "verbs.registration-limit", "1G", "0..1024G", kPerRank,
     "How much of the program's memory a communicator registers with the device at once; beyond it data is copied first."},
    {integer<&O::verbs, &V::bounce_bytes>, "verbs.bounce", "1M", "128K..1G", kPerRank,
     "Bytes of registered memory that such copies go through, for each communicator."},
    {duration<&O::verbs, &V::ack_timeout_ns>, "verbs.ack-timeout", "268ms", "1ms..60s", kEqual,
     "A packet unanswered so long is sent again; after the sixth time, all that devices can be told, its receiver is lost."},
    {duration<&O::network, &N::patience_ns>, "network.patience", "5min", "1s..24h", kEqual,
     "How long every TCP connection waits for a host that answers nothing, while the host MPI knows of no trouble with it, before that host "
     "is said to be lost. RDMA devices give up earlier: see `verbs.ack-timeout`."},
    {flag<&O::assume_all>, "agreement.assume-all", "off", "on|off", kEqual,
     "You assert that every rank runs under Shunt. Needed before anything is carried where the launcher gives no way to "
     "find out; wrong, it hangs the program."},
    {choice<&O::log, &LogOptions::level>, "log", "warning", "error|warning|info|debug", kPerRank,
     "The least important messages that are still shown."},
    {text<&O::log, &LogOptions::file>, "log.file", "", "a file", kPerRank,
     "Where messages go. Empty: standard error."},
};

}  // namespace

std::span<const Row> option_rows() { return kRows; }

int option_index(std::string_view key) {
    for (int i = 0; i < static_cast<int>(std::size(kRows)); ++i) {
        if (kRows[i].key == key) return i;
    }
    return -1;
}

std::string environment_name(const Row& row) {
    std::string name = "SHUNT";
    if (row.key == "enabled") return name;
    name += '_';
    for (const char c : row.key) {
        const bool letter = c >= 'a' && c <= 'z';
        name += c == '-' || c == '.' ? '_' : letter ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return name;
}

std::string flag_name(const Row& row) { return "--" + std::string(row.key); }

std::string value_text(const Row& row, const Options& options) {
    if (row.member.text != nullptr) return row.member.text(options);
    return format_value(row.member.kind, row.range_text, row.member.number(options));
}

Options default_options() {
    Options options;
    for (const Row& row : kRows) {
        if (row.member.set_text != nullptr) {
            row.member.set_text(options, std::string(row.default_text));
            continue;
        }
        const auto value = parse_allowed(row.member.kind, row.range_text, row.default_text);
        if (value) row.member.set_number(options, *value);
    }
    return options;
}

}  // namespace shunt::config
