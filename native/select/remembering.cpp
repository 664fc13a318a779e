#include "native/select/remembering.hpp"

#include <algorithm>

#include "native/base/outcome.hpp"
#include "native/engines/registry.hpp"

namespace shunt {
namespace {

constexpr std::string_view kHost = "host";
constexpr int kNoCandidate = -1;
constexpr double kMuchFaster =
    0.9;  // of the choice's time: a candidate below it was faster, and was not chosen only for lack of measurements

int candidate_of(std::string_view name, std::span<const HostCandidate> host_candidates) {
    if (name == kHost) return 0;
    int number = 0;
    for (const Engine* engine : engines()) {
        number += 1;
        if (engine->name() == name) return number;
    }
    number = kFirstHostCandidate;
    for (std::size_t place = 0; place < host_candidates.size(); ++place, ++number)
        if (name_in_knowledge(number, host_candidates) == name) return number;
    return kNoCandidate;
}

/// The times to store for a trial whose choice stands.
std::vector<KnowledgeEntry::Time> times_of(const Trial& trial, std::span<const HostCandidate> host_candidates) {
    std::vector<Trial::Timed> timed = trial.timed();
    std::ranges::sort(timed, {}, &Trial::Timed::ns);
    std::ranges::stable_partition(timed, [&](const Trial::Timed& one) { return one.candidate == trial.choice(); });
    std::vector<KnowledgeEntry::Time> times;
    if (timed.empty() || timed.front().candidate != trial.choice()) return times;
    const double least_ns = std::ranges::min(timed, {}, &Trial::Timed::ns).ns;
    if (least_ns < kMuchFaster * timed.front().ns) return times;
    for (const Trial::Timed& one : timed)
        if (one.ns > 0 && times.size() < Knowledge::kMostNames)
            times.push_back({name_in_knowledge(one.candidate, host_candidates), one.ns});
    return times;
}

/// Of each member's numbers in `all`, the `count` numbers from index `first` on.
std::vector<std::uint64_t> part_of(std::span<const std::uint64_t> all, int members, std::size_t first,
                                   std::size_t count) {
    std::vector<std::uint64_t> part;
    const std::size_t of_member = all.size() / static_cast<std::size_t>(members);
    if (count == 0 || first + count > of_member) return part;
    for (std::size_t at = first; at < all.size(); at += of_member)
        part.insert(part.end(), all.begin() + static_cast<std::ptrdiff_t>(at),
                    all.begin() + static_cast<std::ptrdiff_t>(at + count));
    return part;
}

void note_unfinished(const Trial::Unfinished& found, std::span<const HostCandidate> host_candidates,
                     KnowledgeEntry& entry) {
    for (const Trial::Timed& one : found.times)
        if (entry.times.size() < Knowledge::kMostNames)
            entry.times.push_back({name_in_knowledge(one.candidate, host_candidates), one.ns});
    entry.blocks = static_cast<int>(found.blocks);
}

}  // namespace

std::string name_in_knowledge(int candidate, std::span<const HostCandidate> host_candidates) {
    if (candidate == 0) return std::string(kHost);
    if (candidate < kFirstHostCandidate) return std::string(engines()[static_cast<std::size_t>(candidate) - 1]->name());
    const HostChoice& choice = host_candidates[static_cast<std::size_t>(candidate - kFirstHostCandidate)].choice;
    return joined({kHost, ":", name_of(choice)});
}

std::vector<Trial::Timed> times_in(const KnowledgeEntry& entry, std::span<const HostCandidate> host_candidates) {
    std::vector<Trial::Timed> times;
    for (const KnowledgeEntry::Time& one : entry.times) {
        const int candidate = candidate_of(one.name, host_candidates);
        if (candidate != kNoCandidate) times.push_back({candidate, one.ns});
        else if (times.empty()) return {};
    }
    return times;
}

void collect(const Learning& learning, int ranks, int nodes, std::int64_t day,
             std::span<const std::vector<HostCandidate>> host_candidates, LearntEntries& out,
             std::span<const std::uint64_t> begun) {
    std::size_t first = 0;
    learning.for_each([&](const Learning::Kind& kind, const Trial& trial) {
        KnowledgeEntry entry{kind.operation, kind.bytes, ranks, nodes, {}, day};
        entry.rounded = combines(kind.operation) && !kind.exact;
        // A plan's expectation is not a measurement, unless it was compared since.
        const bool was_compared = trial.memory() == Trial::Memory::dropped || trial.memory() == Trial::Memory::none;
        const bool is_expected = trial.source() == Trial::Source::plan && !was_compared;
        const bool stands = trial.chosen_at() != 0 && !is_expected;
        const auto is_of_same = [&](const KnowledgeEntry& other) { return other.is_of_same_calls(entry); };
        const auto& candidates = host_candidates[static_cast<std::size_t>(kind.operation)];
        const std::vector<std::uint64_t> of_all = part_of(begun, ranks, first, trial.begun().size());
        first += trial.begun().size();
        if (stands) entry.times = times_of(trial, candidates);
        else if (!entry.rounded && !is_expected) note_unfinished(trial.unfinished(of_all), candidates, entry);
        // Lines of a plan may have trials for the same calls. The first result stays, above all that of no line. A line
        // without times was measured with two candidates only, which must not replace a result of all.
        const bool has_few = trial.source() != Trial::Source::plan;
        if (kind.line != 0 && (has_few || std::ranges::any_of(out.learnt, is_of_same))) return;
        // The remembered choice did not hold; that is reported even if the trial that replaces it is unfinished. What a
        // plan expected was not remembered.
        const bool has_choice = stands && !entry.times.empty();
        const bool is_remembered = trial.source() != Trial::Source::plan;
        if (!has_choice && is_remembered && trial.memory() == Trial::Memory::dropped) out.dropped.push_back(entry);
        if (!entry.times.empty()) out.learnt.push_back(std::move(entry));
    });
}

}  // namespace shunt
