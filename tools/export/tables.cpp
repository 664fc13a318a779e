#include "tools/export/tables.hpp"

#include <cstdio>
#include <set>

#include "config/rules.hpp"
#include "native/select/trial_clause.hpp"
#include "shim/observe/record/comm_names.hpp"
#include "tools/analysis/carried_messages.hpp"
#include "tools/analysis/engines.hpp"
#include "tools/analysis/rank_clock.hpp"
#include "tools/analysis/row_times.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

using record::Cell;
using record::Image;
using Row = std::vector<Value>;

std::string hex(std::uint64_t value) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

Value text(std::string_view value) { return std::string(value); }

Value whole(std::int64_t value) { return value; }

Value flag(std::uint64_t flags, std::uint64_t bit) { return std::int64_t{(flags & bit) != 0}; }

/// The rank `peer`; empty for kNoPeer.
Value peer_value(std::int32_t peer) { return peer == record::kNoPeer ? Value{} : Value{std::int64_t{peer}}; }

Value comm_value(std::uint16_t comm) { return comm >= record::kOverflowComm ? Value{} : Value{std::int64_t{comm}}; }

std::string_view state_text(record::SpoolState state) {
    switch (state) {
        case record::SpoolState::running: return "running";
        case record::SpoolState::finalized: return "finalized";
        case record::SpoolState::aborted: return "aborted";
        case record::SpoolState::exited: return "exited";
    }
    return "unknown";
}

/// Definition of one table: its columns, and its rows for one rank.
struct TableMaker {
    TableHead head;
    void (*rows)(const Image& image, const RankClock& clock, RowSink& sink);
};

void rank_row(const Image& image, const RankClock& clock, RowSink& sink) {
    const auto& head = image.header();
    const bool inside = head.current_function != 0xffff;
    const Row row{whole(head.world_rank),
                  whole(head.node),
                  text(head.host),
                  whole(head.pid),
                  text(state_text(head.state)),
                  whole(head.abort_code),
                  whole(head.start_unix_ns),
                  clock.elapsed_ns(),
                  whole(head.clock_parent),
                  whole(head.clock_offset_ns),
                  flag(head.flags, record::kCellsOverflowed),
                  flag(head.flags, record::kCommsOverflowed),
                  flag(head.flags, record::kBuffersOverflowed),
                  flag(head.flags, record::kPhasesOverflowed),
                  flag(head.flags, record::kRequestsOverflowed),
                  flag(head.flags, record::kStringsOverflowed),
                  flag(head.flags, record::kMessagesOverflowed),
                  inside ? text(image.function_name(head.current_function)) : Value{},
                  inside ? peer_value(head.current_peer) : Value{},
                  text(head.wait_mode)};
    sink.row(row);
}

void communicator_rows(const Image& image, const RankClock&, RowSink& sink) {
    std::int64_t index = 0;
    for (const auto& comm : image.comms()) {
        const std::string_view for_rules = record::rule_name(comm);
        const Row row{whole(image.header().world_rank),
                      index++,
                      hex(comm.id),
                      comm.parent_id != 0 ? Value{hex(comm.parent_id)} : Value{},
                      text(comm.name),
                      whole(comm.size),
                      whole(comm.remote_size),
                      whole(comm.rank),
                      whole(comm.leader_world),
                      for_rules.empty() ? Value{} : text(for_rules)};
        sink.row(row);
    }
}

void phase_rows(const Image& image, const RankClock& clock, RowSink& sink) {
    std::int64_t index = 0;
    for (const auto& phase : image.phases()) {
        const Row row{whole(image.header().world_rank),
                      index++,
                      whole(phase.label),
                      whole(phase.entries),
                      clock.since_start_ns(phase.start_ticks),
                      clock.ns(phase.ticks)};
        sink.row(row);
    }
}

void loop_rows(const Image& image, const RankClock& clock, RowSink& sink) {
    std::int64_t index = 0;
    for (const record::LoopEntry& loop : image.loops()) {
        std::string body;
        for (const record::LoopPart& part : image.parts_of(loop)) {
            if (!body.empty()) body += ' ';
            if (part.loop == record::kUnknownLoop) body += "loop";
            else if (part.loop != 0) body += "loop:" + std::to_string(part.loop - 1);
            else body += std::string(image.function_name(part.function)) + ":" + std::to_string(part.bytes);
        }
        const Row row{whole(image.header().world_rank),
                      index++,
                      whole(loop.runs),
                      loop.iterations,
                      whole(loop.least_iterations),
                      whole(loop.most_iterations),
                      clock.ns(loop.ticks),
                      clock.ns(loop.run_ticks),
                      clock.ns(loop.min_ticks),
                      clock.ns(loop.max_ticks),
                      clock.since_start_ns(loop.slowest_begin),
                      clock.since_start_ns(loop.first_begin),
                      clock.since_start_ns(loop.last_end),
                      body};
        sink.row(row);
    }
}

void time_rows(const Image& image, const RankClock& clock, RowSink& sink) {
    const std::uint64_t start = image.header().bins_start;
    std::uint64_t place = 0;
    for (const record::TimeBin& bin : image.bins()) {
        Row row{whole(image.header().world_rank), clock.since_start_ns(start + (place << image.header().bins_shift)),
                clock.since_start_ns(start + ((place + 1) << image.header().bins_shift)),
                bin.phase == record::kManyPhases ? Value{} : whole(bin.phase), bin.bytes};
        for (const std::uint64_t ticks : bin.ticks) row.emplace_back(clock.ns(ticks));
        sink.row(row);
        ++place;
    }
}

void call_rows(const Image& image, const RankClock& clock, RowSink& sink) {
    const RowTimes times(image);
    for (const Cell& cell : image.cells()) {
        const auto flags = cell.key.flags;
        const bool probed = cell.probed != 0;
        const std::string why = reason_text(image, cell, 0);
        const Row row{
            whole(image.header().world_rank),
            text(image.function_name(cell.key.function)),
            text(image.function_kind(cell.key.function)),
            text(image.engine_name(cell.key.engine)),
            comm_value(cell.key.comm),
            whole(cell.key.phase),
            peer_value(cell.key.peer),
            peer_value(cell.peer_world),
            cell.key.bytes,
            flag(flags, record::kCall),
            flag(flags, record::kTraffic),
            flag(flags, record::kReceive),
            flag(flags, record::kContiguous),
            flag(image.is_rounded(cell) ? 0 : flags, record::kAnySource),
            flag(flags, record::kCancelled),
            flag(flags, record::kOneSided),
            flag(flags, record::kSampled),
            whole(image.is_rounded(cell)),
            cell.key.callsite != 0 ? text(image.string_at(cell.key.callsite)) : Value{},
            cell.count,
            cell.timed,
            times.ns(cell),
            clock.ns(cell.min_ticks),
            clock.ns(cell.max_ticks),
            clock.ns(cell.wait_ticks),
            cell.reused,
            probed ? Value{std::uint64_t{cell.probed}} : Value{},
            probed ? Value{std::uint64_t{cell.unexpected}} : Value{},
            cell.rule != 0 && (cell.rule & config::kPlanLine) == 0 ? Value{std::uint64_t{cell.rule}} : Value{},
            why.empty() ? Value{} : text(why)};
        sink.row(row);
    }
}

void message_rows(const Image& image, const RankClock&, RowSink& sink) {
    for (const record::MessageEntry& entry : image.messages()) {
        const Cell& cell = image.cells()[entry.cell];
        const bool received = (cell.key.flags & record::kReceive) != 0;
        const auto of_received = [&](std::uint64_t value) { return received ? Value{value} : Value{}; };
        const Row row{whole(image.header().world_rank),
                      text(image.function_name(cell.key.function)),
                      comm_value(cell.key.comm),
                      whole(cell.key.phase),
                      peer_value(cell.key.peer),
                      peer_value(cell.peer_world),
                      cell.key.bytes,
                      whole(received),
                      flag(cell.key.flags, record::kContiguous),
                      flag(cell.key.flags, record::kAnySource),
                      cell.key.callsite != 0 ? text(image.string_at(cell.key.callsite)) : Value{},
                      text(name_of(entry.protocol)),
                      text(name_of(entry.way)),
                      entry.messages,
                      entry.bytes,
                      of_received(entry.unexpected),
                      of_received(entry.length_sum),
                      of_received(entry.length_most)};
        sink.row(row);
    }
}

void overflow_rows(const Image& image, const RankClock& clock, RowSink& sink) {
    for (std::size_t i = 0; i < image.overflow().size(); ++i) {
        const auto& entry = image.overflow()[i];
        if (entry.count == 0) continue;
        const Row row{whole(image.header().world_rank), text(image.function_name(i)), entry.count, entry.bytes,
                      clock.ns(entry.ticks)};
        sink.row(row);
    }
}

void sample_rows(const Image& image, const RankClock& clock, RowSink& sink) {
    for (const auto& sample : image.samples()) {
        const Row row{whole(image.header().world_rank),
                      hex(sample.comm_id),
                      whole(sample.sequence),
                      text(image.function_name(sample.function)),
                      whole(sample.phase),
                      sample.bytes,
                      clock.monotonic_ns(sample.enter_ticks),
                      clock.monotonic_ns(sample.leave_ticks)};
        sink.row(row);
    }
}

void buffer_rows(const Image& image, const RankClock&, RowSink& sink) {
    for (const auto& buffer : image.buffers()) {
        if (buffer.address == 0) continue;
        const Row row{whole(image.header().world_rank), hex(buffer.address), buffer.uses, buffer.max_bytes};
        sink.row(row);
    }
}

/// One row for each candidate of a decision of `auto`. Rows of calls that share a clause have one trial.
void decision_rows(const Image& image, const RankClock&, RowSink& sink) {
    std::set<std::uint8_t> seen;
    for (const Cell& cell : image.cells()) {
        const TrialInClause trial = trial_in_clause(image.clause(cell.reason));
        if (trial.times.empty() || !seen.insert(cell.reason).second) continue;
        for (const TrialInClause::Time& one : trial.times) {
            const Row row{whole(image.header().world_rank),
                          whole(cell.reason),
                          text(image.function_name(cell.key.function)),
                          comm_value(cell.key.comm),
                          cell.key.bytes,
                          text(one.name),
                          one.ns,
                          whole(&one == trial.times.data()),
                          text(trial.source),
                          trial.chosen_at > 0 ? whole(trial.chosen_at) : Value{},
                          trial.trying_ns};
            sink.row(row);
        }
    }
}

void counter_rows(const Image& image, const RankClock&, RowSink& sink) {
    for (const auto& counter : image.counters()) {
        const std::string_view engine = engine_of_counter(image, counter.name);
        const Row row{whole(image.header().world_rank), text(counter.name), counter.value,
                      engine.empty() ? Value{} : text(engine)};
        sink.row(row);
    }
}

std::string_view trimmed(std::string_view part) {
    const auto from = part.find_first_not_of(" \t");
    return from == std::string_view::npos ? std::string_view{}
                                          : part.substr(from, part.find_last_not_of(" \t") - from + 1);
}

void option_rows(const Image& image, const RankClock&, RowSink& sink) {
    std::string_view rest = image.options();
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const auto equals = line.find(" =");
        if (equals == std::string_view::npos) continue;
        const auto mark = line.rfind("    # ");
        const bool has_source = mark != std::string_view::npos && mark > equals;
        const std::string_view value = line.substr(equals + 2, has_source ? mark - equals - 2 : std::string_view::npos);
        const Row row{whole(image.header().world_rank), text(trimmed(line.substr(0, equals))), text(trimmed(value)),
                      has_source ? text(trimmed(line.substr(mark + 6))) : Value{}};
        sink.row(row);
    }
}

const TableMaker kTables[] = {
    {{"ranks",
      {"rank",
       "node",
       "host",
       "pid",
       "state",
       "abort_code",
       "start_unix_ns",
       "elapsed_ns",
       "clock_parent",
       "clock_offset_ns",
       "cells_overflowed",
       "comms_overflowed",
       "buffers_overflowed",
       "phases_overflowed",
       "requests_overflowed",
       "strings_overflowed",
       "messages_overflowed",
       "current_function",
       "current_peer",
       "wait_mode"}},
     rank_row},
    {{"communicators",
      {"rank", "comm", "id", "parent_id", "name", "size", "remote_size", "comm_rank", "leader_world", "rule_name"}},
     communicator_rows},
    {{"phases", {"rank", "phase", "label", "entries", "start_ns", "time_ns"}}, phase_rows},
    {{"loops",
      {"rank", "loop", "runs", "iterations", "least_iterations", "most_iterations", "time_ns", "runs_ns", "min_ns",
       "max_ns", "slowest_begin_ns", "begin_ns", "end_ns", "body"}},
     loop_rows},
    {{"time",
      {"rank", "begin_ns", "end_ns", "phase", "bytes", "message_ns", "wait_ns", "collective_ns", "one_sided_ns",
       "other_ns", "startup_ns"}},
     time_rows},
    {{"calls",
      {"rank",    "function", "kind",       "engine",     "comm",       "phase",      "peer",      "peer_world",
       "bytes",   "is_call",  "is_traffic", "is_receive", "contiguous", "any_source", "cancelled", "one_sided",
       "sampled", "rounded",  "callsite",   "count",      "timed",      "time_ns",    "min_ns",    "max_ns",
       "wait_ns", "reused",   "probed",     "unexpected", "rule",       "why"}},
     call_rows},
    {{"messages",
      {"rank", "function", "comm", "phase", "peer", "peer_world", "bytes", "is_receive", "contiguous", "any_source",
       "callsite", "protocol", "way", "messages", "moved_bytes", "unexpected", "queue_sum", "queue_most"}},
     message_rows},
    {{"overflow", {"rank", "function", "count", "bytes", "time_ns"}}, overflow_rows},
    {{"samples", {"rank", "comm_id", "sequence", "function", "phase", "bytes", "enter_ns", "leave_ns"}}, sample_rows},
    {{"buffers", {"rank", "address", "uses", "max_bytes"}}, buffer_rows},
    {{"decisions",
      {"rank", "decision", "function", "comm", "bytes", "candidate", "median_ns", "is_choice", "source",
       "chosen_at_call", "trying_ns"}},
     decision_rows},
    {{"counters", {"rank", "name", "value", "engine"}}, counter_rows},
    {{"options", {"rank", "key", "value", "source"}}, option_rows},
};

void export_run(const record::ProfileFile& profile, RowSink& sink) {
    const auto& head = profile.images().front().header();
    sink.begin({"run",
                {"run_id", "world_size", "recorded_ranks", "recovered", "incomplete", "program", "mpi_library",
                 "shunt_version", "start_unix_ns", "nodes", "thread_level"}});
    const Row row{hex(profile.header().run_id),
                  whole(profile.header().world_size),
                  whole(static_cast<std::int64_t>(profile.images().size())),
                  std::int64_t{profile.recovered()},
                  std::int64_t{profile.incomplete()},
                  text(head.program),
                  text(head.mpi_library),
                  text(head.shunt_version),
                  whole(head.start_unix_ns),
                  whole(head.node_count),
                  whole(head.thread_level)};
    sink.row(row);
    sink.end();
}

}  // namespace

void export_tables(const record::ProfileFile& profile, RowSink& sink,
                   const std::function<void(std::size_t)>& progress) {
    export_run(profile, sink);
    std::size_t done = 0;
    for (const TableMaker& table : kTables) {
        sink.begin(table.head);
        for (const Image& image : profile.images()) {
            table.rows(image, RankClock(image), sink);
            if (progress) progress(++done);
        }
        sink.end();
    }
    sink.finish();
}

}  // namespace shunt::tools
