#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/select/decision.hpp"
#include "native/select/knowledge.hpp"
#include "native/select/learning.hpp"
#include "native/select/trial.hpp"

namespace shunt {

/// The name of one candidate in the knowledge file. It is valid in later runs too, unlike the numbers of engines and
/// algorithms.   Fails: std::bad_alloc.
std::string name_in_knowledge(int candidate, std::span<const HostCandidate> host_candidates);

/// The times of the entry, with the candidates' numbers of this run, the choice first. Candidates that this run does
/// not have are left out. Empty: this run does not have the choice. Equal on all ranks.   Fails: std::bad_alloc.
std::vector<Trial::Timed> times_in(const KnowledgeEntry& entry, std::span<const HostCandidate> host_candidates);

/// Results of one communicator: entries to store, and remembered entries that did not hold.
struct LearntEntries {
    std::vector<KnowledgeEntry> learnt, dropped;
};

/// Adds the results of `learning` on a communicator of that shape, on `day` (as KnowledgeEntry). `host_candidates`: by
/// operation. `begun`: Learning::begun() of all `ranks` members, one after the other; empty: not combined. Fails:
/// std::bad_alloc.
void collect(const Learning& learning, int ranks, int nodes, std::int64_t day,
             std::span<const std::vector<HostCandidate>> host_candidates, LearntEntries& out,
             std::span<const std::uint64_t> begun = {});

}  // namespace shunt
