#include "tools/analysis/blame.hpp"

#include <algorithm>
#include <cmath>

#include "tools/analysis/machine.hpp"
#include "tools/analysis/warnings.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr double kNearlyLatest = 0.7;
constexpr std::uint64_t kLeastSamples = 20;  // with fewer, no rank is named
constexpr double kDeviations = 2.576;        // standard deviations of the normal distribution for a confidence of 99 %

std::string named(std::int32_t rank) { return "rank " + std::to_string(rank); }

/// World ranks whose mean lateness at collectives is nearly that of the latest rank.
std::vector<const RankRow*> late_ranks(const Analysis& run) {
    const auto lateness = [&](std::size_t i) {
        const ArrivalRank& rank = run.arrivals[i];
        return rank.sampled < kLeastSamples ? 0 : rank.lateness_ns / static_cast<double>(rank.sampled);
    };
    double latest = 0;
    for (std::size_t i = 0; i < run.arrivals.size(); ++i) latest = std::max(latest, lateness(i));
    std::vector<const RankRow*> out;
    for (std::size_t i = 0; i < run.arrivals.size(); ++i)
        if (lateness(i) >= kNearlyLatest * latest && latest > 0) out.push_back(&run.ranks[i]);
    return out;
}

/// True: the late ranks are few enough to be named. Where half of all ranks or more are late, the others are early
/// instead.
bool stand_out(const std::vector<const RankRow*>& late, std::size_t ranks) {
    return late.size() > 1 && 2 * late.size() <= ranks && late.size() <= std::max<std::size_t>(2, ranks / 4);
}

/// A late rank may itself have waited for another rank. So the late rank with the least waiting time is the likeliest
/// cause.
const RankRow& likely_cause(const std::vector<const RankRow*>& late) {
    return **std::min_element(late.begin(), late.end(),
                              [](const RankRow* a, const RankRow* b) { return a->mpi.wait_ns < b->mpi.wait_ns; });
}

/// A rank that is last in more than this share of the operations is blamed; a smaller share may be chance.
double least_share(std::int32_t members) {
    if (members <= 2) return 0.6;
    return std::min(0.5, std::max(0.2, 4.0 / members));
}

bool is_regularly_last(const CollectiveRow& row) {
    const auto last = static_cast<std::uint64_t>(std::llround(row.last_share * static_cast<double>(row.sampled)));
    return row.sampled >= kLeastSamples && surely_at_least(last, row.sampled) > least_share(row.comm_size);
}

std::string looked_at(const CollectiveRow& row) {
    const double last = std::round(row.last_share * static_cast<double>(row.sampled));
    return show_count(static_cast<std::uint64_t>(last)) + " of " + show_count(row.sampled) + " sampled calls";
}

/// Less work helps only if its work is what delays the rank; on a busy machine the cores come first.
std::string remedy_for(std::int32_t rank, bool machine) {
    if (machine) return "Solve the shortage of cores first; if " + named(rank) + " is still late, find what delays it.";
    return "Give " + named(rank) + " less work before this call, or find what delays it (I/O, its core, its node).";
}

Finding finding_of(const Analysis& run, const CollectiveRow& row, const std::vector<const RankRow*>& late) {
    const bool machine = machine_is_short(run);
    const std::string apart = "they arrive " + show_time(row.mean_spread_ns) + " apart on average";
    const bool among =
        std::any_of(late.begin(), late.end(), [&](const RankRow* rank) { return rank->world_rank == row.last_rank; });
    if (row.sampled < kLeastSamples)
        return {apart + "; " + plural(row.sampled, "sampled call") + " " + (row.sampled == 1 ? "is" : "are") +
                    " too few to name a late rank.",
                "Look for uneven work or system noise; a longer run shows which rank is late.", 0, 0, false};
    if (!is_regularly_last(row))
        return {apart + (row.comm_size == 2 ? ", sometimes one last and sometimes the other."
                                            : ", a different rank last each time."),
                "Look for uneven work or system noise; a nonblocking collective lets early ranks work on.", 0, 0,
                false};
    if (!among || !stand_out(late, run.ranks.size()))
        return {named(row.last_rank) + " is last in " + looked_at(row) + ", on average " +
                    show_time(row.mean_spread_ns) + " after the first.",
                remedy_for(row.last_rank, machine), 0, 0, false};
    std::vector<std::int32_t> names;
    for (const RankRow* rank : late) names.push_back(rank->world_rank);
    const std::int32_t cause = likely_cause(late).world_rank;
    return {apart + ", latest ranks " + show_ranks(names, 4) + ".",
            "Of the late ones " + named(cause) + " waits least itself. " + remedy_for(cause, machine), 0, 0, false};
}

}  // namespace

double surely_at_least(std::uint64_t part, std::uint64_t whole) {
    if (whole == 0) return 0;
    const auto n = static_cast<double>(whole);
    const double share = static_cast<double>(part) / n, z2 = kDeviations * kDeviations;
    const double spread = kDeviations * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    return std::max(0.0, (share + z2 / (2 * n) - spread) / (1 + z2 / n));
}

void find_late_ranks(const Analysis& run, std::vector<Finding>& out) {
    const std::vector<const RankRow*> late = late_ranks(run);
    for (const CollectiveRow& row : run.collectives) {
        if (row.sampled == 0 || row.total.wait_ns <= 0) continue;
        Finding found = finding_of(run, row, late);
        const std::string comm = row.comm == "MPI_COMM_WORLD" ? "" : " on " + shorten(row.comm, 24);
        found.text = "Ranks wait for each other in " + row.function + comm + ": " + found.text;
        found.cost_ns = row.total.wait_ns;
        out.push_back(std::move(found));
    }
}

}  // namespace shunt::tools
