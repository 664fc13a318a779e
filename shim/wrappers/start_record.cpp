#include "shim/wrappers/start_record.hpp"

#include <unistd.h>

#include <ctime>

#include "config/describe.hpp"
#include "native/base/process.hpp"
#include "native/engines/registry.hpp"
#include "native/select/messages.hpp"
#include "native/select/vocabulary.hpp"
#include "shim/host/log.hpp"
#include "shim/host/process_facts.hpp"
#include "shim/host/yielding.hpp"
#include "shim/observe/merge.hpp"
#include "shim/observe/record/spool_sweep.hpp"
#include "shim/table/generated/function_table.hpp"
#include "shim/wrappers/backend_state.hpp"

namespace shunt {

std::string engine_lines() {
    std::string text = "host\n";
    for (const Engine* engine : engines()) text += std::string(engine->name()) + "\n";
    return text + std::string(config::kRemoteWriteName) + "\n";
}

bool host_yields() {
    const bool* yields = yield_switch_of(backend_state().host_handle);
    return yields && *yields;
}

namespace {

/// Of a process. A program may begin MPI sessions in a loop, and their records stay in the folder and in its memory.
constexpr std::uint32_t kMostRecords = 16;

std::string function_lines() {
    std::string text;
    for (const record::FunctionInfo& info : record::kFunctions) text += std::string(info.name) + " " + info.kind + "\n";
    return text;
}

/// Removes old records of killed ranks to make room; done by one rank of a node.
void sweep_old_spools(const Session& s, const record::SpoolSetup& setup) {
    if (s.world_rank != lowest_rank_of_node(s)) return;
    std::string error;
    const int folder = record::open_spool_folder(setup.directory, setup.is_named_folder, record::Missing::fail, error);
    if (folder < 0) return;
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const record::SweepLimits limits{s.options.spool_keep_ns, static_cast<std::uint64_t>(s.options.spool_room_bytes)};
    const std::size_t removed =
        record::sweep_spools(folder, limits, std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec);
    close(folder);
    if (removed != 0)
        SHUNT_INFO("removed %zu records of ended runs from %s (spool.keep, spool.room)", removed,
                   setup.directory.c_str());
}

/// Counters by which a report separates the machine's part of a time from the program's.
void note_machine(Session& s) {
    s.first_run_delay_us = run_delay_us();
    if (s.agreement.node_cores > 0)
        s.recorder->set_counter("node.cores", static_cast<std::uint64_t>(s.agreement.node_cores));
    if (s.agreement.node_count < 2 || s.world_rank != lowest_rank_of_node(s)) return;
    for (const NetworkLink& link : network_links())
        s.recorder->set_counter(("link." + link.name + ".mbit").c_str(), static_cast<std::uint64_t>(link.mbit_per_s));
}

}  // namespace

void start_record(Session& s, int level) {
    if (!s.has_world && s.ordinal >= kMostRecords) {
        if (s.ordinal == kMostRecords && s.world_rank == 0)
            SHUNT_WARN("%u MPI sessions of this process have records; later ones are not recorded", kMostRecords);
        return;
    }
    record::SpoolSetup setup;
    setup.directory = backend_state().loaded.spool_directory;
    setup.is_named_folder = !s.options.spool.empty();
    setup.memory_bytes = static_cast<std::uint64_t>(s.options.record.memory_bytes);
    setup.carries_messages = s.messages != nullptr;
    setup.run_id = s.agreement.run_id;
    setup.ordinal = s.ordinal;
    setup.world_rank = s.world_rank;
    setup.world_size = s.world_size;
    setup.node = s.agreement.node;
    setup.node_count = s.agreement.node_count;
    setup.thread_level = static_cast<std::uint32_t>(level);
    setup.functions = function_lines();
    setup.function_count = kFunctionCount;
    setup.engines = engine_lines();
    setup.engine_count = static_cast<std::uint16_t>(1 + remote_write_index());
    setup.options = config::options_record(backend_state().loaded, option_table());
    setup.host = host_name();
    setup.program = command_line();
    setup.mpi_library = backend_state().host_version;
    setup.shunt_version = SHUNT_VERSION;
    setup.wait_mode = s.gentle_collectives || s.gentle_calls ? "gentle" : host_yields() ? "host, yielding" : "host";
    if (s.ordinal == 0) sweep_old_spools(s, setup);
    std::string error;
    if (!s.spool.open(setup, error)) {
        SHUNT_WARN("%s; nothing is recorded", error.c_str());
        return;
    }
    if (s.spool.path().empty() && s.world_rank == lowest_rank_of_node(s))
        SHUNT_WARN(
            "%s; the record is kept in memory and lost if the program is killed: set SHUNT_SPOOL to a folder of your "
            "own with room",
            error.c_str());
    s.recorder = new record::Recorder(s.spool);
    if (s.options.record.phases == config::Phases::loops) s.recorder->set_phases_by_loops();
    s.recorder->set_multithreaded(level == MPI_THREAD_MULTIPLE);
    s.counts_looks_quickly = level != MPI_THREAD_MULTIPLE && !s.options.record.callsites;
    note_machine(s);
}

}  // namespace shunt
