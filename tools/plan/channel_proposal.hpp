#pragma once
// Which ranks had better share a mailbox of their own, where they may have few.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/plan_channels.hpp"
#include "tools/plan/observed_calls.hpp"

namespace shunt::tools {

/// The lines of one phase.
struct ChannelPhase {
    std::optional<std::int32_t> label;        ///< of MPI_Pcontrol; none: all phases without lines of their own
    double messages = 0;                      ///< between ranks of one node
    double planned = 0;                       ///< of them, those by the channels of the lines
    double now = -1;                          ///< of them, those by a channel in the profile; below 0: not known
    std::vector<config::PlanChannels> lines;  ///< by rank
};

/// Channels of a whole run.
struct ChannelProposal {
    int most = 0;                      ///< of a rank, in each direction (p2p.channels)
    bool is_set_by_plan = false;       ///< the plan sets p2p.channels: the profile's run had another number
    std::vector<ChannelPhase> phases;  ///< by label, what is for all phases last
    std::string extrapolation;         ///< a sentence, where the profile is of another number of ranks
};

/// Messages of each pair of ranks (sender, receiver) in one phase: a slice of PRO-MPI's priority matrix.
using PairCounts = std::map<std::pair<int, int>, double>;

/// The same program on `to` ranks, from its messages on `from`: the mean of two guesses. By one the distances between
/// rank numbers stay, as on a grid that grows in its first dimension. By the other each rank's part is cut into
/// several, or several are joined, as of a curve.
PairCounts extrapolated(const PairCounts& counts, int from, int to);

/// The pairs that get a channel, those with most messages first, so that no rank sends or receives by more than `most`.
/// Source: PRO-MPI 5.4.1.
std::vector<std::pair<int, int>> choose_channels(const PairCounts& counts, int most);

/// Channels for a next run on `ranks` ranks, from one profile. `most`: of each rank; 0: as many as the profile's run
/// had. Nothing is proposed where that is enough for all ranks of a node, or nobody talks within one.
std::optional<ChannelProposal> propose_channels(const PlanProfile& profile, int ranks, int most);

}  // namespace shunt::tools
