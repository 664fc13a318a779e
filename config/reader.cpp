#include "config/reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/environment.hpp"
#include "config/names.hpp"

namespace shunt::config {
namespace {

constexpr std::size_t kMostFileBytes = 1 << 20;

struct Variable {
    std::string_view name;
    std::string_view value;
};

Variable variable_of(std::string_view entry) {
    const auto equals = entry.find('=');
    if (equals == std::string_view::npos) return {entry, {}};
    return {entry.substr(0, equals), entry.substr(equals + 1)};
}

std::string_view value_of(const std::vector<std::string>& environment, std::string_view name) {
    for (const auto& entry : environment) {
        if (const auto variable = variable_of(entry); variable.name == name) return variable.value;
    }
    return {};
}

std::string_view nearest_key(const OptionTable& table, std::string_view word) {
    std::vector<std::string_view> keys;
    for (const Option& row : table.rows()) keys.push_back(row.key);
    return nearest(word, keys);
}

// Compares the name with the variables of all keys, so that SHUNT_ENABLED finds `enabled`, whose variable is plain
// SHUNT.
std::string nearest_variable(const OptionTable& table, std::string_view name) {
    const auto key = name.substr(std::min(name.size(), std::string_view("SHUNT_").size()));
    return environment_name(table.rows()[static_cast<std::size_t>(table.index(nearest_key(table, key)))]);
}

// A '#' inside a word (for instance a path) is an ordinary letter.
std::string_view without_comment(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) return line.substr(0, i);
    }
    return line;
}

// Variables of ours that are no settings: data that `shunt run` passes to its ranks, the path of the library, and
// values that tests simulate.
bool is_no_option(std::string_view name) {
    return name == "SHUNT_RUN_ID" || name == "SHUNT_LIBRARY" || name.starts_with("SHUNT_TEST_");
}

bool says_where_knowledge_is(std::string_view value) {
    return value.empty() || value == "off" || value == "on" || value.find('/') != std::string_view::npos;
}

/// Collects settings in increasing order of precedence.
class Loader {
public:
    Loader(const Inputs& inputs, const OptionTable& table) : inputs_(inputs), table_(table) {
        loaded_.options = default_options(table);
        loaded_.sources.resize(table.rows().size());
    }

    Loaded run() {
        read_file();
        read_environment();
        read_command_line();
        read_plan_file();
        place_spool();
        place_knowledge();
        return std::move(loaded_);
    }

private:
    void say(Severity severity, std::string text) { add_message(loaded_.messages, severity, std::move(text)); }

    void read_file() {
        std::string path(value_of(inputs_.environment, "SHUNT_CONFIG"));
        for (const auto& [key, value] : inputs_.command_line) {
            if (key == "config") path = value;
        }
        if (path.empty()) return;
        const FileText file = inputs_.read_file ? inputs_.read_file(path) : FileText{{}, "no way to read files"};
        if (file.error.empty()) return read_lines(file.text, path);
        say(Severity::error, printable(path, 300) + ": cannot be read (" + file.error + "); its settings are not used");
    }

    void read_lines(std::string_view text, const std::string& path) {
        if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
        std::string section;
        for (int number = 1; !text.empty(); ++number) {
            const auto end = std::min(text.find('\n'), text.size());
            const auto line = trimmed(without_comment(text.substr(0, end)));
            if (!line.empty()) read_line(line, section, {Setter::file, path, number});
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    void read_line(std::string_view line, std::string& section, const Source& source) {
        if (line.front() == '[') return read_section(line, section, source);
        if (section == "rules") return add_rules(line, source);
        const auto equals = line.find('=');
        const auto name = trimmed(line.substr(0, equals));
        if (name.find("->") != std::string_view::npos) {
            return say(Severity::error,
                       describe(source) + ": '" + printable(line) + "' looks like a rule; rules stand under [rules]");
        }
        if (equals == std::string_view::npos || name.empty()) {
            return say(Severity::error,
                       describe(source) + ": '" + printable(line) + "' is not of the form key = value");
        }
        const std::string key = section.empty() ? std::string(name) : section + "." + std::string(name);
        set_key(key, trimmed(line.substr(equals + 1)), source);
    }

    void read_section(std::string_view line, std::string& section, const Source& source) {
        if (line.back() == ']') {
            section = trimmed(line.substr(1, line.size() - 2));
            return;
        }
        say(Severity::error, describe(source) + ": '" + printable(line) + "' has no closing bracket");
    }

    void set_key(std::string_view key, std::string_view value, const Source& source) {
        const int index = table_.index(key);
        if (index < 0) {
            return say(Severity::warning, describe(source) + ": no option is called '" + printable(key) +
                                              "'; the nearest known name is " + std::string(nearest_key(table_, key)));
        }
        if (source.setter == Setter::file && key == "config") {
            return say(Severity::warning,
                       describe(source) + ": a file cannot name another file; config is ignored here");
        }
        const Source& before = loaded_.sources[static_cast<std::size_t>(index)];
        if (before.setter == Setter::file && source.setter == Setter::file && key != "rules") {
            say(Severity::warning, describe(source) + ": " + std::string(key) + " was already set in " +
                                       describe(before) + "; the later value is used");
        }
        set(index, value, source);
    }

    void read_environment() {
        for (const auto& entry : inputs_.environment) {
            const auto [name, value] = variable_of(entry);
            const bool ours = name == "SHUNT" || name.starts_with("SHUNT_");
            if (ours && !is_no_option(name)) set_variable(name, value);
        }
    }

    void set_variable(std::string_view name, std::string_view value) {
        const auto rows = table_.rows();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (environment_name(rows[i]) != name) continue;
            // If a variable occurs twice, the C library finds the first, and so does this function. An empty variable
            // counts as not set, except for a text.
            if (loaded_.sources[i].setter == Setter::environment) return;
            if (value.empty() && rows[i].member.number != nullptr) return;
            return set(static_cast<int>(i), value, {Setter::environment, std::string(name), 0});
        }
        say(Severity::warning, "environment " + printable(name) +
                                   ": there is no such option; the nearest known name is " +
                                   nearest_variable(table_, name));
    }

    void read_command_line() {
        for (const auto& [key, value] : inputs_.command_line)
            set_key(key, value, {Setter::command_line, "--" + key, 0});
    }

    // Called last, as all other sources may name the plan; values that they have set stay.
    void read_plan_file() {
        const std::string& path = loaded_.options.plan;
        if (path.empty()) return;
        const FileText file = inputs_.read_file ? inputs_.read_file(path) : FileText{{}, "no way to read files"};
        if (!file.error.empty())
            return say(Severity::error,
                       printable(path, 300) + ": the plan cannot be read (" + file.error + "); it is not used");
        Plan plan = parse_plan(file.text, path);
        for (const std::string& error : plan.errors) say(Severity::error, error);
        if (!plan.errors.empty()) return say(Severity::error, "because of this, nothing of the plan is used");
        for (const PlanSetting& setting : plan.settings) set_by_plan(setting, path);
        loaded_.plan = std::move(plan);
    }

    void set_by_plan(const PlanSetting& setting, const std::string& path) {
        const int index = table_.index(setting.key);
        const bool is_taken = index >= 0 && loaded_.sources[static_cast<std::size_t>(index)].setter > Setter::plan;
        if (is_taken) return;
        set_key(setting.key, setting.value, {Setter::plan, path, setting.line});
        if (setting.key == "wait") set_reductions_by_plan({Setter::plan, path, setting.line});
    }

    // Nonblocking reductions, by which ranks wait gently, may change the last bits of sums.
    void set_reductions_by_plan(const Source& source) {
        const int index = table_.index("wait.reductions");
        const bool is_set =
            index < 0 || loaded_.sources[static_cast<std::size_t>(index)].setter != Setter::default_value;
        if (!is_set) set_key("wait.reductions", "host", source);
    }

    void set(int index, std::string_view value, const Source& source) {
        const Option& row = table_.rows()[static_cast<std::size_t>(index)];
        if (row.member.kind == Kind::rules) return add_rules(value, source);
        if (row.key == "auto.knowledge" && !says_where_knowledge_is(value))
            return refuse(index, source, "'" + printable(value) + "' is neither off nor on, nor a path with a '/'");
        if (row.member.set_text != nullptr) {
            row.member.set_text(struct_of(row, loaded_.options), std::string(value));
        } else if (const auto number = parse_allowed(row.member.kind, row.range_text, trimmed(value))) {
            row.member.set_number(struct_of(row, loaded_.options), *number);
        } else {
            return refuse(index, source, refusal(row.member.kind, row.range_text, trimmed(value)));
        }
        loaded_.sources[static_cast<std::size_t>(index)] = source;
    }

    void refuse(int index, const Source& source, const std::string& why) {
        const Option& row = table_.rows()[static_cast<std::size_t>(index)];
        std::string text = describe(source) + ": ";
        if (source.setter == Setter::file) text.append(row.key).append(": ");
        text += why + "; " + value_text(row, loaded_.options) + " (" +
                describe(loaded_.sources[static_cast<std::size_t>(index)]) + ") is kept";
        say(Severity::error, std::move(text));
    }

    // Rules of one setter are appended in their order; those of a setter with precedence replace them.
    void add_rules(std::string_view text, const Source& source) {
        Source& before = loaded_.sources[static_cast<std::size_t>(table_.index("rules"))];
        if (before.setter != source.setter) {
            loaded_.rule_lines.clear();
            loaded_.options.rules.clear();
            before = source;
        }
        const auto pieces = split(text, ';');
        const std::string place = source.setter == Setter::file ? describe(source) : source.name;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const bool numbered = source.setter != Setter::file || pieces.size() > 1;
            loaded_.rule_lines.push_back(
                {std::string(pieces[i]), numbered ? place + ", rule " + std::to_string(i + 1) : place});
            if (!loaded_.options.rules.empty()) loaded_.options.rules += "; ";
            loaded_.options.rules += pieces[i];
        }
    }

    void place_spool() {
        loaded_.spool_directory = loaded_.options.spool;
        if (!loaded_.spool_directory.empty()) return;
        const auto temporary = value_of(inputs_.environment, "TMPDIR");
        loaded_.spool_directory = temporary.empty() ? "/tmp" : temporary;
        loaded_.spool_directory += "/shunt-" + std::to_string(inputs_.user_id);
    }

    void place_knowledge() {
        const std::string& set = loaded_.options.auto_knowledge;
        if (set.find('/') != std::string::npos) loaded_.knowledge_file = set;
        else if (set == "on") loaded_.knowledge_file = default_knowledge_file(inputs_.environment);
    }

    const Inputs& inputs_;
    const OptionTable& table_;
    Loaded loaded_;
};

}  // namespace

std::string describe(const Source& source) {
    switch (source.setter) {
        case Setter::default_value: return "default";
        case Setter::plan:
        case Setter::file: return printable(source.name, 300) + ":" + std::to_string(source.line);
        case Setter::environment: return "environment " + source.name;
        case Setter::command_line: return "command line " + printable(source.name);
    }
    return "default";
}

// A relative folder is ignored (XDG Base Directory Specification).
std::string default_knowledge_file(const std::vector<std::string>& environment) {
    constexpr std::string_view kFile = "shunt/knowledge";
    const auto place = [&](std::string_view variable, std::string_view below) {
        const std::string_view folder = value_of(environment, variable);
        if (!folder.starts_with('/')) return std::string();
        return std::string(folder).append(below).append(kFile);
    };
    const std::string file = place("XDG_CACHE_HOME", "/");
    return file.empty() ? place("HOME", "/.cache/") : file;
}

Loaded load(const Inputs& inputs, const OptionTable& table) { return Loader(inputs, table).run(); }

RuleSet parse_all_rules(const Loaded& loaded, const Vocabulary& vocabulary, std::vector<Message>& messages) {
    std::vector<RuleLine> lines = loaded.plan.lines;
    lines.insert(lines.end(), loaded.rule_lines.begin(), loaded.rule_lines.end());
    return parse_rules(lines, vocabulary, messages);
}

void leave_plan_out(Loaded& loaded, const OptionTable& table, const std::string& why) {
    add_message(loaded.messages, Severity::warning, why + "; it is left out");
    drop_plan(loaded.rules);
    const Options defaults = default_options(table);
    for (std::size_t i = 0; i < loaded.sources.size(); ++i) {
        if (loaded.sources[i].setter != Setter::plan) continue;
        const Option& row = table.rows()[i];
        if (row.member.number != nullptr && row.member.set_number != nullptr)
            row.member.set_number(struct_of(row, loaded.options), row.member.number(struct_of(row, defaults)));
        loaded.sources[i] = {};
    }
    loaded.plan = {};
}

Loaded load_from_process(const OptionTable& table, const Vocabulary& vocabulary,
                         const std::vector<std::pair<std::string, std::string>>& command_line) noexcept {
    try {
        Loaded loaded = load({process_environment(), command_line, read_settings_file, geteuid()}, table);
        loaded.rules = parse_all_rules(loaded, vocabulary, loaded.messages);
        return loaded;
    } catch (...) { return {}; }
}

FileText read_settings_file(const std::string& path) {
    // Nonblocking, so that a FIFO of this name cannot block the program before it is found not to be a file.
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return {{}, std::strerror(errno)};
    struct stat status {};
    FileText result;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        result.error = "not a regular file";
    } else if (static_cast<std::size_t>(status.st_size) > kMostFileBytes) {
        result.error = "larger than 1 MiB";
    } else {
        result.text.resize(static_cast<std::size_t>(status.st_size));
        std::size_t filled = 0;
        while (filled < result.text.size()) {
            const auto got = read(file, result.text.data() + filled, result.text.size() - filled);
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) result.error = std::strerror(errno);
            if (got <= 0) break;
            filled += static_cast<std::size_t>(got);
        }
        result.text.resize(filled);
    }
    close(file);
    return result;
}

}  // namespace shunt::config
