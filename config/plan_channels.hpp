#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shunt::config {

/// A line of a plan: `channels phase 3 from 5 to 7 2 31`. While rank 5 is in phase 3 of MPI_Pcontrol, the ranks named
/// are those to which it had better write by a mailbox of their own, the first before the others, where p2p.channels
/// lets it have few. Without `phase`: in all phases that no other line names.
struct PlanChannels {
    std::optional<std::int32_t> phase;
    int from = 0;         ///< rank of MPI_COMM_WORLD
    std::vector<int> to;  ///< likewise
};

/// Reads what stands behind `channels` for a run of `ranks` ranks.   Returns: what is wrong with it; empty: nothing.
std::string parse_channels(std::string_view text, int ranks, PlanChannels& into);

/// The line that says so.
std::string to_text(const PlanChannels& channels);

/// What the lines of a plan say about one rank.
class RankChannels {
public:
    RankChannels() = default;
    RankChannels(std::span<const PlanChannels> lines, int rank);
    /// The ranks that this one prefers in that phase; null: the plan says nothing about the phase, for no rank.
    const std::vector<int>* in_phase(std::int32_t phase) const;

private:
    std::map<std::int32_t, std::vector<int>> by_phase_;
    std::optional<std::vector<int>> otherwise_;
};

}  // namespace shunt::config
