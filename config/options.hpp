#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/value.hpp"
#include "native/base/fabric_way.hpp"
#include "native/base/option.hpp"

namespace shunt::config {

/// The meaning of MPI_Pcontrol. `phases`: the argument names a phase. `standard`: 0 pauses and 1 resumes recording.
enum class Pcontrol { phases, standard };
/// Source of the program's phases: the program itself, by MPI_Pcontrol, or the loops that the record finds.
enum class Phases { program, loops };
/// How blocking calls wait.
enum class WaitMode { automatic, host, gentle };
/// Which call of the host combines in reductions that wait gently: its nonblocking one, or its blocking one if the
/// order may change the result.
enum class WaitReductions { twin, host };
/// How `auto` decides about reductions whose last bits depend on the order of combining.
enum class AutoReductions { fixed, measured, host };
enum class LogLevel { error, warning, info, debug };

struct RecordOptions {
    bool enabled = false;
    std::int64_t memory_bytes = 0;
    bool callsites = false;
    std::int64_t preposted_every = 0;  ///< examine one receive in this many; 0: never
    std::int64_t timing_every = 1;     ///< time one in this many of the short calls
    bool samples = false;
    Pcontrol pcontrol = Pcontrol::phases;
    Phases phases = Phases::program;
    bool ports = false;  ///< measure the capacity of the hosts' ports in MPI_Finalize
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

/// Messages between ranks that the engine remote_write carries.
/// What becomes of messages between two ranks of different nodes that cannot connect: they are `lost`, with an error,
/// or the host carries them.
enum class UnreachableRanks : std::uint8_t { lost, host };

struct MessageOptions {
    std::int64_t channels = 0;  ///< most mailboxes of one pair of ranks that a rank reads, and writes to; 0: no limit
    FabricWay way = FabricWay::automatic;  ///< between nodes
    UnreachableRanks unreachable = UnreachableRanks::lost;
};

/// For every connection, whichever engine made it.
struct NetworkOptions {
    std::int64_t patience_ns = 0;  ///< how long a peer may be silent
};

/// Every setting of Shunt. A default-constructed object has everything disabled that can be; it is used if memory runs
/// out while settings are read. The documented defaults are only in the rows and come from default_options().
struct Options {
    bool enabled = false;
    RecordOptions record;
    WaitOptions wait;
    LogOptions log;
    NetworkOptions network;
    MessageOptions p2p;
    bool assume_all = false;  ///< agreement.assume-all
    bool progress_thread = false;
    std::string auto_knowledge;  ///< auto.knowledge, as set; Loaded::knowledge_file is the file itself
    AutoReductions auto_reductions = AutoReductions::fixed;  ///< auto.reductions
    std::string spool;                                       ///< as set; Loaded::spool_directory is the directory of
                                                             ///< the spools
    std::int64_t spool_keep_ns = 0;
    std::int64_t spool_room_bytes = 0;
    std::string profile;
    std::string config;
    std::string rules;
    std::string plan;
    OptionValues engines;  ///< of the groups in the table
};

/// All options in the order of display: config's own, and between them those of the engines, which are arguments.
/// Thread: any.
class OptionTable {
public:
    /// `groups`: each once.   Owner: static storage.   Fails: std::bad_alloc.
    explicit OptionTable(std::span<const OptionGroup* const> groups);
    std::span<const Option> rows() const { return rows_; }
    /// The index of `key` in rows(), or -1.
    int index(std::string_view key) const;

private:
    std::vector<Option> rows_;
};

/// The struct in `options` that contains the member of `row`. Default-constructed options have none for engines: then
/// the first function returns null, and the second makes it.
const void* struct_of(const Option& row, const Options& options);
void* struct_of(const Option& row, Options& options);

/// `record.memory` -> `SHUNT_RECORD_MEMORY`; `enabled` -> `SHUNT`.
std::string environment_name(const Option& row);

/// `record.memory` -> `--record.memory`.
std::string flag_name(const Option& row);

/// The value of `row` in `options`, as text that can be set again; empty if there is none.
std::string value_text(const Option& row, const Options& options);

/// Options with the default of every row.
Options default_options(const OptionTable& table);

}  // namespace shunt::config
