#include "tools/plan/other_lengths.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "native/select/decide.hpp"
#include "native/select/vocabulary.hpp"

namespace shunt::tools {
namespace {

constexpr double kLeastShare = 0.05;  // of the MPI time
constexpr std::int64_t kLongestTried = 4 << 20;

/// Whether an engine is expected to win with calls that are longer than those of the profile.
bool wins_if_longer(const ObservedOperation& calls, int cores) {
    shunt::Facts facts{calls.operation, calls.ranks, calls.nodes, 0, std::max(1, cores)};
    for (std::int64_t bytes = std::max<std::int64_t>(1, calls.longest) * 2; bytes <= kLongestTried; bytes *= 2) {
        facts.block_bytes = bytes;
        if (engine_that_wins(facts, default_engine_options()) != nullptr) return true;
    }
    return false;
}

}  // namespace

std::vector<ObservedOperation> by_operation(const ObservedCalls& observed, std::size_t newest) {
    std::map<std::pair<Operation, std::string>, ObservedOperation> found;
    for (const auto& [kind, all] : observed) {
        ObservedOperation& calls = found[{kind.operation, kind.comm}];
        calls.operation = kind.operation;
        calls.comm = kind.comm;
        calls.ranks = kind.ranks;
        calls.nodes = kind.nodes;
        if (kind.bytes != kBytesDiffer) calls.longest = std::max(calls.longest, kind.bytes);
        for (const CarriedTimes& times : all) calls.rank_ns += times.profile == newest ? times.rank_ns : 0;
    }
    std::vector<ObservedOperation> out;
    for (auto& [key, calls] : found) out.push_back(std::move(calls));
    return out;
}

std::optional<config::Range> lengths_for_auto(const ObservedOperation& calls, double mpi_ns, int cores) {
    const bool has_lengths = are_bytes_equal(calls.operation) && calls.operation != Operation::barrier;
    if (combines(calls.operation) || !has_lengths) return std::nullopt;
    if (calls.is_changed) return config::Range{};
    if (calls.rank_ns < kLeastShare * mpi_ns || !wins_if_longer(calls, cores)) return std::nullopt;
    return config::Range{.low = calls.longest + 1};
}

}  // namespace shunt::tools
