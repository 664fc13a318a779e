#include "native/select/knowledge.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "config/value.hpp"
#include "native/base/number_text.hpp"
#include "native/base/outcome.hpp"

namespace shunt {
namespace {

constexpr std::string_view kFirstLine = "shunt knowledge 1";
constexpr std::string_view kRounded = "rounded ";
constexpr std::string_view kUnfinished = "unfinished ";
constexpr std::string_view kDoubted = "doubted ";
constexpr std::size_t kMostRounded = Knowledge::kMostEntries / 2;
constexpr std::string_view kComments =
    "# Results of `auto`: which candidate carried such calls fastest, and the time of each. Lines may be removed.\n";
constexpr std::size_t kMostProblems = 8, kLongestKey = 400, kLongestName = 80;
constexpr double kLongestNs = 1e13;
constexpr int kMostRanks = 1 << 24;
constexpr std::int64_t kMostBytesOfCall = std::int64_t{1} << 48;
constexpr std::int64_t kLastDay = 200'000;  // in the year 2517

/// Removes the text before `separator` from the front of `text`, or all of it, and returns it.
std::string_view take(std::string_view& text, std::string_view separator) {
    const std::size_t end = text.find(separator);
    const std::string_view taken = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + separator.size());
    return config::trimmed(taken);
}

std::optional<Operation> operation_of(std::string_view name) {
    for (std::size_t place = 0; place < kOperationCount; ++place) {
        const auto operation = static_cast<Operation>(place);
        if (kOperations[place].name == name && kOperations[place].bytes_equal) return operation;
    }
    return {};
}

bool is_name(std::string_view name) {
    return !name.empty() && name.size() <= kLongestName && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '.' || c == ':' || c == '/';
    });
}

bool is_number(std::string_view text, int& number) {
    const std::optional<std::int64_t> value = config::parse_integer(text);
    if (!value || *value < 1 || *value > kMostRanks) return false;
    number = static_cast<int>(*value);
    return true;
}

bool is_time(std::string_view text, double& ns) {
    if (!text.ends_with("us")) return false;
    text.remove_suffix(2);
    double us = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), us, std::chars_format::fixed);
    ns = us * 1e3;
    return error == std::errc() && end == text.data() + text.size() && std::isfinite(ns) && ns > 0 && ns <= kLongestNs;
}

/// Parses "2026-11-25" as days since 1970.
bool is_day(std::string_view text, std::int64_t& day) {
    int parts[3] = {};
    for (int& part : parts) {
        const std::string_view word = take(text, "-");
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), part);
        if (error != std::errc() || end != word.data() + word.size() || part < 0) return false;
    }
    const std::chrono::year_month_day date{std::chrono::year(parts[0]),
                                           std::chrono::month(static_cast<unsigned>(parts[1])),
                                           std::chrono::day(static_cast<unsigned>(parts[2]))};
    if (!text.empty() || !date.ok()) return false;
    day = std::chrono::sys_days(date).time_since_epoch().count();
    return day >= 0 && day <= kLastDay;
}

/// The fault of a line; empty: none.
std::string_view read_times(std::string_view text, KnowledgeEntry& entry) {
    while (!text.empty()) {
        std::string_view one = take(text, ",");
        KnowledgeEntry::Time time;
        const std::string_view name = take(one, " ");
        if (!is_name(name)) return "no name of an engine or of an algorithm";
        if (!is_time(config::trimmed(one), time.ns)) return "no time such as 12.5us";
        time.name = name;
        if (std::ranges::find(entry.times, name, &KnowledgeEntry::Time::name) != entry.times.end())
            return "a name stands there twice";
        if (entry.times.size() < Knowledge::kMostNames) entry.times.push_back(std::move(time));
    }
    return entry.times.empty() ? "nothing behind ->" : "";
}

std::string_view read_entry(std::string_view text, KnowledgeEntry& entry) {
    const std::size_t arrow = text.find("->"), on = text.rfind(" on ");
    if (arrow == std::string_view::npos || on == std::string_view::npos || on < arrow + 2)
        return "no line of knowledge";
    std::string_view calls = config::trimmed(text.substr(0, arrow));
    const std::optional<Operation> operation = operation_of(take(calls, " "));
    if (!operation) return "no operation that auto measures";
    const std::optional<std::int64_t> bytes = config::parse_integer(take(calls, " "));
    if (!bytes || *bytes < 0 || *bytes > kMostBytesOfCall) return "no number of bytes";
    entry.operation = *operation;
    entry.bytes = *bytes;
    entry.rounded = combines(entry.operation) && calls.starts_with(kRounded);
    if (entry.rounded) take(calls, kRounded);
    const bool is_unfinished = !entry.rounded && calls.starts_with(kUnfinished);
    if (is_unfinished) take(calls, kUnfinished);
    if (is_unfinished && !is_number(take(calls, " "), entry.blocks)) return "not 'unfinished NUMBER'";
    entry.doubted = !entry.rounded && calls.starts_with(kDoubted);
    if (entry.doubted) take(calls, kDoubted);
    const bool has_ranks = take(calls, " ") == "ranks" && is_number(take(calls, " "), entry.ranks);
    const bool has_nodes = take(calls, " ") == "nodes" && is_number(take(calls, " "), entry.nodes);
    if (!has_ranks || !has_nodes || !calls.empty()) return "not 'ranks NUMBER nodes NUMBER'";
    if (!is_day(config::trimmed(text.substr(on + 4)), entry.day)) return "no day such as 2026-11-25";
    return read_times(text.substr(arrow + 2, on - arrow - 2), entry);
}

KnowledgeSection& section_of(Knowledge& knowledge, std::string_view key) {
    const auto found = std::ranges::find(knowledge.sections, key, &KnowledgeSection::key);
    if (found != knowledge.sections.end()) return *found;
    knowledge.sections.push_back({std::string(key), {}});
    return knowledge.sections.back();
}

void put(KnowledgeSection& section, const KnowledgeEntry& entry) {
    const auto same = [&](const KnowledgeEntry& known) { return known.is_of_same_calls(entry); };
    std::erase_if(section.entries, same);
    section.entries.push_back(entry);
}

/// Rounded entries are kept, and count as used as long as their section is in use: a new one must not displace them.
void put_learnt(KnowledgeSection& section, const KnowledgeEntry& entry) {
    std::size_t rounded = 0;
    bool stays = false;
    for (KnowledgeEntry& known : section.entries) {
        rounded += known.rounded;
        if (known.rounded) known.day = std::max(known.day, entry.day);
        stays = stays || (known.is_of_same_calls(entry) && known.takes_precedence(entry));
    }
    if (!stays && (!entry.rounded || rounded < kMostRounded)) put(section, entry);
}

/// Marks an entry that did not hold as doubted; removes one that is doubted already.
void doubt(KnowledgeSection& section, const KnowledgeEntry& calls) {
    const auto same = [&](const KnowledgeEntry& known) { return !known.rounded && known.is_of_same_calls(calls); };
    const auto found = std::ranges::find_if(section.entries, same);
    if (found == section.entries.end()) return;
    if (found->doubted) section.entries.erase(found);
    else found->doubted = true;
}

std::int64_t newest_day(const KnowledgeSection& section) {
    std::int64_t newest = -1;
    for (const KnowledgeEntry& entry : section.entries) newest = std::max(newest, entry.day);
    return newest;
}

/// Of equally old entries the later ones stay; rounded entries stay before all others.
void keep_newest(KnowledgeSection& section, std::size_t count) {
    if (section.entries.size() <= count) return;
    std::ranges::stable_sort(section.entries, {},
                             [](const KnowledgeEntry& entry) { return std::pair(entry.rounded, entry.day); });
    section.entries.erase(section.entries.begin(), section.entries.end() - static_cast<std::ptrdiff_t>(count));
}

void keep_within_limits(Knowledge& knowledge) {
    for (KnowledgeSection& section : knowledge.sections) keep_newest(section, Knowledge::kMostEntries);
    std::erase_if(knowledge.sections, [](const KnowledgeSection& section) { return section.entries.empty(); });
    while (knowledge.sections.size() > Knowledge::kMostSections)
        knowledge.sections.erase(std::ranges::min_element(knowledge.sections, {}, newest_day));
}

std::string text_of_time(double ns) {
    const double us = std::max(ns / 1e3, 1e-3);
    return fixed_text(us, us >= 1000 ? 0 : us >= 100 ? 1 : us >= 10 ? 2 : 3) + "us";
}

std::string text_of_day(std::int64_t day) {
    const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
    char text[48];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    return text;
}

std::string text_of(const KnowledgeEntry& entry) {
    const std::string bytes = config::format_value(config::Kind::integer, {}, entry.bytes);
    const std::string unfinished = joined({kUnfinished, std::to_string(entry.blocks), " "});
    std::string text = joined({name_of(entry.operation), " ", bytes, " ", entry.rounded ? kRounded : "",
                               entry.blocks > 0 ? unfinished : "", entry.doubted ? kDoubted : "", "ranks ",
                               std::to_string(entry.ranks), " nodes ", std::to_string(entry.nodes), " ->"});
    const char* separator = " ";
    for (const KnowledgeEntry::Time& time : entry.times)
        text += joined({std::exchange(separator, ", "), time.name, " ", text_of_time(time.ns)});
    return joined({text, " on ", text_of_day(entry.day), "\n"});
}

std::string whole_text_of(const Knowledge& knowledge) {
    std::string text = joined({kFirstLine, "\n", kComments});
    for (const KnowledgeSection& section : knowledge.sections) {
        text += joined({"\n[", section.key, "]\n"});
        for (const KnowledgeEntry& entry : section.entries) text += text_of(entry);
    }
    return text;
}

}  // namespace

const KnowledgeEntry* KnowledgeSection::find(Operation operation, std::int64_t bytes, int ranks, int nodes,
                                             bool rounded) const {
    const KnowledgeEntry calls{operation, bytes, ranks, nodes, {}, 0, rounded, 0, false};
    const auto found =
        std::ranges::find_if(entries, [&](const KnowledgeEntry& entry) { return entry.is_of_same_calls(calls); });
    return found == entries.end() ? nullptr : &*found;
}

const KnowledgeSection* Knowledge::find(std::string_view key) const {
    const auto found = std::ranges::find(sections, key, &KnowledgeSection::key);
    return found == sections.end() ? nullptr : &*found;
}

std::size_t Knowledge::entry_count() const {
    std::size_t count = 0;
    for (const KnowledgeSection& section : sections) count += section.entries.size();
    return count;
}

ParsedKnowledge parse_knowledge(std::string_view text) {
    ParsedKnowledge parsed;
    std::string key;
    int number = 0;
    const auto complain = [&](std::string_view what, std::string_view line) {
        if (parsed.problems.size() < kMostProblems)
            parsed.problems.push_back(
                joined({"line ", std::to_string(number), " is left out, ", what, ": ", config::printable(line)}));
    };
    if (text.size() > Knowledge::kMostBytes) text = text.substr(0, Knowledge::kMostBytes);
    while (!text.empty()) {
        const std::string_view line = take(text, "\n");
        if (++number == 1 && line != kFirstLine) {
            parsed.problems.push_back(joined({"its first line is not '", kFirstLine, "'"}));
            return parsed;
        }
        if (number == 1 || line.empty() || line.front() == '#') continue;
        if (line.front() == '[') {
            const bool is_key = line.size() > 2 && line.size() <= kLongestKey && line.back() == ']';
            key = is_key ? std::string(line.substr(1, line.size() - 2)) : std::string();
            if (!is_key) complain("no key in brackets", line);
            continue;
        }
        KnowledgeEntry entry;
        const std::string_view problem = key.empty() ? "no key above it" : read_entry(line, entry);
        if (problem.empty()) put(section_of(parsed.knowledge, key), entry);
        else complain(problem, line);
    }
    keep_within_limits(parsed.knowledge);
    return parsed;
}

std::string text_of(Knowledge knowledge, std::size_t most_bytes) {
    std::string text = whole_text_of(knowledge);
    while (text.size() > most_bytes && knowledge.entry_count() > 0) {
        for (KnowledgeSection& section : knowledge.sections) keep_newest(section, section.entries.size() / 2);
        keep_within_limits(knowledge);
        text = whole_text_of(knowledge);
    }
    return text;
}

void merge(Knowledge& into, std::string_view key, const std::vector<KnowledgeEntry>& learnt,
           const std::vector<KnowledgeEntry>& dropped) {
    KnowledgeSection& section = section_of(into, key);
    for (const KnowledgeEntry& entry : dropped) doubt(section, entry);
    for (const KnowledgeEntry& entry : learnt) put_learnt(section, entry);
    keep_within_limits(into);
}

std::uint64_t knowledge_version() {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : joined({kFirstLine, kRounded, kUnfinished, kDoubted}))
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

}  // namespace shunt
