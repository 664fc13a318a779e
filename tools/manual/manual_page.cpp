#include "tools/manual/manual_page.hpp"

#include <algorithm>
#include <cctype>

#include "tools/manual/roff.hpp"

namespace shunt::tools {
namespace {

namespace po = boost::program_options;

std::string long_name(const po::option_description& option) { return "--" + option.long_name(); }

/// "-h", or an empty text.
std::string short_name(const po::option_description& option) {
    const std::string name = option.canonical_display_name(po::command_line_style::allow_dash_for_short);
    return name.size() == 2 && name[0] == '-' ? name : std::string();
}

std::string value_name(const po::option_description& option) {
    return option.semantic()->max_tokens() == 0 ? std::string() : option.format_parameter();
}

std::string label_of(const po::option_description& option) {
    const std::string brief = short_name(option), value = value_name(option);
    return (brief.empty() ? "" : roff_bold(brief) + ", ") + roff_bold(long_name(option)) +
           (value.empty() ? "" : " " + roff_italic(value));
}

/// Length of the command's name: the lower-case words at the beginning of `line`.
std::size_t command_length(std::string_view line) {
    std::size_t length = 0;
    while (length < line.size()) {
        const std::size_t begin = length == 0 ? 0 : length + 1;
        const std::size_t end = std::min(line.find(' ', begin), line.size());
        if (end == begin ||
            !std::ranges::all_of(line.substr(begin, end - begin), [](unsigned char c) { return std::islower(c); }))
            break;
        length = end;
    }
    return length;
}

/// Each form of the command line in its own line, the command's name in bold.
std::string synopsis(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        const std::size_t command = command_length(line);
        const std::string arguments = roff_text(line.substr(command));
        out += (out.empty() ? "" : ".br\n") + roff_bold(line.substr(0, command)) + (arguments.empty() ? "" : " ") +
               arguments + '\n';
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return out;
}

std::string references(const HelpPage& page, std::span<const Command> commands) {
    std::string out;
    const auto add = [&](const std::string& name, int section) {
        if (name == manual_name(page.name)) return;
        out += (out.empty() ? "" : ",\n") + (roff_bold(name) + "(" + std::to_string(section) + ")");
    };
    add("shunt", 1);
    const std::string prefix = page.name.empty() ? "" : std::string(page.name) + ' ';
    for (const Command& command : commands)
        if (!command.is_internal()) add(manual_name(prefix + std::string(command.name)), 1);
    if (const auto blank = page.name.find(' '); blank != page.name.npos)
        add(manual_name(page.name.substr(0, blank)), 1);
    add("shunt-rules", 5);
    add("shunt.conf", 5);
    return out + '\n';
}

}  // namespace

std::string manual_name(std::string_view command) {
    std::string name = command.empty() ? "shunt" : "shunt-" + std::string(command);
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string manual_page(const HelpPage& page, const po::options_description& options,
                        std::span<const Command> commands) {
    std::string out = roff_title(manual_name(page.name), 1) + roff_heading("NAME");
    out += roff_text(manual_name(page.name)) + " \\- " + roff_text(page.summary) + '\n';
    out += roff_heading("SYNOPSIS") + synopsis(page.synopsis);
    out += roff_heading("DESCRIPTION") + roff_paragraphs(page.description);
    if (!commands.empty()) {
        out += roff_heading("COMMANDS");
        for (const Command& command : commands)
            if (!command.is_internal()) out += roff_item(roff_bold(command.name), command.summary);
    }
    out += roff_heading("OPTIONS");
    for (const auto& option : options.options()) out += roff_item(label_of(*option), option->description());
    out += roff_heading("EXIT STATUS") + roff_lines(page.exit_status);
    out += roff_heading("EXAMPLES") + roff_lines(page.examples);
    return out + roff_heading("SEE ALSO") + references(page, commands);
}

std::string command_words(const po::options_description& options, std::span<const Command> commands) {
    std::string out;
    for (const Command& command : commands)
        if (!command.is_internal()) out += "command " + std::string(command.name) + '\n';
    for (const auto& option : options.options()) {
        const std::string value = value_name(*option);
        for (const std::string& name : {short_name(*option), long_name(*option)})
            if (!name.empty()) out += "option " + name + (value.empty() ? "" : " " + value) + '\n';
    }
    return out;
}

}  // namespace shunt::tools
