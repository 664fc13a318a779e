#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "config/value.hpp"

namespace shunt::config {

/// What MPI_Pcontrol means: `phases`: the argument names a phase. `standard`: 0 pauses and 1 resumes recording.
enum class Pcontrol { phases, standard };
/// How blocking calls wait.
enum class WaitMode { automatic, host, gentle };
/// Which of the host's calls combines in reductions that wait gently: its nonblocking one, or its blocking one where
/// the order may change the result.
enum class WaitReductions { twin, host };
enum class LogLevel { error, warning, info, debug };

struct RecordOptions {
    bool enabled = false;
    std::int64_t memory_bytes = 0;
    bool callsites = false;
    std::int64_t preposted_every = 0;  ///< look at one receive in this many; 0: never
    std::int64_t timing_every = 1;     ///< time one in this many of the calls that do little
    bool samples = false;
    Pcontrol pcontrol = Pcontrol::phases;
    std::int64_t finalize_timeout_ns = 0;
};

struct WaitOptions {
    WaitMode mode = WaitMode::host;
    std::int64_t spin_count = 0;   ///< tests before the first yield
    std::int64_t yield_count = 0;  ///< yields before the first sleep
    std::int64_t sleep_max_ns = 0;
    WaitReductions reductions = WaitReductions::twin;
};

struct LogOptions {
    LogLevel level = LogLevel::warning;
    std::string file;  ///< empty: standard error
};

/// Who confirms to whom that a multicast has arrived.
enum class Acknowledge { automatic, flat, tree };

/// See EngineSettings in native/engine.hpp.
struct MulticastOptions {
    std::string interface;
    std::string range;
    Acknowledge acknowledge = Acknowledge::automatic;
    std::int64_t groups = 16;
    std::int64_t retain_bytes = 0;
    std::int64_t scatter_most = 0;
    std::int64_t allgather_least = 0;
    std::int64_t allgather_most = 0;
    std::int64_t opened_least = 0;
    std::int64_t rescue_after_ns = 0;
    std::int64_t ttl = 1;
    bool authenticate = false;
};

/// See PhasedSettings in native/engine.hpp.
struct PhasedOptions {
    std::string interface;
    std::int64_t alltoall_least = 0;
    std::int64_t alltoallv_least = 0;
    std::int64_t allgather_least = 0;
    std::int64_t gather_least = 0;
    std::int64_t small_bytes = 0;
    std::int64_t early_bytes = 0;
    std::int64_t meet_from = 0;
    std::int64_t pace = 0;
    std::int64_t rate = 0;
    std::int64_t connections = 1;
    std::string congestion;
    std::string uplink;
};

/// See WayCosts in native/engine.hpp.
struct WayOptions {
    std::int64_t latency_ns = 0;
    std::int64_t move_ns = 0;
    std::int64_t combine_ns = 0;
    std::int64_t lone_ns = 0;
};

/// What carries pipelines among nodes.
enum class PipelineWayChoice { automatic, verbs, tcp };

/// See PipelineSettings in native/engine.hpp.
struct PipelineOptions {
    std::string interface;
    std::int64_t ring_bytes = 0;
    std::int64_t block_bytes = 0;
    std::int64_t least_bytes = 0;
    std::int64_t shm_least = 0;
    std::int64_t short_bytes = 0;
    std::int64_t direct_bytes = 0;
    std::int64_t attach_call_ns = 0;
    std::int64_t attach_ns = 0;
    WayOptions shm;
    WayOptions tcp;
    WayOptions verbs;
    PipelineWayChoice way = PipelineWayChoice::automatic;
    std::int64_t tcp_least_bytes = 0;
};

/// See VerbsSettings in native/engine.hpp.
struct VerbsOptions {
    std::string device;
    std::int64_t port = 0;
    std::int64_t gid_index = -1;
    std::int64_t mtu_bytes = 0;
    std::int64_t registration_limit = 0;
    std::int64_t bounce_bytes = 0;
    std::int64_t ack_timeout_ns = 0;
};

/// Of every connection, whichever engine made it.
struct NetworkOptions {
    std::int64_t patience_ns = 0;  ///< with a peer that answers nothing
};

/// The word for it in the table of options.   Owner: static.
constexpr std::string_view acknowledge_word(Acknowledge value) {
    return value == Acknowledge::flat ? "flat" : value == Acknowledge::tree ? "tree" : "auto";
}

/// Every setting of Shunt. Made plainly it has all that can be off switched off, which is what remains when memory runs out
/// while reading; the documented defaults stand in the table alone and come from default_options().
struct Options {
    bool enabled = false;
    RecordOptions record;
    WaitOptions wait;
    LogOptions log;
    MulticastOptions multicast;
    PhasedOptions phased;
    PipelineOptions pipeline;
    VerbsOptions verbs;
    NetworkOptions network;
    bool assume_all = false;  ///< agreement.assume-all
    std::string spool;        ///< as set; Loaded::spool_directory is where spools go
    std::int64_t spool_keep_ns = 0;
    std::int64_t spool_room_bytes = 0;
    std::string profile;
    std::string config;
    std::string rules;
};

/// Whether ranks must have the same value for their decisions to agree (then it is part of the digest).
enum class Scope { equal_on_all_ranks, per_rank };

/// How the table reaches one member of Options: the number functions for kinds that are numbers, else the text ones.
struct Member {
    Kind kind;
    std::int64_t (*number)(const Options&) = nullptr;
    void (*set_number)(Options&, std::int64_t) = nullptr;
    const std::string& (*text)(const Options&) = nullptr;
    void (*set_text)(Options&, std::string) = nullptr;
};

/// One option.
struct Row {
    Member member;
    std::string_view key;
    std::string_view default_text;
    std::string_view range_text;  ///< what is allowed; for texts, what it is
    Scope scope;
    std::string_view doc;
};

/// The one table of options.   Owner: static storage.
std::span<const Row> option_rows();

/// The place in option_rows() of `key`, or -1.
int option_index(std::string_view key);

/// `record.memory` -> `SHUNT_RECORD_MEMORY`; `enabled` -> `SHUNT`.
std::string environment_name(const Row& row);

/// `record.memory` -> `--record.memory`.
std::string flag_name(const Row& row);

/// The value of `row` in `options`, as text that can be set again.
std::string value_text(const Row& row, const Options& options);

/// Options with the default of every row.
Options default_options();

}  // namespace shunt::config
