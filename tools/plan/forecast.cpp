#include "tools/plan/forecast.hpp"

#include <algorithm>
#include <cmath>

#include "native/program/goal.hpp"
#include "native/program/parts.hpp"
#include "native/program/simulator.hpp"
#include "native/select/decide.hpp"
#include "native/select/vocabulary.hpp"
#include "native/select/written.hpp"

namespace shunt::tools {
namespace {

constexpr int kMostSimulatedRanks = 1024;
constexpr std::uint64_t kMostParts = 400'000;  // of a program's steps; a longer one is not simulated

/// The operation with blocks of one size that is simulated in place of one whose blocks may differ.
Operation regular(Operation operation) {
    switch (operation) {
        case Operation::gatherv: return Operation::gather;
        case Operation::scatterv: return Operation::scatter;
        case Operation::allgatherv: return Operation::allgather;
        case Operation::alltoallv:
        case Operation::alltoallw: return Operation::alltoall;
        default: return operation;
    }
}

/// The carrier "host:chain/8K" in the syntax of rules.
std::string as_rule(const std::string& name) {
    constexpr std::string_view kAlgorithm = "host:";
    if (!name.starts_with(kAlgorithm)) return name;
    const std::string algorithm = name.substr(kAlgorithm.size());
    const std::size_t slash = algorithm.find('/');
    const std::string segment = slash == std::string::npos ? "" : " segment=" + algorithm.substr(slash + 1);
    return "host algorithm=" + algorithm.substr(0, slash) + segment;
}

/// The same for the name in a clause of `auto`: "the host's chain/8K".
std::string rule_of_clause(const std::string& name) {
    constexpr std::string_view kAlgorithm = "the host's ";
    return name.starts_with(kAlgorithm) ? as_rule("host:" + name.substr(kAlgorithm.size())) : name;
}

shunt::Facts facts_of_kind(const CallKind& kind, int cores) {
    return {kind.operation, kind.ranks, kind.nodes, kind.bytes, std::max(1, cores), !kind.rounded};
}

/// In a multicast all data crosses each port once, whichever rank sends it. The engine has no steps to simulate.
std::optional<double> multicast_ns(const CallKind& kind, std::int64_t bytes, const program::Network& machine) {
    double data = static_cast<double>(bytes), latencies = 2;
    switch (regular(kind.operation)) {
        case Operation::barrier: data = 0; break;
        case Operation::bcast: break;
        case Operation::scatter:
        case Operation::allgather: data *= kind.ranks; break;
        default: return std::nullopt;
    }
    const double wire = machine.port_rate > 0 ? data / machine.port_rate * 1e9 : 0;
    return wire + latencies * static_cast<double>(machine.port_latency + machine.message);
}

/// A pipeline within a node has no messages to simulate: blocks pass from rank to rank through shared memory. If there
/// are more ranks than cores, the ranks take turns.   Source: the model of pipelined reductions and broadcasts over
/// SCI, (P + Dv / Db) steps.
std::optional<double> shared_pipeline_ns(const CallKind& kind, std::int64_t bytes, int cores,
                                         const program::Network& machine) {
    constexpr double kBlock = 16 << 10;
    const double ranks = kind.ranks, turns = std::max(1.0, ranks / std::max(1, cores));
    const bool is_scattered = kind.operation == Operation::reduce_scatter_block;
    const double data = static_cast<double>(bytes) * (is_scattered ? ranks : 1), block = std::min(data, kBlock);
    const auto latency = static_cast<double>(machine.local_latency + machine.message);
    if (kind.operation == Operation::barrier) return ranks * latency * turns;
    if (data <= 0) return std::nullopt;
    const double copy = block / machine.local_rate * 1e9, combine = block / machine.combine_rate * 1e9;
    if (kind.operation == Operation::bcast) return (data / block + 1) * (latency + copy) * turns;
    if (!combines(kind.operation)) return std::nullopt;
    return (data / block + ranks) * (latency + combine + copy) * turns;
}

}  // namespace

std::string_view name_of(Sureness sureness) {
    switch (sureness) {
        case Sureness::measured: return "measured";
        case Sureness::modelled: return "modelled on a known machine";
        case Sureness::guessed: return "modelled on a usual machine";
    }
    return {};
}

double least_ratio(Sureness sureness) {
    switch (sureness) {
        case Sureness::measured: return 1.03;
        case Sureness::modelled: return 1.25;
        case Sureness::guessed: return 1.5;
    }
    return 2;
}

std::optional<double> Forecaster::simulated_ns(const std::string& engine, const CallKind& kind, double mean_bytes,
                                               const program::Network& network) {
    const auto bytes = static_cast<std::int64_t>(rule_bytes(kind, mean_bytes));
    if (engine == "multicast") return multicast_ns(kind, bytes, network);
    if (engine == "pipeline" && kind.nodes == 1) return shared_pipeline_ns(kind, bytes, basis_.cores, network);
    return program_ns({engine, kind, network}, bytes, true);
}

std::optional<double> Forecaster::program_ns(const Simulated& what, std::int64_t bytes, bool may_be_longer) {
    const auto& [engine, kind, network] = what;
    const Operation operation = regular(kind.operation);
    const auto [known, fresh] =
        simulated_.try_emplace({engine, operation, bytes, kind.ranks, kind.nodes, network.port_rate}, std::nullopt);
    if (!fresh) return known->second;
    if (!program::is_known(operation) || kind.ranks > kMostSimulatedRanks) return std::nullopt;
    std::vector<int> node_of;
    for (int rank = 0; rank < kind.ranks; ++rank)
        node_of.push_back(static_cast<int>(static_cast<std::int64_t>(rank) * kind.nodes / kind.ranks));
    if (kind.comm == "world" && basis_.world_nodes.size() == node_of.size()) node_of = basis_.world_nodes;
    WrittenCall call;
    call.operation = operation;
    call.element_bytes = combines(operation) && bytes % 8 == 0 ? 8 : 1;
    call.count = static_cast<std::uint64_t>(bytes) / call.element_bytes;
    call.node_of = node_of;
    std::vector<std::uint64_t> counts;
    if (const auto places = program::counts_of(operation, node_of.size()); places > 0)
        counts.assign(places, std::max<std::uint64_t>(1, call.count / places));
    call.counts = counts;
    program::Program made;
    if (!write_engine_program(engine, call, made).empty()) return std::nullopt;
    if (const std::uint64_t parts = program::Parts::count_of(made); parts > kMostParts) {
        if (may_be_longer) known->second = longer_program_ns(what, bytes, parts);
        return known->second;
    }
    program::Network machine = network;
    machine.nodes.assign(node_of.begin(), node_of.end());
    known->second = static_cast<double>(program::simulate(made, machine, call.element_bytes).time);
    return known->second;
}

/// A longer call has more parts, each of which takes as long. So two shorter calls tell how long it takes. As an engine
/// may divide shorter calls into smaller parts, the time is rather too long.
std::optional<double> Forecaster::longer_program_ns(const Simulated& what, std::int64_t bytes, std::uint64_t parts) {
    constexpr std::int64_t kUnit = 64 << 10;  // of whole elements and parts
    const double share = kMostParts / 2.0 / static_cast<double>(parts);
    auto half = static_cast<std::int64_t>(static_cast<double>(bytes) * share / (2 * kUnit));
    for (; half > 0; half /= 2) {
        const std::optional<double> whole_ns = program_ns(what, 2 * half * kUnit, false);
        const std::optional<double> half_ns = whole_ns ? program_ns(what, half * kUnit, false) : std::nullopt;
        if (!half_ns) continue;
        const double unit_ns = std::max(0.0, *whole_ns - *half_ns) / static_cast<double>(half * kUnit);
        return *whole_ns + unit_ns * static_cast<double>(bytes - 2 * half * kUnit);
    }
    return std::nullopt;
}

void Forecaster::add_models(const CallKind& kind, double mean_bytes, std::vector<Forecast>& out) {
    shunt::Facts facts = facts_of_kind(kind, basis_.cores);
    if (kind.bytes != kBytesDiffer) facts.block_bytes = static_cast<std::int64_t>(mean_bytes);
    for (const WinningEngine& engine : engines_that_win(facts, default_engine_options())) {
        const std::string name(engine.name);
        if (std::ranges::find(out, name, &Forecast::carrier) != out.end()) continue;
        if (engine.least_bytes > 0 && mean_bytes < static_cast<double>(engine.least_bytes)) continue;
        const std::optional<double> ns = simulated_ns(name, kind, mean_bytes, basis_.machine);
        if (!ns || *ns <= 0) continue;
        if (basis_.is_machine_known) {
            out.push_back({name, *ns, *ns, Sureness::modelled, "its model on " + basis_.machine_name});
            continue;
        }
        const double most = simulated_ns(name, kind, mean_bytes, basis_.slowest).value_or(*ns);
        out.push_back({name, *ns, std::max(*ns, most), Sureness::guessed,
                       "its model on a machine that was not measured (see shunt tune)"});
    }
}

void Forecaster::add_knowledge(const CallKind& kind, std::vector<Forecast>& out) const {
    for (const KnowledgeSection* section : basis_.knowledge) {
        const KnowledgeEntry* entry = section->find(kind.operation, kind.bytes, kind.ranks, kind.nodes, kind.rounded);
        if (!entry || kind.bytes == kBytesDiffer) continue;
        for (const KnowledgeEntry::Time& time : entry->times)
            if (time.ns > 0)
                out.push_back({as_rule(time.name), time.ns, time.ns, Sureness::measured,
                               "measured by an earlier run (" + basis_.knowledge_name + ")"});
        return;
    }
}

std::vector<Forecast> Forecaster::candidates(const CallKind& kind, const std::vector<CarriedTimes>& observed) {
    std::vector<Forecast> out;
    const auto add = [&](const std::string& carrier, double ns, const std::string& source) {
        const bool is_known = std::ranges::find(out, carrier, &Forecast::carrier) != out.end();
        if (ns > 0 && !carrier.empty() && !is_known) out.push_back({carrier, ns, ns, Sureness::measured, source});
    };
    double mean_bytes = 0, calls = 0;
    for (const CarriedTimes& times : observed) {
        const std::string& profile = basis_.profiles[times.profile];
        add(times.carrier, times.clause_ns, "measured by auto in " + profile);
        add(rule_of_clause(times.other), times.other_ns, "measured by auto in " + profile);
        mean_bytes += times.mean_bytes * times.calls;
        calls += times.calls;
    }
    for (const CarriedTimes& times : observed)
        add(times.carrier, times.call_ns, "measured in " + basis_.profiles[times.profile]);
    std::vector<Forecast> known;
    add_knowledge(kind, known);
    for (const Forecast& one : known) add(one.carrier, one.ns, one.source);
    if (calls > 0) add_models(kind, mean_bytes / calls, out);
    return out;
}

}  // namespace shunt::tools
