#include "tools/analysis/cells.hpp"

#include <algorithm>
#include <bit>

#include "shim/observe/record/comm_names.hpp"
#include "tools/analysis/engines.hpp"
#include "tools/analysis/row_times.hpp"

namespace shunt::tools {

using record::Cell;
using record::CommEntry;
using record::Image;

namespace {

/// Calls with equal keys should take equally long if no call waited for another rank.
struct AlikeKey {
    std::uint64_t bytes;
    std::int32_t peer;
    std::uint16_t function, comm;
    std::uint8_t engine;
    friend bool operator==(const AlikeKey&, const AlikeKey&) = default;
};

struct AlikeHash {
    std::size_t operator()(const AlikeKey& key) const {
        return static_cast<std::size_t>(record::fnv1a(
            &key.bytes, sizeof key.bytes,
            (std::uint64_t{key.function} << 48 | std::uint64_t{key.comm} << 32 | static_cast<std::uint32_t>(key.peer)) ^
                key.engine));
    }
};

AlikeKey alike(const Cell& cell) {
    return {cell.key.bytes, cell.key.peer, cell.key.function, cell.key.comm, cell.key.engine};
}

bool has(const Cell& cell, std::uint8_t flag) { return (cell.key.flags & flag) != 0; }

void add_carried(FunctionRow& row, std::string_view engine, std::uint64_t calls) {
    const auto same = [&](const CarriedCalls& carried) { return carried.engine == engine; };
    const auto found = std::find_if(row.carried.begin(), row.carried.end(), same);
    if (found != row.carried.end()) found->calls += calls;
    else row.carried.push_back({std::string(engine), calls});
}

std::size_t bucket_of(std::uint64_t bytes) { return static_cast<std::size_t>(std::bit_width(bytes)); }

constexpr std::uint64_t kSamplesTrusted = 4;  // fewer are used only when every call was sampled
constexpr std::size_t kEngineSizes = 24;      // with more sizes of one function, sizes are grouped by powers of two

}  // namespace

struct CellSums::Place {
    const Image& image;
    std::size_t position;
    RowTimes times;
    double rate;
    std::vector<std::size_t> comms, phases;
    std::unordered_map<AlikeKey, std::uint64_t, AlikeHash> fastest;

    RankRow& rank(Analysis& out) const { return out.ranks[position]; }
    double ns(double ticks) const { return ticks * rate; }
};

FunctionRow& CellSums::function_row(std::string_view name, std::size_t position) {
    const auto [found, fresh] = functions_.emplace(std::string(name), out_.functions.size());
    if (fresh) {
        out_.functions.emplace_back();
        out_.functions.back().name = name;
        out_.functions.back().kind = classify(name);
    }
    FunctionRow& row = out_.functions[found->second];
    if (row.by_rank.size() <= position) row.by_rank.resize(std::max(position + 1, out_.ranks.size()));
    return row;
}

void CellSums::open_tables(const Image& image, Place& place) {
    for (const CommEntry& comm : image.comms()) {
        const auto [found, fresh] =
            comms_.emplace(std::tuple(std::string(comm.name), comm.size, comm.remote_size), out_.comms.size());
        const std::string_view rule_name = record::rule_name(comm);
        const std::string for_rules(rule_name.empty() ? "-" : rule_name);
        if (fresh) out_.comms.push_back({comm.name, for_rules, comm.size, comm.remote_size, 0, {}, 0});
        else if (CommRow& row = out_.comms[found->second]; row.rule_name != for_rules) row.rule_name = "several";
        if (instances_.emplace(found->second, comm.id, comm.leader_world).second) ++out_.comms[found->second].instances;
        place.comms.push_back(found->second);
    }
    for (const record::PhaseEntry& phase : image.phases()) {
        const auto [found, fresh] = phases_.emplace(phase.label, out_.phases.size());
        if (fresh) out_.phases.emplace_back().label = phase.label;
        place.phases.push_back(found->second);
    }
    for (const Cell& cell : image.cells()) {
        if (!has(cell, record::kCall) || cell.timed == 0) continue;
        const auto [found, fresh] = place.fastest.emplace(alike(cell), cell.min_ticks);
        if (!fresh) found->second = std::min(found->second, cell.min_ticks);
    }
}

void CellSums::add_image(const Image& image, std::size_t position) {
    Place place{image, position, RowTimes(image), image.ns_per_tick(), {}, {}, {}};
    open_tables(image, place);
    for (const Cell& cell : image.cells()) add_cell(place, cell);
    add_overflow(place);
    for (const record::BufferEntry& buffer : image.buffers()) out_.habits.distinct_buffers += buffer.address != 0;
}

CommRow& CellSums::comm_row(const Place& place, std::uint16_t index) {
    if (index < place.comms.size()) return out_.comms[place.comms[index]];
    const std::string name = index == record::kOverflowComm ? "(further communicators)" : "(none)";
    const auto [found, fresh] = comms_.emplace(std::tuple(name, 0, 0), out_.comms.size());
    if (fresh) out_.comms.push_back({name, "-", 0, 0, 0, {}, 0});
    return out_.comms[found->second];
}

double CellSums::wait_of(const Place& place, const Cell& cell, double time_ns) {
    FunctionRow& row = function_row(place.image.function_name(cell.key.function), place.position);
    if (row.kind == FunctionClass::wait) {
        row.basis |= kWaitWhole;
        return time_ns;
    }
    if (!is_communication(row.kind) || is_nonblocking(row.name)) return 0;
    if (row.kind == FunctionClass::collective && cell.key.comm < place.image.comms().size()) {
        const auto samples = arrivals_.samples.find({place.position, row.name, place.image.comms()[cell.key.comm].id});
        if (samples != arrivals_.samples.end() && samples->second.calls >= std::min(cell.count, kSamplesTrusted)) {
            row.basis |= kWaitArrivals;
            return time_ns * samples->second.wait_share();
        }
    }
    const auto fastest = place.fastest.find(alike(cell));
    if (fastest == place.fastest.end()) return 0;
    row.basis |= kWaitMinimum;
    return std::max(0.0, time_ns - place.ns(static_cast<double>(cell.count) * static_cast<double>(fastest->second)));
}

void CellSums::add_cell(const Place& place, const Cell& cell) {
    const bool is_call = has(cell, record::kCall);
    const double wait_ns = is_call ? wait_of(place, cell, place.times.ns(cell)) : 0;
    const double later_ns = place.ns(static_cast<double>(cell.wait_ticks));
    if (is_call) add_call(place, cell, wait_ns);
    if (has(cell, record::kTraffic)) add_traffic(place, cell);
    add_waits(place, cell, wait_ns, later_ns);
    Habits& habits = out_.habits;
    habits.reused += cell.reused;
    habits.probed += cell.probed;
    habits.late += cell.unexpected;
    habits.late_bytes += cell.key.bytes * cell.unexpected;
    if (has(cell, record::kCancelled)) habits.cancelled += cell.count;
}

/// Bytes that belong to the call itself. Bytes of messages are added with their traffic (add_traffic()).
std::uint64_t CellSums::bytes_of_call(const Place& place, const Cell& cell, const FunctionRow& row) {
    if (row.kind == FunctionClass::io) return cell.key.bytes * cell.count;
    if (row.kind != FunctionClass::collective) return 0;
    const auto operation = operation_of(row.name);
    return operation ? static_cast<std::uint64_t>(traffic_.add(place.image, cell, *operation) + 0.5) : 0;
}

void CellSums::add_call(const Place& place, const Cell& cell, double wait_ns) {
    const double time_ns = place.times.ns(cell);
    FunctionRow& row = function_row(place.image.function_name(cell.key.function), place.position);
    const Split split{cell.count, bytes_of_call(place, cell, row), time_ns, wait_ns, 0};
    row.total += split;
    row.by_rank[place.position] += split;
    row.max_ns = std::max(row.max_ns, place.ns(static_cast<double>(cell.max_ticks)));
    if (cell.key.engine != 0) add_carried(row, place.image.engine_name(cell.key.engine), cell.count);
    RankRow& rank = place.rank(out_);
    if (row.kind == FunctionClass::startup) {
        rank.startup_ns += time_ns;
        return;
    }
    rank.mpi += split;
    comm_row(place, cell.key.comm).total += split;
    PhaseRow& phase = out_.phases[place.phases[cell.key.phase]];
    phase.mpi += split;
    if (!is_communication(row.kind)) {
        rank.other_ns += time_ns;
        phase.other_ns += time_ns;
    }
    const bool alone = row.kind == FunctionClass::collective && cell.key.comm < place.comms.size() &&
                       out_.comms[place.comms[cell.key.comm]].size < 2;
    if (row.kind == FunctionClass::collective) {
        rank.collective_bytes += split.bytes;
        SizeBucket& size = sizes_[bucket_of(cell.key.bytes)];
        size.collective_calls += cell.count;
        size.collective_bytes += split.bytes;
        if (cell.key.comm < place.comms.size()) {
            const CommRow& comm = out_.comms[place.comms[cell.key.comm]];
            Collective& all = collectives_[{row.name, {comm.name, comm.size}}];
            all.total += split;
            all.block_bytes += static_cast<double>(cell.key.bytes) * static_cast<double>(cell.count);
        }
        if (!alone && cell.key.bytes > 0 && cell.key.bytes <= kSmallBytes) {
            out_.habits.small_collectives += cell.count;
            out_.habits.small_collective_ns += time_ns - wait_ns;
        }
    }
    if (is_communication(row.kind) && row.kind != FunctionClass::wait &&
        !alone) {  // a rank alone has nothing to compare
        Engine& engine = engines_[{row.name, cell.key.bytes, std::string(place.image.engine_name(cell.key.engine))}];
        engine.calls += cell.count;
        engine.time_ns += time_ns;
        if (std::string why = reason_text(place.image, cell, cell.rule); !why.empty())
            engine.why[std::move(why)] += cell.count;
    }
}

void CellSums::add_traffic(const Place& place, const Cell& cell) {
    FunctionRow& row = function_row(place.image.function_name(cell.key.function), place.position);
    const std::uint64_t bytes = cell.key.bytes * cell.count;
    if (has(cell, record::kCancelled) || cell.key.peer == record::kProcNull) return;
    CommRow& comm = comm_row(place, cell.key.comm);
    RankRow& rank = place.rank(out_);
    const bool receive = has(cell, record::kReceive), one_sided = has(cell, record::kOneSided);
    const bool call_bytes = row.kind == FunctionClass::collective || row.kind == FunctionClass::io;
    if (!call_bytes) {
        row.total.bytes += bytes;
        row.by_rank[place.position].bytes += bytes;
        if (!receive) comm.total.bytes += bytes;
        rank.mpi.bytes += bytes;
    }
    Habits& habits = out_.habits;
    if (receive && !one_sided) {
        rank.received_bytes += bytes;
        rank.received_messages += cell.count;
        habits.received += cell.count;
        if (has(cell, record::kAnySource)) habits.wildcard += cell.count;
    } else if (!one_sided) {
        rank.sent_bytes += bytes;
        rank.sent_messages += cell.count;
        comm.messages += cell.count;
        PhaseRow& phase = out_.phases[place.phases[cell.key.phase]];
        phase.messages += cell.count;
        phase.sent_bytes += bytes;
        habits.sent += cell.count;
        if (cell.key.bytes <= kSmallBytes) habits.small_messages += cell.count;
        SizeBucket& size = sizes_[bucket_of(cell.key.bytes)];
        size.messages += cell.count;
        size.bytes += bytes;
    }
    if (cell.peer_world < 0) {
        habits.outside_world += cell.peer_world == record::kUnknownWorldRank ? cell.count : 0;
        return;
    }
    const std::int32_t own = rank.world_rank;
    PairTraffic& pair = receive ? pairs_[{cell.peer_world, own}] : pairs_[{own, cell.peer_world}];
    std::uint64_t& pair_bytes = one_sided ? pair.one_sided_bytes : receive ? pair.received_bytes : pair.bytes;
    std::uint64_t& messages = one_sided ? pair.one_sided_messages : receive ? pair.received_messages : pair.messages;
    pair_bytes += bytes;
    messages += cell.count;
}

void CellSums::add_waits(const Place& place, const Cell& cell, double wait_ns, double later_ns) {
    FunctionRow& row = function_row(place.image.function_name(cell.key.function), place.position);
    if (later_ns > 0) {
        row.basis |= kWaitLater;
        row.total.later_ns += later_ns;
        row.by_rank[place.position].later_ns += later_ns;
        place.rank(out_).mpi.later_ns += later_ns;
    }
    const bool receives = has(cell, record::kReceive) || row.kind == FunctionClass::receive;
    if (receives && row.kind != FunctionClass::wait) {
        out_.habits.receive_wait_ns += wait_ns + later_ns;
        if (cell.peer_world >= 0 && wait_ns + later_ns > 0)
            pairs_[{cell.peer_world, place.rank(out_).world_rank}].wait_ns += wait_ns + later_ns;
    } else if (row.kind == FunctionClass::send) {
        out_.habits.send_wait_ns += wait_ns + later_ns;
        if (cell.peer_world >= 0 && wait_ns + later_ns > 0)
            pairs_[{place.rank(out_).world_rank, cell.peer_world}].send_wait_ns += wait_ns + later_ns;
        if (has(cell, record::kCall) && cell.key.bytes <= kSmallBytes)
            out_.habits.small_send_ns += place.times.ns(cell) - wait_ns;
    }
}

void CellSums::add_overflow(const Place& place) {
    const auto overflow = place.image.overflow();
    for (std::size_t f = 0; f < overflow.size(); ++f) {
        if (overflow[f].count == 0) continue;
        FunctionRow& row = function_row(place.image.function_name(f), place.position);
        const double time_ns = place.ns(static_cast<double>(overflow[f].ticks));
        if (row.kind == FunctionClass::startup) continue;
        const Split split{overflow[f].count, overflow[f].bytes, time_ns, row.kind == FunctionClass::wait ? time_ns : 0,
                          0};
        row.total += split;
        row.by_rank[place.position] += split;
        place.rank(out_).mpi += split;
        if (!is_communication(row.kind)) place.rank(out_).other_ns += time_ns;
    }
}

void CellSums::finish() {
    for (FunctionRow& row : out_.functions) {
        row.by_rank.resize(out_.ranks.size());
        std::stable_sort(row.carried.begin(), row.carried.end(),
                         [](const CarriedCalls& a, const CarriedCalls& b) { return a.calls > b.calls; });
    }
    std::stable_sort(out_.functions.begin(), out_.functions.end(), [](const FunctionRow& a, const FunctionRow& b) {
        const bool last_a = a.kind == FunctionClass::startup, last_b = b.kind == FunctionClass::startup;
        if (last_a != last_b) return last_b;
        return a.total.time_ns != b.total.time_ns ? a.total.time_ns > b.total.time_ns : a.name < b.name;
    });
    finish_pairs();
    finish_sizes();
    finish_collectives();
    finish_engines();
    std::stable_sort(out_.comms.begin(), out_.comms.end(),
                     [](const CommRow& a, const CommRow& b) { return a.total.time_ns > b.total.time_ns; });
}

void CellSums::finish_pairs() {
    for (const auto& [key, bytes] : traffic_.pairs())
        pairs_[key].collective_bytes += static_cast<std::uint64_t>(bytes + 0.5);
    out_.pairs_without_collectives = traffic_.left_out();
    for (const auto& [key, traffic] : pairs_) {
        out_.pairs.push_back(traffic);
        out_.pairs.back().from = key.first;
        out_.pairs.back().to = key.second;
    }
}

void CellSums::finish_sizes() {
    const auto used = [](const SizeBucket& size) { return size.messages + size.collective_calls > 0; };
    const auto first = std::find_if(sizes_.begin(), sizes_.end(), used);
    const auto last = std::find_if(sizes_.rbegin(), sizes_.rend(), used).base();
    for (auto size = first; size < last; ++size) {
        const auto width = static_cast<unsigned>(size - sizes_.begin());
        size->low = width == 0 ? 0 : std::uint64_t{1} << (width - 1);
        out_.sizes.push_back(*size);
    }
}

void CellSums::finish_collectives() {
    for (const auto& [key, sum] : collectives_) {
        CollectiveRow row;
        row.function = key.first;
        row.comm = key.second.name;
        row.comm_size = key.second.size;
        row.nodes = traffic_.nodes_of(key.second);
        row.total = sum.total;
        row.block_bytes =
            sum.total.calls ? static_cast<std::uint64_t>(sum.block_bytes / static_cast<double>(sum.total.calls)) : 0;
        if (const auto found = arrivals_.groups.find(key); found != arrivals_.groups.end()) {
            const ArrivalGroup& group = found->second;
            const auto last = std::max_element(group.last_by_rank.begin(), group.last_by_rank.end());
            row.sampled = group.operations;
            row.mean_spread_ns = group.spread_ns / static_cast<double>(group.operations);
            row.max_spread_ns = group.max_spread_ns;
            row.last_rank = out_.ranks[static_cast<std::size_t>(last - group.last_by_rank.begin())].world_rank;
            row.last_share = static_cast<double>(*last) / static_cast<double>(group.operations);
        }
        out_.collectives.push_back(std::move(row));
    }
    std::stable_sort(out_.collectives.begin(), out_.collectives.end(),
                     [](const CollectiveRow& a, const CollectiveRow& b) { return a.total.time_ns > b.total.time_ns; });
}

void CellSums::finish_engines() {
    std::set<std::string> rerouted;
    std::map<std::string, std::set<std::uint64_t>> sizes;
    for (const auto& [key, engine] : engines_) {
        if (std::get<2>(key) != "host" || !engine.why.empty()) rerouted.insert(std::get<0>(key));
        sizes[std::get<0>(key)].insert(std::get<1>(key));
    }
    std::map<std::tuple<std::string, std::uint64_t, std::string>, Engine> folded;
    for (const auto& [key, engine] : engines_) {
        const auto& [function, bytes, name] = key;
        if (!rerouted.contains(function)) continue;
        const std::uint64_t size = sizes[function].size() > kEngineSizes ? std::bit_floor(bytes) : bytes;
        Engine& sum = folded[{function, size, name}];
        sum.calls += engine.calls;
        sum.time_ns += engine.time_ns;
        for (const auto& [why, calls] : engine.why) sum.why[why] += calls;
    }
    for (const auto& [key, engine] : folded) {
        const auto& [function, size, name] = key;
        const auto most = std::ranges::max_element(engine.why, {}, [](const auto& one) { return one.second; });
        out_.engines.push_back(
            {function, name, most == engine.why.end() ? "" : most->first, size, engine.calls, engine.time_ns});
    }
}

}  // namespace shunt::tools
