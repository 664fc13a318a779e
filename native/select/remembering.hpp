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

/// What one candidate is called in knowledge, so that later runs know it too: engines' and algorithms' numbers change.
/// Fails: std::bad_alloc.
std::string name_in_knowledge(int candidate, std::span<const HostCandidate> host_candidates);

/// What the entry says, by the numbers that the candidates have in this run, the choice first. Those that this run does
/// not have are left out; empty: the choice is one of these. Equal on all ranks.   Fails: std::bad_alloc.
std::vector<Trial::Timed> times_in(const KnowledgeEntry& entry, std::span<const HostCandidate> host_candidates);

/// What one communicator's calls have shown: to be kept, and what of the remembered did not hold.
struct LearntEntries {
    std::vector<KnowledgeEntry> learnt, dropped;
};

/// Adds what `learning` has found out on a communicator of that shape on `day` (as KnowledgeEntry). `host_candidates`:
/// by operation. `begun`: Learning::begun() of all `ranks` members, one after the other; empty: it was not combined.
/// Fails: std::bad_alloc.
void collect(const Learning& learning, int ranks, int nodes, std::int64_t day,
             std::span<const std::vector<HostCandidate>> host_candidates, LearntEntries& out,
             std::span<const std::uint64_t> begun = {});

}  // namespace shunt
