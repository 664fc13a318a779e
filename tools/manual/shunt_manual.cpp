// Writes the manual pages and the completion that are installed with the program: shunt_manual TEMPLATE FOLDER
// The pages are written to FOLDER/man1 and FOLDER/man5; FOLDER/completion is made from TEMPLATE (completion.bash).
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "native/select/vocabulary.hpp"
#include "tools/command.hpp"
#include "tools/manual/completion.hpp"
#include "tools/manual/file_formats.hpp"
#include "tools/manual/manual_page.hpp"

namespace {

using namespace shunt;
namespace fs = std::filesystem;

/// The output of `shunt WORDS...`.   Fails: std::runtime_error.
std::string output_of(tools::Arguments words) {
    std::ostringstream out;
    std::streambuf* const before = std::cout.rdbuf(out.rdbuf());
    const int status = tools::dispatch(words);
    std::cout.rdbuf(before);
    if (status != tools::kDone) throw std::runtime_error("shunt " + words.front() + " has failed");
    return out.str();
}

void write(const fs::path& path, const std::string& text) {
    std::ofstream file(path);
    if (!(file << text).flush()) throw std::runtime_error("cannot write " + path.string());
}

std::string content_of(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    if (!(text << file.rdbuf())) throw std::runtime_error("cannot read " + path.string());
    return text.str();
}

/// Adds the command that `words` name, and its subcommands.
void add_command(const fs::path& folder, const tools::Arguments& words, std::vector<tools::CommandWords>& commands) {
    std::string name;
    for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
    tools::Arguments asked = words;
    asked.push_back("--help-as=roff");
    write(folder / "man1" / (tools::manual_name(name) + ".1"), output_of(asked));
    asked.back() = "--help-as=words";
    commands.push_back({name, output_of(asked)});
    std::istringstream lines(commands.back().words);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("command ")) continue;
        asked.back() = line.substr(8);
        add_command(folder, asked, commands);
    }
}

void write_all(const fs::path& completion_template, const fs::path& folder) {
    fs::create_directories(folder / "man1");
    fs::create_directories(folder / "man5");
    std::vector<tools::CommandWords> commands;
    add_command(folder, {}, commands);
    write(folder / "man5/shunt.conf.5", tools::conf_page(option_table()));
    write(folder / "man5/shunt-rules.5", tools::rules_page(vocabulary()));
    constexpr std::string_view mark = "# @TABLES@\n";
    std::string text = content_of(completion_template);
    const auto place = text.find(mark);
    if (place == text.npos) throw std::runtime_error(completion_template.string() + " has no place for the tables");
    write(folder / "completion",
          text.replace(place, mark.size(), tools::completion_tables(commands, option_table(), vocabulary())));
}

}  // namespace

int main(int count, char** words) try {
    if (count != 3) {
        std::cerr << "usage: shunt_manual TEMPLATE FOLDER\n";
        return 2;
    }
    write_all(words[1], words[2]);
    return 0;
} catch (const std::exception& problem) {
    std::cerr << "shunt_manual: " << problem.what() << '\n';
    return 1;
}
