#include "tools/manual/completion.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace shunt::tools {
namespace {

/// The words of "a|b|c", or an empty text where `text` has another form.
std::string choices_of(std::string_view text) {
    if (text.find('|') == text.npos) return {};
    std::string words(text);
    const auto is_part = [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c == '|'; };
    if (!std::ranges::all_of(words, is_part)) return {};
    std::ranges::replace(words, '|', ' ');
    return words;
}

std::string assignment(std::string_view table, const std::string& key, const std::string& value) {
    return std::string(table) + "['" + key + "']='" + value + "'\n";
}

void put_command(std::ostream& out, const CommandWords& each) {
    const std::string command = each.command.empty() ? "shunt" : "shunt " + each.command;
    std::istringstream lines(each.words);
    std::string line, commands, options, values;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string kind, name, value;
        words >> kind >> name >> std::ws;
        std::getline(words, value);
        if (kind == "command") commands += (commands.empty() ? "" : " ") + name;
        else options += (options.empty() ? "" : " ") + name + (value.empty() ? "" : "=");
        if (!value.empty()) values += assignment("_shunt_values", command + " " + name, completion_of_value(value));
    }
    if (!commands.empty()) out << assignment("_shunt_commands", command, commands);
    out << assignment("_shunt_options", command, options) << values;
}

void put_parameters(std::ostream& out, std::string_view engine, std::span<const config::ParameterWord> parameters) {
    std::string names;
    for (const config::ParameterWord& word : parameters) {
        names += (names.empty() ? "" : " ") + std::string(word.name) + "=";
        const std::string choices = choices_of(word.range);
        if (!choices.empty())
            out << assignment("_shunt_values", "-> " + std::string(engine) + " " + std::string(word.name), choices);
    }
    out << assignment("_shunt_parameters", std::string(engine), names);
}

}  // namespace

std::string completion_of_value(std::string_view value) {
    if (value == "off, on, or a file") return "off on @file";
    if (value.starts_with("rules") || value == "RULES") return "@rules";
    if (value == "KEY=VALUE") return "@setting";
    if (value == "DIR" || value == "DIRECTORY" || value == "a directory") return "@folder";
    if (value.starts_with("a file")) return "@file";
    for (const std::string_view file : {"FILE", "OUT", "SVG", "LIBRARY"})
        if (value == file) return "@file";
    return choices_of(value);
}

std::string completion_tables(const std::vector<CommandWords>& commands, const config::OptionTable& options,
                              const config::Vocabulary& rules) {
    std::ostringstream out;
    for (const CommandWords& each : commands) put_command(out, each);
    std::string settings, operations, engines("host " + std::string(config::kAutoName));
    for (const Option& row : options.rows()) settings += (settings.empty() ? "" : " ") + std::string(row.key) + "=";
    for (const OperationWord& word : rules.operations) operations += std::string(word.name) + " ";
    for (const config::EngineWord& word : rules.engines) engines += " " + std::string(word.name);
    out << "_shunt_settings='" << settings << "'\n_shunt_operations='" << operations << "*'\n_shunt_engines='"
        << engines << ' ' << config::kRemoteWriteName << "'\n";
    put_parameters(out, "host", config::kHostParameters);
    for (const config::EngineWord& word : rules.engines) put_parameters(out, word.name, word.parameters);
    return out.str();
}

}  // namespace shunt::tools
