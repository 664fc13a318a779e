#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shunt::config {

/// A line of a plan: `channels phase 3 from 5 to 7 2 31`. It lists the ranks to which rank 5 should write by a mailbox
/// of their own while it is in phase 3 of MPI_Pcontrol. Earlier ranks in the list come first if p2p.channels allows
/// only few. Without `phase`: for all phases that no other line names. A line `channels phase 3 rdma from 5 to 12 40`
/// lists ranks of other nodes, which get the memory for messages by RDMA.
struct PlanChannels {
    std::optional<std::int32_t> phase;
    bool by_rdma = false;
    int from = 0;         ///< rank of MPI_COMM_WORLD
    std::vector<int> to;  ///< likewise
};

/// Parses the text after `channels` for a run of `ranks` ranks.   Returns: the error; empty: none.
std::string parse_channels(std::string_view text, int ranks, PlanChannels& into);

/// The line in text form.
std::string to_text(const PlanChannels& channels);

/// The lines of a plan for one rank.
class RankChannels {
public:
    RankChannels() = default;
    RankChannels(std::span<const PlanChannels> lines, int rank);
    /// The ranks that this one prefers in that phase, the most important first: of its node, or by RDMA. Null: the plan
    /// has no such line about the phase, for any rank.
    const std::vector<int>* in_phase(std::int32_t phase) const { return of_node_.in_phase(phase); }
    const std::vector<int>* by_rdma(std::int32_t phase) const { return by_rdma_.in_phase(phase); }

private:
    struct Lists {
        std::map<std::int32_t, std::vector<int>> by_phase;
        std::optional<std::vector<int>> otherwise;
        const std::vector<int>* in_phase(std::int32_t phase) const;
    };
    Lists of_node_, by_rdma_;
};

}  // namespace shunt::config
