#include "tools/plan/channel_proposal.hpp"

#include <algorithm>

#include "config/value.hpp"
#include "tools/analysis/function_class.hpp"
#include "tools/plan/setting_proposal.hpp"

namespace shunt::tools {
namespace {

/// Messages of one phase in one profile, or of the whole run.
struct PhaseCounts {
    PairCounts pairs;
    double by_channel = 0, by_other = 0;  ///< as far as remote write carried them
    /// Of all messages, those that a channel carried; below 0: not known.
    double now(double messages) const {
        const double known = by_channel + by_other;
        return known > 0 ? messages * by_channel / known : -1;
    }
};
using CountsByPhase = std::map<std::int32_t, PhaseCounts>;  ///< by the phase's label
struct MessageCounts {
    CountsByPhase in_nodes, between_nodes;  ///< between nodes a channel is RDMA
};

bool is_message(const record::Image& image, const record::Cell& cell) {
    constexpr unsigned kAll = record::kTraffic | record::kReceive | record::kOneSided;
    if ((cell.key.flags & kAll) != record::kTraffic || cell.peer_world < 0) return false;
    return classify(image.function_name(cell.key.function)) != FunctionClass::collective;
}

MessageCounts counts_of(const PlanProfile& profile) {
    std::map<std::int32_t, std::int32_t> node_of;
    for (const record::Image& image : profile.file->images()) node_of[image.header().world_rank] = image.header().node;
    MessageCounts counts;
    for (const record::Image& image : profile.file->images()) {
        const int own = image.header().world_rank;
        const auto is_between = [&](const record::Cell& cell) {
            return node_of.at(cell.peer_world) != image.header().node;
        };
        const auto phase_of = [&](const record::Cell& cell) -> PhaseCounts* {
            if (!is_message(image, cell) || cell.key.phase >= image.phases().size()) return nullptr;
            if (!node_of.contains(cell.peer_world) || cell.peer_world == own) return nullptr;
            CountsByPhase& of = is_between(cell) ? counts.between_nodes : counts.in_nodes;
            return &of[image.phases()[cell.key.phase].label];
        };
        for (const record::Cell& cell : image.cells())
            if (PhaseCounts* const phase = phase_of(cell))
                phase->pairs[{own, cell.peer_world}] += static_cast<double>(cell.count);
        for (const record::MessageEntry& entry : image.messages()) {
            PhaseCounts* const phase = phase_of(image.cells()[entry.cell]);
            if (!phase) continue;
            const auto messages = static_cast<double>(entry.messages);
            const bool is_far = is_between(image.cells()[entry.cell]);
            if (is_far && entry.way == record::MessageWay::rdma) phase->by_channel += messages;
            else if (is_far || entry.way == record::MessageWay::common_mailbox) phase->by_other += messages;
            else if (entry.protocol == record::MessageProtocol::eager) phase->by_channel += messages;
        }
    }
    return counts;
}

/// The largest number of other ranks that share a node with a rank.
std::int64_t most_beside(const PlanProfile& profile) {
    std::map<std::int32_t, std::int64_t> beside;
    for (const record::Image& image : profile.file->images()) beside[image.header().node] += 1;
    std::int64_t most = 1;
    for (const auto& [node, ranks] : beside) most = std::max(most, ranks);
    return most - 1;
}

/// The ranks of the run on `to` ranks that correspond to one rank of the run on `from` ranks: several, or one if `from`
/// is larger.
struct Piece {
    int first = 0, end = 0;
};
Piece piece_of(int rank, int from, int to) {
    const auto place = [&](int at) { return static_cast<int>((std::int64_t{at} * to + from - 1) / from); };
    if (to < from) return {rank * to / from, rank * to / from + 1};
    return {place(rank), place(rank + 1)};
}

PairCounts by_distance(const PairCounts& counts, int from, int to) {
    PairCounts out;
    for (int i = 0; i < to; ++i) {
        const int like = static_cast<int>(std::int64_t{i} * from / to);
        for (auto at = counts.lower_bound({like, 0}); at != counts.end() && at->first.first == like; ++at) {
            const int j = i + at->first.second - like;
            if (j >= 0 && j < to) out[{i, j}] += at->second;
        }
    }
    return out;
}

/// Neighbouring pieces of one rank send each other as many messages as that rank sends to its busiest partner.
PairCounts by_pieces(const PairCounts& counts, int from, int to) {
    PairCounts out;
    std::map<int, double> busiest;
    for (const auto& [pair, messages] : counts) {
        const Piece one = piece_of(pair.first, from, to), two = piece_of(pair.second, from, to);
        const int width = (one.end - one.first) * (two.end - two.first);
        for (int i = one.first; i < one.end; ++i)
            for (int j = two.first; j < two.end; ++j)
                if (i != j) out[{i, j}] += messages / width;
        busiest[pair.first] = std::max(busiest[pair.first], messages);
    }
    for (const auto& [rank, most] : busiest) {
        const Piece piece = piece_of(rank, from, to);
        for (int i = piece.first; i + 1 < piece.end; ++i) {
            out[{i, i + 1}] += most;
            out[{i + 1, i}] += most;
        }
    }
    return out;
}

/// The lines that give `chosen` channels, all like `line` otherwise.
ChannelPhase phase_of(const config::PlanChannels& line, const PairCounts& pairs,
                      const std::vector<std::pair<int, int>>& chosen) {
    ChannelPhase phase;
    phase.label = line.phase;
    phase.between_nodes = line.by_rdma;
    for (const auto& [pair, messages] : pairs) phase.messages += messages;
    std::map<int, config::PlanChannels> lines;
    for (const auto& pair : chosen) {
        config::PlanChannels& of_rank = lines.try_emplace(pair.first, line).first->second;
        of_rank.from = pair.first;
        of_rank.to.push_back(pair.second);
        if (const auto messages = pairs.find(pair); messages != pairs.end()) phase.planned += messages->second;
    }
    for (auto& [rank, of_rank] : lines) phase.lines.push_back(std::move(of_rank));
    return phase;
}

/// Pairs, those with most messages first.
std::vector<std::pair<int, int>> busiest_first(const PairCounts& counts) {
    std::vector<std::pair<double, std::pair<int, int>>> sorted;
    for (const auto& [pair, messages] : counts)
        if (messages > 0) sorted.emplace_back(messages, pair);
    std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::pair<int, int>> pairs;
    for (const auto& [messages, pair] : sorted) pairs.push_back(pair);
    return pairs;
}

/// The messages of each pair in both directions, under the pair whose lower rank is first.
PairCounts in_both_directions(const PairCounts& counts) {
    PairCounts both;
    for (const auto& [pair, messages] : counts) both[std::minmax(pair.first, pair.second)] += messages;
    return both;
}

/// The largest number of other ranks with which a rank exchanges messages.
int most_partners(const PairCounts& counts) {
    std::map<int, int> partners;
    int most = 0;
    for (const auto& [pair, messages] : in_both_directions(counts))
        most = std::max({most, ++partners[pair.first], ++partners[pair.second]});
    return most;
}

/// The counts of each phase, where a run has several, then of all together.
std::vector<std::pair<std::optional<std::int32_t>, PhaseCounts>> listed(const CountsByPhase& counts, bool has_phases) {
    std::vector<std::pair<std::optional<std::int32_t>, PhaseCounts>> out;
    PhaseCounts whole;
    for (const auto& [label, phase] : counts) {
        for (const auto& [pair, messages] : phase.pairs) whole.pairs[pair] += messages;
        whole.by_channel += phase.by_channel;
        whole.by_other += phase.by_other;
        if (has_phases && counts.size() > 1) out.emplace_back(label, phase);
    }
    out.emplace_back(std::nullopt, std::move(whole));
    return out;
}

/// A run learns its phase only from MPI_Pcontrol, so phases that are loops do not count.
bool has_phases(const PlanProfile& profile) { return option_of(*profile.file, "record.phases") != "loops"; }

void propose_between_nodes(const PlanProfile& profile, const CountsByPhase& counts, ChannelProposal& out) {
    const auto phases = listed(counts, has_phases(profile));
    const PhaseCounts& whole = phases.back().second;
    const bool has_rdma = whole.by_channel > 0 || option_of(*profile.file, "p2p.way") == "verbs";
    if (!has_rdma || most_partners(whole.pairs) <= out.most) return;
    for (const auto& [label, seen] : phases) {
        config::PlanChannels line;
        line.phase = label;
        line.by_rdma = true;
        ChannelPhase phase = phase_of(line, seen.pairs, choose_rdma_pairs(seen.pairs, out.most));
        phase.now = seen.now(phase.messages);
        if (!phase.lines.empty()) out.phases.push_back(std::move(phase));
    }
}

void propose_in_nodes(const PlanProfile& profile, int ranks, const CountsByPhase& counts, ChannelProposal& out) {
    if (most_beside(profile) * ranks / std::max(1, profile.ranks) <= out.most) return;
    for (const auto& [label, seen] : listed(counts, has_phases(profile))) {
        const bool is_exact = profile.ranks == ranks;
        const PairCounts pairs = is_exact ? seen.pairs : extrapolated(seen.pairs, profile.ranks, ranks);
        config::PlanChannels line;
        line.phase = label;
        ChannelPhase phase = phase_of(line, pairs, choose_channels(pairs, out.most));
        phase.now = seen.now(phase.messages);
        if (!phase.lines.empty()) out.phases.push_back(std::move(phase));
    }
}

}  // namespace

PairCounts extrapolated(const PairCounts& counts, int from, int to) {
    PairCounts out;
    for (const PairCounts& guess : {by_distance(counts, from, to), by_pieces(counts, from, to)})
        for (const auto& [pair, messages] : guess) out[pair] += messages / 2;
    return out;
}

std::vector<std::pair<int, int>> choose_channels(const PairCounts& counts, int most) {
    std::map<int, int> sends, receives;
    std::vector<std::pair<int, int>> chosen;
    for (const auto& pair : busiest_first(counts)) {
        int &out = sends[pair.first], &in = receives[pair.second];
        if (out >= most || in >= most) continue;
        ++out, ++in;
        chosen.push_back(pair);
    }
    return chosen;
}

std::vector<std::pair<int, int>> choose_rdma_pairs(const PairCounts& counts, int most) {
    std::map<int, int> partners;
    std::vector<std::pair<int, int>> chosen;
    for (const auto& [low, high] : busiest_first(in_both_directions(counts))) {
        int &of_low = partners[low], &of_high = partners[high];
        if (of_low >= most || of_high >= most) continue;
        ++of_low, ++of_high;
        chosen.insert(chosen.end(), {{low, high}, {high, low}});
    }
    return chosen;
}

std::optional<ChannelProposal> propose_channels(const PlanProfile& profile, int ranks, int most) {
    ChannelProposal out;
    const int had = static_cast<int>(config::parse_integer(option_of(*profile.file, "p2p.channels")).value_or(0));
    out.most = most > 0 ? most : had;
    out.is_set_by_plan = out.most != had;
    if (out.most == 0) return std::nullopt;
    const MessageCounts counts = counts_of(profile);
    propose_in_nodes(profile, ranks, counts.in_nodes, out);
    // For another number of ranks it is not known which pairs share a node.
    if (profile.ranks == ranks) propose_between_nodes(profile, counts.between_nodes, out);
    if (out.phases.empty()) return std::nullopt;
    if (profile.ranks != ranks)
        out.extrapolation = "Channels: the messages between ranks are extrapolated from " +
                            std::to_string(profile.ranks) +
                            " ranks, half by distances between rank numbers, as on a grid, half as if each rank's part "
                            "were cut or joined, as on a curve.";
    return out;
}

}  // namespace shunt::tools
