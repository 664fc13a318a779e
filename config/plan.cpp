#include "config/plan.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "config/value.hpp"

namespace shunt::config {
namespace {

constexpr std::string_view kVersion = "1";
constexpr std::size_t kMostLines = kPlanLine - 1;
constexpr std::size_t kMostErrors = 5;
constexpr std::size_t kMostCallRanges = 64;

/// A '#' inside a word (`world/split#0`) is an ordinary letter.
std::string_view without_remark(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) return line.substr(0, i);
    return line;
}

std::string shown(std::string_view word) { return "'" + printable(word) + "'"; }

/// The word after `name` if the line begins with `name`.
std::optional<std::string_view> value_behind(std::string_view line, std::string_view name) {
    if (!line.starts_with(name) || line.size() == name.size()) return std::nullopt;
    const char next = line[name.size()];
    return next == ' ' || next == '\t' ? std::optional(trimmed(line.substr(name.size()))) : std::nullopt;
}

std::string parse_calls(std::string_view text, std::vector<Range>& calls) {
    for (const std::string_view piece : split(text, ',')) {
        const auto range = parse_range(Kind::integer, piece);
        const bool is_ascending = range && (calls.empty() || range->low > calls.back().high);
        if (!range || range->low < 1 || !is_ascending || calls.size() == kMostCallRanges)
            return "calls: " + shown(text) + " are not at most 64 ascending ranges of ordinals such as 1..200,401..600";
        calls.push_back(*range);
    }
    return calls.empty() ? "calls needs ranges after it" : "";
}

std::string parse_time(std::string_view name, std::string_view text, std::int64_t& into) {
    const auto ns = parse_duration_ns(text);
    if (!ns || *ns <= 0) return std::string(name) + ": " + shown(text) + " is no time such as 120us";
    into = *ns;
    return {};
}

std::string parse_note(std::string_view text, PlanNote& note) {
    const std::vector<std::string_view> words = split(text, ' ');
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view name = words[i];
        if (name == "rounded") {
            note.rounded = true;
            continue;
        }
        const bool is_known = name == "expect" || name == "instead" || name == "calls";
        if (!is_known) return shown(name) + " is none of expect, instead, calls and rounded";
        if (++i == words.size()) return std::string(name) + " needs a value after it";
        const std::string error = name == "calls"    ? parse_calls(words[i], note.calls)
                                  : name == "expect" ? parse_time(name, words[i], note.expect_ns)
                                                     : parse_time(name, words[i], note.instead_ns);
        if (!error.empty()) return error;
    }
    return {};
}

/// Parses a plan line by line.
class PlanReader {
public:
    PlanReader(Plan& plan, const std::string& source) : plan_(plan), source_(source) {}

    void read(std::string_view text) {
        if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
        for (line_ = 1; !text.empty() && !is_over_; ++line_) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            read_line(trimmed(without_remark(text.substr(0, end))));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        if (is_over_ || !plan_.errors.empty()) return;
        line_ = 1;
        if (!has_version_) fail("is no plan: one begins with the line 'plan 1' (shunt analyze writes it)");
        else if (plan_.program.empty() || plan_.ranks < 1) fail("'program NAME' or 'ranks N' is missing");
    }

private:
    std::string place() const { return printable(source_, 300) + ":" + std::to_string(line_); }

    void fail(const std::string& why) {
        if (plan_.errors.size() < kMostErrors) plan_.errors.push_back(place() + ": " + why);
    }

    void read_line(std::string_view line) {
        if (line.empty()) return;
        if (static_cast<std::size_t>(line_) > kMostLines) return end("a plan has at most 32767 lines");
        if (!has_version_) return read_version(line);
        if (line.front() == '[') {
            if (line.back() != ']') fail(shown(line) + " has no closing bracket");
        } else if (const auto program = value_behind(line, "program")) {
            plan_.program = *program;
        } else if (const auto ranks = value_behind(line, "ranks")) {
            const auto number = parse_integer(*ranks);
            if (!number || *number < 1 || *number > INT32_MAX) return fail("ranks: " + shown(*ranks) + " is no number");
            plan_.ranks = static_cast<int>(*number);
        } else if (const auto nodes = value_behind(line, "nodes")) {
            const auto number = parse_integer(*nodes);
            if (!number || *number < 1 || *number > INT32_MAX) return fail("nodes: " + shown(*nodes) + " is no number");
            plan_.nodes = static_cast<int>(*number);
        } else if (const auto mpi = value_behind(line, "mpi")) {
            plan_.mpi = *mpi;
        } else if (const auto setting = value_behind(line, "set")) {
            read_setting(*setting);
        } else if (const auto channels = value_behind(line, "channels")) {
            read_channels(*channels);
        } else {
            read_change(line);
        }
    }

    void read_version(std::string_view line) {
        const auto version = value_behind(line, "plan");
        if (!version) return end("is no plan: one begins with the line 'plan 1' (shunt analyze writes it)");
        if (*version != kVersion)
            return end("is a plan of version " + printable(*version) + ", and this Shunt reads version 1");
        has_version_ = true;
    }

    void end(const std::string& why) {
        fail(why);
        is_over_ = true;
    }

    void read_setting(std::string_view setting) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string_view::npos) return fail("'set' wants KEY = VALUE");
        const std::string_view key = trimmed(setting.substr(0, equals)), value = setting.substr(equals + 1);
        if (std::ranges::find(kPlanOptions, key) == std::end(kPlanOptions))
            return fail("a plan may set p2p.channels, progress-thread, wait and wait.reductions, not " + shown(key));
        plan_.settings.push_back({std::string(key), std::string(trimmed(value.substr(0, value.find(';')))), line_});
    }

    void read_channels(std::string_view text) {
        if (plan_.ranks < 2) return fail("channels stand behind 'ranks N' of at least 2");
        PlanChannels line;
        const std::string error = parse_channels(text.substr(0, text.find(';')), plan_.ranks, line);
        if (!error.empty()) return fail(error);
        plan_.channels.push_back(std::move(line));
    }

    void read_change(std::string_view line) {
        const std::size_t bar = std::min(line.find('|'), line.size());
        RuleLine rule{std::string(trimmed(line.substr(0, bar))), place(), {}};
        rule.plan.line = static_cast<std::uint16_t>(line_);
        const std::string_view note = line.substr(std::min(bar + 1, line.size()));
        const std::string error = parse_note(note.substr(0, note.find(';')), rule.plan);
        if (!error.empty()) return fail(error);
        plan_.lines.push_back(std::move(rule));
    }

    Plan& plan_;
    const std::string& source_;
    int line_ = 1;
    bool has_version_ = false, is_over_ = false;
};

}  // namespace

Plan parse_plan(std::string_view text, const std::string& source) {
    Plan plan;
    plan.path = source;
    PlanReader(plan, source).read(text);
    return plan;
}

std::string misfit(const Plan& plan, std::string_view program, int ranks) {
    if (plan.path.empty()) return {};
    const std::string name = "the plan " + printable(plan.path, 300);
    if (!program.empty() && program != plan.program)
        return name + " is for the program " + printable(plan.program) + ", not for " + printable(program) +
               " (shunt analyze makes a plan from a profile of this program)";
    if (ranks > 0 && ranks != plan.ranks)
        return name + " is for " + std::to_string(plan.ranks) + " ranks, not for " + std::to_string(ranks) +
               " (shunt analyze --ranks " + std::to_string(ranks) + " makes one for this run)";
    return {};
}

std::string doubt(const Plan& plan, std::string_view mpi, int nodes) {
    std::string made, runs;
    if (!plan.mpi.empty() && !mpi.empty() && plan.mpi != mpi) {
        made = "with " + printable(plan.mpi);
        runs = "with " + printable(mpi);
    } else if (plan.nodes > 0 && nodes > 0 && plan.nodes != nodes) {
        const auto count = [](int of) { return std::to_string(of) + (of == 1 ? " node" : " nodes"); };
        made = "on " + count(plan.nodes);
        runs = "on " + count(nodes) + ", which its lines for other numbers of nodes do not match";
    }
    if (made.empty()) return {};
    return "the plan " + printable(plan.path, 300) + " was made from a run " + made + ", and this run is " + runs +
           ": its times are not used, and its lines for algorithms of the MPI are left out (shunt analyze makes a plan "
           "from a profile of this run)";
}

void distrust_plan(RuleSet& rules) {
    const auto names_algorithm = [](const Rule& rule) { return rule.engine == 0 && !rule.parameters.empty(); };
    for (Rule& rule : rules.rules) {
        if (rule.plan.line == 0) continue;
        rule.plan.expect_ns = rule.plan.instead_ns = 0;
        rule.text = rule.text.substr(0, rule.text.rfind(" | ")) + " | " + to_text(rule.plan);
    }
    std::erase_if(rules.rules, [&](const Rule& rule) { return rule.plan.line != 0 && names_algorithm(rule); });
    rules.planned = static_cast<std::size_t>(
        std::ranges::count_if(rules.rules, [](const Rule& rule) { return rule.plan.line != 0; }));
}

std::string mpi_name(std::string_view library) {
    const std::string_view line = library.substr(0, library.find_first_of(",\n"));
    std::string out;
    for (const char c : line) out += c == '\t' ? ' ' : c;
    for (std::size_t at; (at = out.find("Version: ")) != std::string::npos;) out.erase(at, 9);
    for (std::size_t at; (at = out.find("Version:")) != std::string::npos;) out.erase(at, 8);
    for (std::size_t at; (at = out.find("  ")) != std::string::npos;) out.erase(at, 1);
    return std::string(trimmed(out));
}

std::string show_plan_time(std::int64_t ns) {
    return ns % 1000 == 0 ? std::to_string(ns / 1000) + "us" : std::to_string(ns) + "ns";
}

std::string to_text(const PlanNote& note) {
    std::string text;
    const auto add = [&](const std::string& words) { text += (text.empty() ? "" : " ") + words; };
    if (note.expect_ns > 0) add("expect " + show_plan_time(note.expect_ns));
    if (note.instead_ns > 0) add("instead " + show_plan_time(note.instead_ns));
    if (note.rounded) add("rounded");
    std::string calls;
    for (const Range& range : note.calls) calls += (calls.empty() ? "calls " : ",") + format_range(range);
    if (!calls.empty()) add(calls);
    return text;
}

}  // namespace shunt::config
