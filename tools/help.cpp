// Parsing of a subcommand's command line, and its help text.
#include <iostream>
#include <sstream>

#include "config/names.hpp"
#include "tools/command.hpp"
#include "tools/manual/manual_page.hpp"

namespace shunt::tools {
namespace {

constexpr std::size_t kColumns = 96;
constexpr std::string_view kIndent = "    ";

/// The lines of `text`, each indented.
void put_lines(std::ostream& out, std::string_view text) {
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        out << (end == 0 ? "" : kIndent) << text.substr(0, end) << '\n';
        text.remove_prefix(std::min(text.size(), end + 1));
    }
}

/// One paragraph, its words filled into lines.
void put_paragraph(std::ostream& out, std::string_view text) {
    std::istringstream words{std::string(text)};
    std::string word, line(kIndent);
    while (words >> word) {
        if (line.size() > kIndent.size() && line.size() + 1 + word.size() > kColumns) {
            out << line << '\n';
            line = kIndent;
        }
        if (line.size() > kIndent.size()) line += ' ';
        line += word;
    }
    out << line << '\n';
}

void put_paragraphs(std::ostream& out, std::string_view text) {
    while (!text.empty()) {
        const auto end = std::min(text.find("\n\n"), text.size());
        const std::string_view paragraph = text.substr(0, end);
        if (paragraph.starts_with(' ')) out << paragraph << '\n';  // shown unchanged: a table
        else put_paragraph(out, paragraph);
        text.remove_prefix(std::min(text.size(), end + 2));
        if (!text.empty()) out << '\n';
    }
}

}  // namespace

std::string help_text(const HelpPage& page, const boost::program_options::options_description& options) {
    std::ostringstream out;
    out << "NAME\n" << kIndent << "shunt " << page.name << " - " << page.summary << "\n\nSYNOPSIS\n";
    put_lines(out, page.synopsis);
    out << "\nDESCRIPTION\n";
    put_paragraphs(out, page.description);
    out << "\nOPTIONS\n" << options << "\nEXIT STATUS\n";
    put_lines(out, page.exit_status);
    out << "\nEXAMPLES\n";
    put_lines(out, page.examples);
    return out.str();
}

bool answer_help(const std::string& word, const HelpPage& page,
                 const boost::program_options::options_description& options, std::span<const Command> commands) {
    if (word == "--help" || word == "-h" || word == "help") std::cout << help_text(page, options);
    else if (word == "--help-as=roff") std::cout << manual_page(page, options, commands);
    else if (word == "--help-as=words") std::cout << command_words(options, commands);
    else return false;
    return true;
}

int dispatch_among(const HelpPage& page, std::span<const Command> commands, const Arguments& arguments) {
    boost::program_options::options_description options;
    options.add_options()("help,h", "show this page");
    if (arguments.empty()) {
        std::cerr << help_text(page, options);
        return kUsage;
    }
    const std::string& word = arguments.front();
    if (answer_help(word, page, options, commands)) return kDone;
    std::vector<std::string_view> names;
    for (const Command& command : commands) {
        if (command.name == word) return command.run(Arguments(arguments.begin() + 1, arguments.end()));
        if (!command.is_internal()) names.push_back(command.name);
    }
    return complain(page.name,
                    "nothing is called '" + word + "'; the nearest is '" + std::string(config::nearest(word, names)) +
                        "' (see shunt " + std::string(page.name) + " --help)",
                    kUsage);
}

Parsed parse_command_line(const HelpPage& page, boost::program_options::options_description& options,
                          const std::vector<std::string>& positional, const Arguments& arguments) {
    namespace po = boost::program_options;
    options.add_options()("help,h", "show this page");
    Parsed parsed;
    if (arguments.size() == 1 && arguments.front().starts_with("--help-as=") &&
        answer_help(arguments.front(), page, options, {})) {
        parsed.status = kDone;
        return parsed;
    }
    po::options_description all, hidden;
    po::positional_options_description places;
    for (std::string name : positional) {
        const bool many = name.ends_with("...");
        if (many) name.resize(name.size() - 3);
        if (many) hidden.add_options()(name.c_str(), po::value<std::vector<std::string>>());
        else hidden.add_options()(name.c_str(), po::value<std::string>());
        places.add(name.c_str(), many ? -1 : 1);
    }
    all.add(options).add(hidden);
    try {
        using style = po::command_line_style::style_t;
        po::store(po::command_line_parser(arguments)
                      .options(all)
                      .positional(places)
                      .style(style::unix_style & ~style::allow_guessing)
                      .run(),
                  parsed.values);
        po::notify(parsed.values);
    } catch (const po::error& problem) {
        parsed.status = complain(
            page.name, std::string(problem.what()) + " (see shunt " + std::string(page.name) + " --help)", kUsage);
        return parsed;
    }
    if (parsed.has("help")) {
        std::cout << help_text(page, options);
        parsed.status = kDone;
    }
    return parsed;
}

}  // namespace shunt::tools
