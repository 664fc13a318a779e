#include "shim/host/algorithm_words.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace shunt {
namespace {

/// The words for blocking collectives within one communicator, MPICH 4.0 to 4.3.
constexpr std::string_view kMpichWords[] = {"binomial",
                                            "brucks",
                                            "dissemination",
                                            "k_brucks",
                                            "k_dissemination",
                                            "k_reduce_scatter_allgather",
                                            "linear",
                                            "nb",
                                            "noncommutative",
                                            "pairwise",
                                            "pairwise_sendrecv_replace",
                                            "pipelined_tree",
                                            "recexch",
                                            "recexch_doubling",
                                            "recexch_halving",
                                            "recursive_doubling",
                                            "recursive_halving",
                                            "recursive_multiplying",
                                            "reduce_scatter_allgather",
                                            "reduce_scatter_gather",
                                            "ring",
                                            "scatter_recursive_doubling_allgather",
                                            "scatter_ring_allgather",
                                            "scattered",
                                            "smp",
                                            "tree"};

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_of_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

/// The longest known word at the end of `text`; another word may precede it without a gap. Empty: none.
std::string_view known_end(std::string_view text) {
    std::string_view best;
    for (const std::string_view word : kMpichWords) {
        if (!text.ends_with(word) || word.size() <= best.size()) continue;
        if (text.size() > word.size() && text[text.size() - word.size() - 1] == '_') continue;
        best = word;
    }
    return best;
}

/// The text right before the mark at `mark`, back to a blank or to the beginning of its line.
std::string_view text_before(std::string_view description, std::size_t mark, bool& begins_line) {
    std::size_t end = mark;
    while (end > 0 && is_blank(description[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && !is_blank(description[begin - 1]) && description[begin - 1] != '\n') --begin;
    begins_line = begin > 0 && description[begin - 1] == '\n';
    return description.substr(begin, end - begin);
}

std::optional<int> number_in(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Removes `prefix` from the beginning of `text`, if `text` begins with it.
bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

void add_enumerator(std::string_view text, std::vector<HostAlgorithm>& out) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return;
    const auto value = number_in(text.substr(0, colon));
    const std::string_view word = text.substr(colon + 1);
    if (value && *value != 0 && !word.empty()) out.push_back({std::string(word), *value});
}

}  // namespace

std::vector<HostAlgorithm> algorithms_in_description(std::string_view description) {
    constexpr std::string_view kMark = " - ";
    std::vector<HostAlgorithm> found;
    int value = 0;
    for (std::size_t at = description.find(kMark); at != std::string_view::npos; at = description.find(kMark, at + 1)) {
        bool begins_line = false;
        const std::string_view text = text_before(description, at, begins_line);
        if (value++ == 0) {
            if (!text.ends_with("auto")) return {};
            continue;
        }
        const bool is_word = begins_line && !text.empty() && std::ranges::all_of(text, is_of_word);
        const std::string_view word = is_word ? text : known_end(text);
        if (!word.empty()) found.push_back({std::string(word), value - 1});
    }
    return found;
}

PrintedVariable read_printed_variable(std::span<const char* const> lines, std::string_view name) {
    PrintedVariable variable;
    const std::string key = ":" + std::string(name) + ":";
    for (const std::string_view line : lines) {
        const std::size_t place = line.find(key);
        if (place == std::string_view::npos) continue;
        std::string_view rest = line.substr(place + key.size());
        if (take(rest, "value:")) variable.value = rest;
        else if (take(rest, "source:")) variable.is_default = rest.starts_with("default");
        else if (take(rest, "status:")) variable.is_writeable = rest.starts_with("writ");
        else if (take(rest, "enumerator:value:")) add_enumerator(rest, variable.algorithms);
    }
    return variable;
}

}  // namespace shunt
