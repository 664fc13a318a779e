#include "config/rule_parser.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "config/names.hpp"
#include "config/plan.hpp"

namespace shunt::config {
namespace {

using Words = std::vector<std::string_view>;
constexpr std::string_view kGrammar = "operation [BYTES] [ranks R] [nodes N] [comm NAME] -> engine [name=value ...]";

std::string quoted(std::string_view text) { return std::string("'").append(printable(text)).append("'"); }

Words words_of(std::string_view text) {
    Words words;
    for (std::size_t at = 0; at < text.size();) {
        const auto first = text.find_first_not_of(" \t\r\n\v\f", at);
        if (first == std::string_view::npos) break;
        const auto end = std::min(text.find_first_of(" \t\r\n\v\f", first), text.size());
        words.push_back(text.substr(first, end - first));
        at = end;
    }
    return words;
}

template <class Word>
Words names_of(std::span<const Word> table) {
    Words names;
    for (const Word& word : table) names.push_back(word.name);
    return names;
}

std::string joined(const Words& words) {
    std::string text;
    for (const auto word : words) text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

std::string unknown(std::string_view what, std::string_view word, const Words& known) {
    return "unknown " + std::string(what) + " " + quoted(word) + "; the nearest known name is " +
           std::string(nearest(word, known));
}

std::string add_operation(std::string_view name, const Vocabulary& vocabulary, Rule& rule) {
    if (name == "*") {
        rule.operations = kAllOperations;
        return {};
    }
    const int index = operation_index(vocabulary.operations, name);
    if (index < 0) return unknown("operation", name, names_of(vocabulary.operations));
    rule.operations |= std::uint64_t{1} << index;
    return {};
}

// The list of operations may have blanks around its commas: it continues while there is a comma on either side of the
// gap.
std::string parse_operations(const Words& words, std::size_t& next, const Vocabulary& vocabulary, Rule& rule) {
    if (words.empty()) return "no operation before '->'; a rule reads: " + std::string(kGrammar);
    std::string list(words[next++]);
    while (next < words.size() && (list.back() == ',' || words[next].front() == ',')) list.append(words[next++]);
    const auto names = split(list, ',');
    if (names.empty()) return "no operation before '->'; a rule reads: " + std::string(kGrammar);
    for (const auto name : names) {
        if (auto error = add_operation(name, vocabulary, rule); !error.empty()) return error;
    }
    return {};
}

bool names_messages(const Rule& rule, const Vocabulary& vocabulary) {
    const int place = operation_index(vocabulary.operations, kMessagesName);
    return place >= 0 && rule.operations != kAllOperations && (rule.operations >> place & 1) != 0;
}

std::string bytes_differ(const Vocabulary& vocabulary, const Rule& rule) {
    if (rule.bytes.unbounded()) return {};
    if (names_messages(rule, vocabulary))
        return "p2p is decided for a communicator as a whole, when it is made, so that no size can decide; use ranks, "
               "nodes or comm instead";
    if (rule.operations == kAllOperations) {
        return "a BYTES range with '*' would also mean operations whose byte counts differ between ranks; name the "
               "operations, or use ranks or nodes instead";
    }
    for (std::size_t i = 0; i < vocabulary.operations.size(); ++i) {
        const auto& [name, bytes_equal] = vocabulary.operations[i];
        if (bytes_equal || (rule.operations >> i & 1) == 0) continue;
        return "the byte counts of " + std::string(name) +
               " differ between ranks, so a BYTES range could decide differently on each; use ranks or nodes instead";
    }
    return {};
}

struct Condition {
    std::string_view name;
    Range Rule::*range;
};
constexpr Condition kConditions[] = {{"ranks", &Rule::ranks}, {"nodes", &Rule::nodes}};

bool range_like(std::string_view word) {
    return word.find("..") != std::string_view::npos || (word.front() >= '0' && word.front() <= '9');
}

std::string parse_condition_range(std::string_view name, std::string_view word, Range& range) {
    const auto parsed = parse_range(Kind::integer, word);
    const bool negative = parsed && ((parsed->low < 0 && parsed->low != INT64_MIN) || parsed->high < 0);
    if (!parsed || negative) {
        return std::string(name) + ": " + quoted(word) +
               " is not a range (a..b, a.., ..b or a; K, M and G are powers of 1024)";
    }
    range = *parsed;
    return {};
}

/// Why no rule may name a phase. MPI_Pcontrol is local: at one call members may be in different phases, and a rank
/// whose own phase has not changed cannot know that another's has. So the phases of all would have to be combined. One
/// way is a reduction of ours beside every call that synchronises, which doubles the cost of a barrier. Another is to
/// do so only in every n-th such call, counted alike on all; then a rule would apply up to n calls after the phase
/// began, and stop n calls after it ended, although phases are often no longer than that. Carried calls alone could
/// transport phases for free, but calls that a rule leaves to the host are never carried, so its phase would never end.
/// If phases must decide, the program can declare them alike on all ranks: by a communicator of its own (`comm`), on
/// which MPI itself makes the ranks agree.
constexpr std::string_view kNoPhase =
    "phase: each rank calls MPI_Pcontrol for itself, so ranks could decide differently; use ranks, nodes or comm "
    "instead";

// `seen` contains the conditions read so far, so that a rule cannot give one twice with different meanings.
std::string parse_condition(const Words& words, std::size_t& next, Words& seen, Rule& rule) {
    const auto word = words[next++];
    const auto known = std::ranges::find(kConditions, word, &Condition::name);
    const bool named = known != std::end(kConditions);
    const bool is_comm = word == "comm";
    if (word == "phase") return std::string(kNoPhase);
    if (!named && !is_comm && !range_like(word)) return unknown("condition", word, {"ranks", "nodes", "comm"});
    const std::string_view name = named || is_comm ? word : "BYTES";
    if (std::ranges::count(seen, name) != 0) return std::string(name) + " is given twice";
    seen.push_back(name);
    if (name == "BYTES") return parse_condition_range(name, word, rule.bytes);
    if (next == words.size()) return std::string(name) + " needs a " + (is_comm ? "name" : "range") + " after it";
    if (is_comm) return parse_communicator(words[next++], rule.communicator);
    return parse_condition_range(name, words[next++], rule.*known->range);
}

Kind kind_of(std::string_view range) {
    if (range.empty()) return Kind::text;
    if (range.find("..") == std::string_view::npos) return Kind::choice;
    return parse_range(Kind::integer, range) ? Kind::integer : Kind::duration;
}

std::string parse_parameter(std::string_view word, const EngineWord& engine, Rule& rule) {
    const auto equals = word.find('=');
    const auto name = word.substr(0, equals);
    const auto known = std::ranges::find(engine.parameters, name, &ParameterWord::name);
    if (engine.parameters.empty())
        return std::string(engine.name) + " takes no parameters, but " + quoted(word) + " is given";
    if (known == engine.parameters.end()) {
        const auto names = names_of(engine.parameters);
        return unknown("parameter", name, names) + " (" + std::string(engine.name) + " takes " + joined(names) + ")";
    }
    if (equals == std::string_view::npos || equals + 1 == word.size())
        return std::string(name) + " needs a value: name=value";
    if (find_parameter(rule, name) != nullptr) return "parameter " + std::string(name) + " is given twice";
    const auto text = word.substr(equals + 1);
    const Kind kind = kind_of(known->range);
    if (kind == Kind::text) {
        rule.parameters.push_back({std::string(name), std::string(text), 0});
        return {};
    }
    const auto value = parse_allowed(kind, known->range, text);
    if (!value) return std::string(name) + ": " + refusal(kind, known->range, text);
    rule.parameters.push_back({std::string(name), format_value(kind, known->range, *value), *value});
    return {};
}

/// Messages have an engine of their own, which carries no other calls.
std::string other_kind(const Rule& rule, const Vocabulary& vocabulary) {
    const bool messages = names_messages(rule, vocabulary);
    if (rule.engine == kRemoteWriteEngine && !messages)
        return "remote_write carries messages: 'p2p -> remote_write'" +
               std::string(rule.operations == kAllOperations ? " ('*' names collectives only)" : "");
    if (!messages) return {};
    const std::uint64_t only = std::uint64_t{1} << operation_index(vocabulary.operations, kMessagesName);
    if (rule.engine == kRemoteWriteEngine && rule.operations != only)
        return "remote_write carries p2p alone; give the other operations a rule of their own";
    if (rule.engine == 0 && !rule.parameters.empty()) return "the host has no algorithms for p2p";
    if (rule.engine != 0 && rule.engine != kRemoteWriteEngine)
        return "p2p is carried by remote_write or host, not by " + rule.engine_name;
    return {};
}

std::string parse_engine(const Words& words, const Vocabulary& vocabulary, Rule& rule) {
    constexpr EngineWord kHost{"host", kHostParameters}, kAuto{kAutoName, {}}, kRemoteWrite{kRemoteWriteName, {}};
    if (words.empty()) return "no engine after '->'; a rule reads: " + std::string(kGrammar);
    const auto found = std::ranges::find(vocabulary.engines, words[0], &EngineWord::name);
    const bool host = words[0] == kHost.name, automatic = words[0] == kAuto.name;
    const bool by_remote_write = words[0] == kRemoteWrite.name;
    if (!host && !automatic && !by_remote_write && found == vocabulary.engines.end()) {
        auto names = names_of(vocabulary.engines);
        for (const auto name : {kHost.name, kAuto.name, kRemoteWrite.name}) names.push_back(name);
        return unknown("engine", words[0], names);
    }
    rule.engine = host              ? 0
                  : automatic       ? kAutoEngine
                  : by_remote_write ? kRemoteWriteEngine
                                    : 1 + static_cast<int>(std::distance(vocabulary.engines.begin(), found));
    rule.engine_name = words[0];
    const EngineWord& engine = host ? kHost : automatic ? kAuto : by_remote_write ? kRemoteWrite : *found;
    for (const auto word : std::span(words).subspan(1)) {
        if (auto error = parse_parameter(word, engine, rule); !error.empty()) return error;
    }
    std::ranges::sort(rule.parameters, {}, &Parameter::name);
    if (host && find_parameter(rule, "segment") && !find_parameter(rule, "algorithm"))
        return "segment is that of an algorithm of the host: algorithm=NAME is missing";
    return {};
}

std::string canonical(const Rule& rule, const Vocabulary& vocabulary) {
    std::string text = rule.operations == kAllOperations ? "*" : "";
    for (std::size_t i = 0; text != "*" && i < vocabulary.operations.size(); ++i) {
        if ((rule.operations >> i & 1) != 0) text.append(text.empty() ? "" : ",").append(vocabulary.operations[i].name);
    }
    if (!rule.bytes.unbounded()) text.append(" ").append(format_range(rule.bytes));
    for (const auto& [name, range] : kConditions) {
        if (!(rule.*range).unbounded()) text.append(" ").append(name).append(" ").append(format_range(rule.*range));
    }
    if (!rule.communicator.is_any()) text.append(" comm ").append(to_text(rule.communicator));
    text.append(" -> ").append(rule.engine_name);
    for (const auto& parameter : rule.parameters)
        text.append(" ").append(parameter.name).append("=").append(parameter.value);
    return text;
}

/// Numbers the texts that the rule gives its engine.
void number_texts(Rule& rule, std::span<const EngineWord> engines, std::vector<EngineText>& texts) {
    if (rule.engine <= 0) return;
    const EngineWord& engine = engines[static_cast<std::size_t>(rule.engine) - 1];
    for (Parameter& parameter : rule.parameters) {
        const auto word = std::ranges::find(engine.parameters, parameter.name, &ParameterWord::name);
        if (kind_of(word->range) != Kind::text) continue;
        const EngineText text{rule.engine, parameter.value};
        auto place = std::ranges::find(texts, text);
        if (place == texts.end()) place = texts.insert(texts.end(), text);
        parameter.number = 1 + (place - texts.begin());
    }
}

}  // namespace

std::string parse_rule(std::string_view text, const Vocabulary& vocabulary, Rule& rule) {
    if (vocabulary.operations.size() > 64) return "more than 64 operations are more than a rule can hold";
    const auto arrow = text.find("->");
    if (arrow == std::string_view::npos)
        return "no '->' in " + quoted(text) + "; a rule reads: " + std::string(kGrammar);
    const auto right = text.substr(arrow + 2);
    if (right.find("->") != std::string_view::npos) {
        return "more than one '->' in " + quoted(text) + "; rules are separated by ';' or by lines";
    }
    const auto left = words_of(text.substr(0, arrow));
    std::size_t next = 0;
    if (auto error = parse_operations(left, next, vocabulary, rule); !error.empty()) return error;
    Words seen;
    while (next < left.size()) {
        if (auto error = parse_condition(left, next, seen, rule); !error.empty()) return error;
    }
    if (auto error = bytes_differ(vocabulary, rule); !error.empty()) return error;
    if (auto error = parse_engine(words_of(right), vocabulary, rule); !error.empty()) return error;
    if (auto error = other_kind(rule, vocabulary); !error.empty()) return error;
    rule.text = canonical(rule, vocabulary);
    return {};
}

RuleSet parse_rules(const std::vector<RuleLine>& lines, const Vocabulary& vocabulary, std::vector<Message>& messages) {
    RuleSet set;
    for (const auto& line : lines) {
        Rule rule;
        const auto error = parse_rule(line.text, vocabulary, rule);
        rule.where = line.where;
        rule.plan = line.plan;
        if (error.empty()) {
            if (rule.plan.line != 0) rule.text += " | " + to_text(rule.plan);
            number_texts(rule, vocabulary.engines, set.texts);
            set.rules.push_back(std::move(rule));
            continue;
        }
        (line.plan.line != 0 ? set.plan_refused : set.refused) = true;
        add_message(messages, Severity::error, line.where + ": " + error);
    }
    const auto planned = static_cast<std::size_t>(
        std::ranges::count_if(lines, [](const RuleLine& line) { return line.plan.line != 0; }));
    // Not through add_message: these must be shown however many other messages there are.
    if (set.plan_refused) messages.push_back({Severity::error, "because of this, nothing of the plan is used"});
    if (set.refused)
        messages.push_back({Severity::error, "because of this, none of the " + std::to_string(lines.size() - planned) +
                                                 " rules is used and the program runs on the host MPI"});
    std::erase_if(set.rules, [&](const Rule& rule) { return rule.plan.line != 0 ? set.plan_refused : set.refused; });
    if (set.rules.empty()) set.texts.clear();
    set.planned = set.plan_refused ? 0 : planned;
    return set;
}

}  // namespace shunt::config
