// How subcommands read their command line and show their manual page.
#include <iostream>
#include <sstream>

#include "tools/command.hpp"

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
        if (paragraph.starts_with(' ')) out << paragraph << '\n';  // set as it stands: a table
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

Parsed parse_command_line(const HelpPage& page, boost::program_options::options_description& options,
                          const std::vector<std::string>& positional, const Arguments& arguments) {
    namespace po = boost::program_options;
    options.add_options()("help,h", "show this page");
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
    Parsed parsed;
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
