#pragma once
// Which pairs of ranks should have a mailbox of their own (a channel), where each rank may have only a few.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/plan_channels.hpp"
#include "tools/plan/observed_calls.hpp"

namespace shunt::tools {

/// The lines of one phase, within nodes or between them.
struct ChannelPhase {
    std::optional<std::int32_t> label;  ///< of MPI_Pcontrol; none: for all phases without lines of their own
    bool between_nodes = false;         ///< a channel is memory for RDMA, which both ranks have for each other
    double messages = 0;                ///< between ranks of one node, or of different ones
    double planned = 0;                 ///< messages of these that the channels of `lines` would carry
    double now = -1;                    ///< messages of these that a channel carried in the profile; below 0: not known
    std::vector<config::PlanChannels> lines;  ///< by rank
};

/// Channels of a whole run.
struct ChannelProposal {
    int most = 0;                 ///< channels of a rank, in each direction (p2p.channels); likewise by RDMA
    bool is_set_by_plan = false;  ///< the plan sets p2p.channels, because the profile's run had another number
    /// Within nodes, then between them; each by label, and the lines for all phases are last.
    std::vector<ChannelPhase> phases;
    std::string extrapolation;  ///< a sentence about it, where the profile has another number of ranks
};

/// Messages of each pair of ranks (sender, receiver) in one phase: a slice of PRO-MPI's priority matrix.
using PairCounts = std::map<std::pair<int, int>, double>;

/// Messages of the same program on `to` ranks, estimated from those on `from` ranks: the mean of two guesses. One guess
/// keeps the distances between rank numbers, as on a grid that grows in its first dimension. The other cuts each rank's
/// part into several, or joins several, as for a partition along a curve.
PairCounts extrapolated(const PairCounts& counts, int from, int to);

/// The pairs that get a channel: pairs with most messages first, and at most `most` channels for each rank in each
/// direction. Source: PRO-MPI 5.4.1.
std::vector<std::pair<int, int>> choose_channels(const PairCounts& counts, int most);

/// The pairs of ranks that get memory for messages by RDMA, each in both directions: pairs with most messages first,
/// and at most `most` other ranks for each rank.   Source: PRO-MPI 5.4.1, where a channel has two ends.
std::vector<std::pair<int, int>> choose_rdma_pairs(const PairCounts& counts, int most);

/// Channels for a next run on `ranks` ranks, from one profile. `most`: channels of each rank; 0: as many as in the
/// profile's run.   Returns: nullopt if no rank needs more, or if there are no messages of the kinds above.
std::optional<ChannelProposal> propose_channels(const PlanProfile& profile, int ranks, int most);

}  // namespace shunt::tools
