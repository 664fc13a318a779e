#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shim/observe/record/image.hpp"
#include "tools/analysis/function_class.hpp"
#include "tools/analysis/loops.hpp"
#include "tools/analysis/over_time.hpp"

namespace shunt::tools {

/// Input of the analysis: the images of one run, in any order, and the header of the profile file.
struct RunView {
    std::span<const record::Image> images;
    std::int32_t world_size = 0;
    std::uint32_t flags = 0;  ///< record::ProfileFlag
};

/// How the wait part of a time was found. A row that mixes several methods has several bits.
enum WaitBasis : std::uint8_t {
    kWaitWhole = 1,     ///< the whole time: the function only waits (MPI_Wait, MPI_Probe ...)
    kWaitMinimum = 2,   ///< time above the fastest call of the same function, bytes and peer on that rank
    kWaitArrivals = 4,  ///< from the arrival times of sampled collectives
    kWaitLater = 8,     ///< a nonblocking operation: the time in the Wait*/Test* that completed it
};

/// Calls and their time. `wait_ns` is part of `time_ns`. `later_ns` is not: it is part of the time of the Wait*/Test*
/// functions.
struct Split {
    std::uint64_t calls = 0;
    std::uint64_t bytes = 0;
    double time_ns = 0;
    double wait_ns = 0;
    double later_ns = 0;
    Split& operator+=(const Split& other);
};

/// Calls of one function that an engine carried.
struct CarriedCalls {
    std::string engine;
    std::uint64_t calls = 0;
};

struct FunctionRow {
    std::string name;
    FunctionClass kind = FunctionClass::local;
    std::uint8_t basis = 0;  ///< WaitBasis bits
    Split total;
    double max_ns = 0;                  ///< longest single call
    std::vector<Split> by_rank;         ///< in the order of Analysis::ranks
    std::vector<CarriedCalls> carried;  ///< by engines other than the host, most calls first
};

struct RankRow {
    std::int32_t world_rank = 0;
    std::int32_t node = 0;
    std::string host;
    double wall_ns = 0;     ///< of the record, without startup_ns
    double startup_ns = 0;  ///< in MPI_Init* and MPI_Finalize; part of no other sum
    Split mpi;              ///< all other MPI calls; wait_ns is the wait part
    double other_ns = 0;    ///< part of mpi.time_ns in I/O and local calls
    std::uint64_t sent_bytes = 0, sent_messages = 0, received_bytes = 0, received_messages = 0;
    std::uint64_t collective_bytes =
        0;                    ///< moved by its collective calls (CollectiveTraffic), each byte counted with one rank
    std::uint64_t flags = 0;  ///< record::SpoolFlag
    record::SpoolState state = record::SpoolState::finalized;
    std::int32_t abort_code = 0;
    std::string last_call;  ///< "in MPI_Recv from 2 for 4.2 s" when the record ends inside a call
    double transfer_ns() const { return mpi.time_ns - mpi.wait_ns - other_ns; }
};

/// Sums over the ranks of one node.
struct NodeRow {
    std::int32_t node = 0;
    std::string host;
    std::uint32_t ranks = 0;
    double sent_bytes = 0,
           received_bytes = 0;    ///< to and from other nodes: messages, and collectives (CollectiveTraffic)
    double mpi_ns = 0;            ///< of the rank with most communication time, without I/O and local calls
    double link_bytes_per_s = 0;  ///< 0: not known
    std::string link;             ///< source of the rate: an interface, or the option phased.rate
    /// Lower bound on the rate reached while ranks were in MPI, in the busier direction.
    double bytes_per_s() const { return mpi_ns > 0 ? std::max(sent_bytes, received_bytes) / mpi_ns * 1e9 : 0; }
};

/// Traffic of one ordered pair of world ranks, as the sender and as the receiver saw it.
struct PairTraffic {
    std::int32_t from = 0, to = 0;
    std::uint64_t bytes = 0, messages = 0;
    std::uint64_t received_bytes = 0, received_messages = 0;
    std::uint64_t one_sided_bytes = 0, one_sided_messages = 0;
    std::uint64_t collective_bytes = 0;  ///< computed (CollectiveTraffic)
    double wait_ns = 0;                  ///< `to` waiting for messages from `from`
    double send_wait_ns = 0;             ///< `from` waiting until `to` received its messages
};

/// Messages of [low, 2*low) bytes; low 0 holds the empty messages.
struct SizeBucket {
    std::uint64_t low = 0;
    std::uint64_t messages = 0, bytes = 0;
    std::uint64_t collective_calls = 0, collective_bytes = 0;
};

/// Communicators of one name and size, all instances together.
struct CommRow {
    std::string name;
    std::string rule_name;  ///< name for it in a rule, after `comm`; "several": one for each instance; "-": none
    std::int32_t size = 0, remote_size = 0;
    std::uint32_t instances = 0;
    Split total;
    std::uint64_t messages = 0;
};

struct PhaseRow {
    std::int32_t label = 0;
    std::uint32_t entries = 0;  ///< maximum over ranks
    double min_wall_ns = 0, mean_wall_ns = 0, max_wall_ns = 0;
    double first_start_ns = 0;  ///< last entry, of the earliest rank, since the start of the run
    Split mpi;
    double other_ns = 0;
    std::uint64_t messages = 0, sent_bytes = 0;
};

/// One collective function on the communicators of one name and size.
struct CollectiveRow {
    std::string function, comm;
    std::int32_t comm_size = 0;
    std::int32_t nodes = 1;         ///< maximum number of nodes of such a communicator
    Split total;                    ///< all calls of all ranks
    std::uint64_t block_bytes = 0;  ///< in the record's measure, mean of all calls
    std::uint64_t sampled = 0;      ///< operations seen on at least two ranks; 0: the values below are unknown
    double mean_spread_ns = 0, max_spread_ns = 0;
    std::int32_t last_rank = -1;  ///< world rank that arrived last most often
    double last_share = 0;        ///< share of the sampled operations in which it was last
};

/// When one rank arrived at the sampled collectives.
struct ArrivalRank {
    std::uint64_t sampled = 0, last = 0;
    double lateness_ns = 0;               ///< sum of (own arrival - first arrival)
    double wait_ns = 0, duration_ns = 0;  ///< over the sampled calls
};

/// One operation of one size on one engine. Listed only for operations that an engine besides the host carried, or that
/// rules decided about.
struct EngineRow {
    std::string function, engine;
    std::string why;  ///< reason of most of its calls, one clause; empty where nothing was decided
    std::uint64_t bytes = 0;
    std::uint64_t calls = 0;
    double time_ns = 0;
    double mean_ns() const { return calls ? time_ns / static_cast<double>(calls) : 0; }
};

/// Messages by remote write of one function, one direction and [low, 2*low) bytes; low 0 holds the empty messages.
struct CarriedMessages {
    struct Part {
        std::uint64_t messages = 0, bytes = 0;
        Part& operator+=(const Part& other);
    };
    std::string function;  ///< empty: sum of all functions
    bool received = false;
    std::uint64_t low = 0;
    Part all;
    std::array<Part, record::kMessageProtocols> by_protocol{};  ///< by record::MessageProtocol; 0: from a newer Shunt
    std::array<Part, record::kMessageWays> by_way{};            ///< by record::MessageWay, likewise
    Part unexpected;                                ///< received messages that arrived before their receive was posted
    std::uint64_t length_sum = 0, length_most = 0;  ///< of the unexpected queue, when these messages arrived
    std::uint64_t unknown = 0;  ///< messages not in `all`: their completion was never reported to the program

    const Part& by(record::MessageProtocol protocol) const { return by_protocol[static_cast<std::size_t>(protocol)]; }
    const Part& by(record::MessageWay way) const { return by_way[static_cast<std::size_t>(way)]; }
    /// Received messages whose receive was posted before they arrived.
    Part receive_first() const { return {all.messages - unexpected.messages, all.bytes - unexpected.bytes}; }
    double mean_length() const {
        return unexpected.messages ? static_cast<double>(length_sum) / static_cast<double>(unexpected.messages) : 0;
    }
    CarriedMessages& operator+=(const CarriedMessages& other);
};

struct Habits {
    std::uint64_t received = 0, probed = 0, late = 0, late_bytes = 0, wildcard = 0;
    std::uint64_t sent = 0, reused = 0, distinct_buffers = 0;
    std::uint64_t cancelled = 0, outside_world = 0;
    std::uint64_t small_messages = 0;  ///< messages of at most kSmallBytes
    double small_send_ns = 0;
    std::uint64_t small_collectives = 0;
    double small_collective_ns = 0;  ///< transfer part
    double send_wait_ns = 0;         ///< waits of sends, blocking and not
    double receive_wait_ns = 0;      ///< waits of receives, blocking and not
};
inline constexpr std::uint64_t kSmallBytes = 1024;

struct CounterRow {
    std::string name;
    std::uint64_t total = 0, most = 0;
    std::int32_t most_rank = 0;
    std::string engine;  ///< the engine that counts it; empty: the shim
};

/// One finding for the user: what costs time, in plain words, and what to do about it.
struct Finding {
    std::string text, remedy;
    double cost_ns = 0;
    double share = 0;    ///< of all MPI time
    bool fault = false;  ///< an engine met a fault: shown whatever it costs
    /// Order of findings. `machine` precedes all others whatever their cost: a machine that is too small or busy makes
    /// all other times doubtful.
    enum class Place : std::uint8_t { machine, transfer, by_cost } place = Place::by_cost;
};

struct Facts {
    std::string program, mpi_library, shunt_version, wait_mode, options;
    std::int64_t start_unix_ns = 0;
    std::int32_t world_size = 0, node_count = 0;
    std::uint32_t thread_level = 0;
    std::uint64_t run_id = 0;
};

/// Everything that a report shows about one run.   Owner: owns its strings; the images may be freed.
struct Analysis {
    Facts facts;
    double run_ns = 0;                   ///< longest record of any rank, start-up included
    double startup_ns = 0;               ///< longest start-up of any rank
    double wall_ns = 0;                  ///< longest of any rank without its start-up
    Split mpi;                           ///< sum over ranks
    double other_ns = 0;                 ///< part of mpi.time_ns in I/O and local calls
    double rank_time_ns = 0;             ///< sum of the ranks' wall times
    std::vector<FunctionRow> functions;  ///< most time first
    std::vector<RankRow> ranks;          ///< by world rank, only those recorded
    std::vector<NodeRow> nodes;          ///< by number; empty when there is only one
    std::vector<std::int32_t> missing;
    std::vector<PairTraffic> pairs;          ///< by (from, to)
    bool pairs_without_collectives = false;  ///< some communicators were too large to be added to `pairs`
    std::vector<SizeBucket> sizes;           ///< without empty ends
    std::vector<CommRow> comms;
    std::vector<PhaseRow> phases;
    OverTime over_time;
    Loops loops;
    std::vector<CollectiveRow> collectives;
    std::vector<ArrivalRank> arrivals;  ///< in the order of `ranks`; empty when nothing was sampled
    double clock_error_ns = 0;          ///< lower bound, from the samples, on the clock error between ranks
    std::vector<EngineRow> engines;
    double trying_ns = 0;  ///< what candidates of `auto` that were slower have cost, sum over ranks
    std::vector<CarriedMessages> carried_messages;  ///< by function, direction, length; empty in older profiles
    Habits habits;
    std::vector<CounterRow> counters;
    std::vector<Finding> findings;      ///< all faults, then at most five others, by descending cost
    std::vector<std::string> warnings;  ///< what makes the record incomplete
    std::string plan;  ///< for the next run (tools/plan), filled in by the caller that shows it; empty: no gain
    double transfer_ns() const { return mpi.time_ns - mpi.wait_ns - other_ns; }
};

/// Computes everything that a report shows.   Thread: any.   Fails: never; what is not recorded is left out.
Analysis analyze(const RunView& run);

}  // namespace shunt::tools
