#include "config/plan_channels.hpp"

#include <algorithm>

#include "config/value.hpp"

namespace shunt::config {
namespace {

constexpr std::size_t kMostChannels = 1024;  // of one line
constexpr std::string_view kForm = "channels wants [phase N] [rdma] from RANK to RANK ...";

std::optional<int> number_in(std::string_view word, std::int64_t low, std::int64_t high) {
    const auto number = parse_integer(word);
    if (!number || *number < low || *number > high) return std::nullopt;
    return static_cast<int>(*number);
}

std::string shown_word(std::string_view word) { return "'" + printable(word) + "'"; }

}  // namespace

std::string parse_channels(std::string_view text, int ranks, PlanChannels& into) {
    std::string spaced(text);
    std::ranges::replace(spaced, '\t', ' ');
    std::vector<std::string_view> words = split(spaced, ' ');
    std::erase_if(words, [](std::string_view word) { return word.empty(); });
    std::size_t at = 0;
    const auto next_is = [&](std::string_view name) { return at + 1 < words.size() && words[at] == name; };
    if (next_is("phase")) {
        into.phase = number_in(words[at + 1], INT32_MIN, INT32_MAX);
        if (!into.phase) return "channels: " + shown_word(words[at + 1]) + " is no number of MPI_Pcontrol";
        at += 2;
    }
    if (next_is("rdma")) {
        into.by_rdma = true;
        at += 1;
    }
    const std::string most = "a rank from 0 to " + std::to_string(ranks - 1);
    if (!next_is("from")) return std::string(kForm);
    const auto from = number_in(words[at + 1], 0, ranks - 1);
    if (!from) return "channels: " + shown_word(words[at + 1]) + " is not " + most;
    into.from = *from;
    at += 2;
    if (!next_is("to")) return std::string(kForm);
    for (++at; at < words.size(); ++at) {
        const auto to = number_in(words[at], 0, ranks - 1);
        if (!to || *to == into.from) return "channels: " + shown_word(words[at]) + " is not another rank, " + most;
        if (std::ranges::find(into.to, *to) != into.to.end())
            return "channels: rank " + shown_word(words[at]) + " twice";
        into.to.push_back(*to);
    }
    return into.to.size() > kMostChannels ? "channels: at most 1024 ranks" : "";
}

std::string to_text(const PlanChannels& channels) {
    std::string text = "channels";
    if (channels.phase) text += " phase " + std::to_string(*channels.phase);
    if (channels.by_rdma) text += " rdma";
    text += " from " + std::to_string(channels.from) + " to";
    for (const int rank : channels.to) text += " " + std::to_string(rank);
    return text;
}

RankChannels::RankChannels(std::span<const PlanChannels> lines, int rank) {
    for (const PlanChannels& line : lines) {
        Lists& lists = line.by_rdma ? by_rdma_ : of_node_;
        if (!line.phase && !lists.otherwise) lists.otherwise.emplace();
        std::vector<int>& of = line.phase ? lists.by_phase[*line.phase] : *lists.otherwise;
        if (line.from == rank && of.empty()) of = line.to;
    }
}

const std::vector<int>* RankChannels::Lists::in_phase(std::int32_t phase) const {
    const auto found = by_phase.find(phase);
    if (found != by_phase.end()) return &found->second;
    return otherwise ? &*otherwise : nullptr;
}

}  // namespace shunt::config
