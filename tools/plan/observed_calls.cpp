#include "tools/plan/observed_calls.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <unordered_map>

#include "native/engines/contract.hpp"
#include "native/select/learning.hpp"
#include "native/select/trial_clause.hpp"
#include "shim/observe/record/comm_names.hpp"
#include "tools/analysis/arrivals.hpp"
#include "tools/analysis/collective_traffic.hpp"
#include "tools/analysis/function_class.hpp"
#include "tools/analysis/row_times.hpp"
#include "tools/launch/profile_name.hpp"
#include "tools/report/summary.hpp"

namespace shunt::tools {
namespace {

/// One rank's calls of one kind with one carrier.
struct RankTimes {
    double calls = 0, ns = 0, wait_ns = 0;
};
struct Gathered {
    std::vector<RankTimes> ranks;
    double calls = 0, bytes = 0;
    std::string clause;  ///< the last clause with a measurement of `auto`
};
using GatheredCalls = std::map<std::pair<CallKind, std::string>, Gathered>;

/// The nodes of each communicator, by the communicator's id.
class CommPlaces {
public:
    explicit CommPlaces(std::span<const record::Image> images) {
        for (const record::Image& image : images)
            for (const record::CommEntry& comm : image.comms())
                nodes_[{comm.id, comm.leader_world}].insert(image.header().node);
    }
    int nodes_of(const record::CommEntry& comm) const {
        const auto found = nodes_.find({comm.id, comm.leader_world});
        return found == nodes_.end() ? 1 : static_cast<int>(found->second.size());
    }

private:
    std::map<std::pair<std::uint64_t, std::int32_t>, std::set<std::int32_t>> nodes_;
};

bool is_blocking_collective(std::string_view function, std::string_view kind) {
    return kind == "collective" && !is_nonblocking(function);
}

/// A call of more bytes is in no genuine profile.
constexpr std::uint64_t kMostBytesOfCall = std::uint64_t{1} << 50;

bool is_neighborhood(Operation operation) { return operation >= Operation::neighbor_allgather; }

/// How rows of a function are used, computed once per function.
struct FunctionUse {
    std::optional<Operation> operation;
    std::string name;
};

std::vector<FunctionUse> uses_of(const record::Image& image) {
    std::vector<FunctionUse> uses(image.header().function_count);
    for (std::size_t i = 0; i < uses.size(); ++i) {
        uses[i].name = image.function_name(i);
        if (is_blocking_collective(uses[i].name, image.function_kind(i)))
            uses[i].operation = operation_of(uses[i].name);
        if (uses[i].operation && is_neighborhood(*uses[i].operation)) uses[i].operation.reset();
    }
    return uses;
}

/// The two times in a clause of `auto`: "(0.2 us against 0.6 us".
std::pair<double, double> times_in(std::string_view clause) {
    constexpr std::string_view kAgainst = " against ";
    const std::size_t open = clause.find('('), against = clause.find(kAgainst);
    if (open == std::string_view::npos || against == std::string_view::npos) return {};
    const auto us = [](std::string_view text) { return std::atof(std::string(text.substr(0, 24)).c_str()) * 1e3; };
    return {us(clause.substr(open + 1)), us(clause.substr(against + kAgainst.size()))};
}

/// The carrier that the winner was compared with, as plans name it: "... 2.10 x faster than the host (...".
std::string loser_in(std::string_view clause) {
    constexpr std::string_view kThan = " faster than ";
    const std::size_t than = clause.find(kThan), open = clause.find(" (");
    if (than == std::string_view::npos || open == std::string_view::npos || open < than) return {};
    const std::string name(clause.substr(than + kThan.size(), open - than - kThan.size()));
    return name == "the host" ? "host" : name;
}

/// The time of a call after all members have arrived. For calls that no member leaves before all have begun: the mean
/// time of the member that waits least, as `auto` counts it. For other calls: the mean over all members, without the
/// wait that arrival times show; without arrival times, the mean time of the median member.
double call_time(Operation operation, std::int64_t bytes, std::vector<RankTimes>& ranks) {
    double most = 0;
    for (const RankTimes& rank : ranks) most = std::max(most, rank.calls);
    std::erase_if(ranks, [&](const RankTimes& rank) { return rank.calls <= 0 || 2 * rank.calls < most; });
    if (ranks.empty()) return 0;
    std::vector<double> means;
    double wait_ns = 0, sum = 0;
    for (const RankTimes& rank : ranks) {
        means.push_back(rank.ns / rank.calls);
        sum += (rank.ns - rank.wait_ns) / rank.calls;
        wait_ns += rank.wait_ns;
    }
    std::ranges::sort(means);
    if (synchronises(operation, bytes)) return means.front();
    return wait_ns > 0 ? sum / static_cast<double>(ranks.size()) : means[means.size() / 2];
}

/// Gathers the rows of one profile.
class Gathering {
public:
    explicit Gathering(const record::ProfileFile& file)
        : file_(file),
          places_(file.images()),
          arrivals_(find_arrivals(file.images(), Clocks(file.images()), TimeGrid())) {}

    GatheredCalls all() {
        for (std::size_t i = 0; i < file_.images().size(); ++i) add(file_.images()[i], i);
        return std::move(found_);
    }

private:
    void add(const record::Image& image, std::size_t position) {
        const RowTimes times(image);
        const std::vector<FunctionUse> uses = uses_of(image);
        for (const record::Cell& cell : image.cells()) {
            const bool is_call = (cell.key.flags & record::kCall) != 0 && cell.count > 0;
            if (!is_call || cell.key.comm >= image.comms().size() || cell.key.bytes > kMostBytesOfCall) continue;
            const FunctionUse& use = uses[cell.key.function];
            if (use.operation) add_cell(image, position, cell, use, times.ns(cell));
        }
    }

    void add_cell(const record::Image& image, std::size_t position, const record::Cell& cell, const FunctionUse& use,
                  double ns) {
        const record::CommEntry& comm = image.comms()[cell.key.comm];
        const std::string_view name = record::rule_name(comm);
        if (comm.size < 2 || comm.remote_size != 0 || name.empty()) return;
        CallKind kind{*use.operation,
                      kBytesDiffer,
                      image.is_rounded(cell),
                      std::string(name),
                      comm.size,
                      places_.nodes_of(comm),
                      image.phases()[cell.key.phase].label};
        if (are_bytes_equal(kind.operation)) kind.bytes = Learning::class_of(static_cast<std::int64_t>(cell.key.bytes));
        Gathered& all = found_[{std::move(kind), std::string(image.engine_name(cell.key.engine))}];
        if (all.ranks.size() <= position) all.ranks.resize(file_.images().size());
        const auto calls = static_cast<double>(cell.count);
        RankTimes& rank = all.ranks[position];
        rank.calls += calls;
        rank.ns += ns;
        const auto samples = arrivals_.samples.find({position, use.name, comm.id});
        if (samples != arrivals_.samples.end() && samples->second.calls >= std::min<std::uint64_t>(cell.count, 4))
            rank.wait_ns += ns * samples->second.wait_share();
        all.calls += calls;
        all.bytes += calls * static_cast<double>(cell.key.bytes);
        if (const std::string_view clause = image.clause(cell.reason); !gain_in_clause(clause).winner.empty())
            all.clause = clause;
    }

    const record::ProfileFile& file_;
    CommPlaces places_;
    Arrivals arrivals_;
    GatheredCalls found_;
};

}  // namespace

PlanProfile describe_profile(const std::string& name, const record::ProfileFile& file) {
    PlanProfile out{name, &file, {}, static_cast<int>(file.header().world_size), 0, 0, 0};
    for (const record::Image& image : file.images()) {
        const record::SpoolHeader& header = image.header();
        if (out.program.empty()) out.program = program_name(header.program);
        out.ranks = std::max(out.ranks, header.world_size);
        out.start_unix_ns = std::max(out.start_unix_ns, header.start_unix_ns);
        const RowTimes times(image);
        std::vector<bool> counts(header.function_count);
        for (std::size_t i = 0; i < counts.size(); ++i)
            counts[i] = classify(image.function_name(i)) != FunctionClass::startup;
        double mpi_ns = 0;
        for (const record::Cell& cell : image.cells())
            if ((cell.key.flags & record::kCall) != 0 && counts[cell.key.function]) mpi_ns += times.ns(cell);
        out.mpi_ns = std::max(out.mpi_ns, mpi_ns);
        const double wall = static_cast<double>(header.clock_last.monotonic_ns - header.clock_first.monotonic_ns);
        out.wall_ns = std::max(out.wall_ns, wall);
    }
    return out;
}

void observe_calls(const PlanProfile& profile, std::size_t number, ObservedCalls& into) {
    for (auto& [key, gathered] : Gathering(*profile.file).all()) {
        const auto& [kind, carrier] = key;
        CarriedTimes times;
        times.carrier = carrier;
        times.profile = number;
        for (const RankTimes& rank : gathered.ranks) {
            times.calls = std::max(times.calls, rank.calls);
            times.rank_ns = std::max(times.rank_ns, rank.ns);
        }
        times.mean_bytes = gathered.calls > 0 ? gathered.bytes / gathered.calls : 0;
        times.call_ns = call_time(kind.operation, kind.bytes, gathered.ranks);
        const Gain gain = gain_in_clause(gathered.clause);
        if (gain.winner == carrier || (gain.winner == "the host" && carrier == "host")) {
            std::tie(times.clause_ns, times.other_ns) = times_in(gathered.clause);
            times.other = loser_in(gathered.clause);
        }
        into[kind].push_back(std::move(times));
    }
}

}  // namespace shunt::tools
