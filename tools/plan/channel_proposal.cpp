#include "tools/plan/channel_proposal.hpp"

#include <algorithm>

#include "config/value.hpp"
#include "tools/analysis/function_class.hpp"
#include "tools/plan/setting_proposal.hpp"

namespace shunt::tools {
namespace {

/// Messages of one phase in one profile.
struct PhaseCounts {
    PairCounts pairs;
    double by_channel = 0, by_mailbox = 0;
};
using CountsByPhase = std::map<std::int32_t, PhaseCounts>;

bool is_message(const record::Image& image, const record::Cell& cell) {
    constexpr unsigned kAll = record::kTraffic | record::kReceive | record::kOneSided;
    if ((cell.key.flags & kAll) != record::kTraffic || cell.peer_world < 0) return false;
    return classify(image.function_name(cell.key.function)) != FunctionClass::collective;
}

CountsByPhase counts_of(const PlanProfile& profile) {
    std::map<std::int32_t, std::int32_t> node_of;
    for (const record::Image& image : profile.file->images()) node_of[image.header().world_rank] = image.header().node;
    CountsByPhase counts;
    for (const record::Image& image : profile.file->images()) {
        const int own = image.header().world_rank;
        const auto phase_of = [&](const record::Cell& cell) -> PhaseCounts* {
            if (!is_message(image, cell) || cell.key.phase >= image.phases().size()) return nullptr;
            const auto peer = node_of.find(cell.peer_world);
            const bool is_near = peer != node_of.end() && peer->second == image.header().node;
            return is_near && cell.peer_world != own ? &counts[image.phases()[cell.key.phase].label] : nullptr;
        };
        for (const record::Cell& cell : image.cells())
            if (PhaseCounts* const phase = phase_of(cell))
                phase->pairs[{own, cell.peer_world}] += static_cast<double>(cell.count);
        for (const record::MessageEntry& entry : image.messages()) {
            PhaseCounts* const phase = phase_of(image.cells()[entry.cell]);
            if (!phase) continue;
            const auto messages = static_cast<double>(entry.messages);
            if (entry.way == record::MessageWay::common_mailbox) phase->by_mailbox += messages;
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

ChannelPhase phase_of(std::optional<std::int32_t> label, const PairCounts& pairs, int most) {
    ChannelPhase phase;
    phase.label = label;
    for (const auto& [pair, messages] : pairs) phase.messages += messages;
    std::map<int, config::PlanChannels> lines;
    for (const auto& pair : choose_channels(pairs, most)) {
        config::PlanChannels& line = lines[pair.first];
        line.phase = label;
        line.from = pair.first;
        line.to.push_back(pair.second);
        phase.planned += pairs.at(pair);
    }
    for (auto& [rank, line] : lines) phase.lines.push_back(std::move(line));
    return phase;
}

}  // namespace

PairCounts extrapolated(const PairCounts& counts, int from, int to) {
    PairCounts out;
    for (const PairCounts& guess : {by_distance(counts, from, to), by_pieces(counts, from, to)})
        for (const auto& [pair, messages] : guess) out[pair] += messages / 2;
    return out;
}

std::vector<std::pair<int, int>> choose_channels(const PairCounts& counts, int most) {
    std::vector<std::pair<double, std::pair<int, int>>> sorted;
    for (const auto& [pair, messages] : counts)
        if (messages > 0) sorted.emplace_back(messages, pair);
    std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::map<int, int> sends, receives;
    std::vector<std::pair<int, int>> chosen;
    for (const auto& [messages, pair] : sorted) {
        int &out = sends[pair.first], &in = receives[pair.second];
        if (out >= most || in >= most) continue;
        ++out, ++in;
        chosen.push_back(pair);
    }
    return chosen;
}

std::optional<ChannelProposal> propose_channels(const PlanProfile& profile, int ranks, int most) {
    ChannelProposal out;
    const int had = static_cast<int>(config::parse_integer(option_of(*profile.file, "p2p.channels")).value_or(0));
    out.most = most > 0 ? most : had;
    out.is_set_by_plan = out.most != had;
    if (out.most == 0 || most_beside(profile) * ranks / std::max(1, profile.ranks) <= out.most) return std::nullopt;
    const CountsByPhase counts = counts_of(profile);
    const auto add = [&](std::optional<std::int32_t> label, const PhaseCounts& seen) {
        const bool is_exact = profile.ranks == ranks;
        ChannelPhase phase =
            phase_of(label, is_exact ? seen.pairs : extrapolated(seen.pairs, profile.ranks, ranks), out.most);
        const double known = seen.by_channel + seen.by_mailbox;
        if (known > 0) phase.now = phase.messages * seen.by_channel / known;
        if (!phase.lines.empty()) out.phases.push_back(std::move(phase));
    };
    // A run learns its phase only from MPI_Pcontrol, so phases that are loops do not count.
    const bool has_phases = counts.size() > 1 && option_of(*profile.file, "record.phases") != "loops";
    PhaseCounts whole;
    for (const auto& [label, phase] : counts) {
        for (const auto& [pair, messages] : phase.pairs) whole.pairs[pair] += messages;
        whole.by_channel += phase.by_channel;
        whole.by_mailbox += phase.by_mailbox;
        if (has_phases) add(label, phase);
    }
    add(std::nullopt, whole);
    if (out.phases.empty()) return std::nullopt;
    if (profile.ranks != ranks)
        out.extrapolation = "Channels: who talks to whom is guessed from " + std::to_string(profile.ranks) +
                            " ranks, half by distances between rank numbers, as on a grid, half as if each rank's part "
                            "were cut or joined, as on a curve.";
    return out;
}

}  // namespace shunt::tools
