#pragma once
#include <boost/program_options.hpp>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shunt::tools {

using Arguments = std::vector<std::string>;  ///< arguments of a subcommand, without its name

/// Exit statuses that all subcommands share: 0 done, 1 failed, 2 the command line was wrong.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;

/// One subcommand. `run` returns the exit status. It may throw std::exception, whose text is then shown.
struct Command {
    std::string_view name;
    std::string_view summary;  ///< empty: Shunt starts it by itself, and no help text shows it
    int (*run)(const Arguments& arguments);

    bool is_internal() const { return summary.empty(); }
};

/// All subcommands, in the order in which `shunt --help` shows them.   Owner: static storage.
std::span<const Command> commands();

/// The subcommand called `name`, or nullptr.   Owner: static storage.
const Command* find_command(std::string_view name);

/// Runs the whole program; `arguments` are without the program's name.   Returns: the exit status.
int dispatch(const Arguments& arguments);

int run_command(const Arguments& arguments);
int report_command(const Arguments& arguments);
int analyze_command(const Arguments& arguments);
int export_command(const Arguments& arguments);
int diff_command(const Arguments& arguments);
int recover_command(const Arguments& arguments);
int options_command(const Arguments& arguments);
int doctor_command(const Arguments& arguments);
int tune_command(const Arguments& arguments);
int cluster_command(const Arguments& arguments);
int script_command(const Arguments& arguments);

/// The text that `--help` shows in addition to the options. Paragraphs are separated by empty lines and wrapped when
/// shown.
struct HelpPage {
    std::string_view name;      ///< "export"
    std::string_view summary;   ///< "write a profile's tables to a database or text files"
    std::string_view synopsis;  ///< "shunt export FILE --sqlite OUT"
    std::string_view description;
    std::string_view exit_status;  ///< lines, shown as they are
    std::string_view examples;     ///< lines, shown as they are
};

/// The page as text.   Units: columns of the terminal.
std::string help_text(const HelpPage& page, const boost::program_options::options_description& options);

/// Answers --help, -h and help with the page, --help-as=roff with the manual page, and --help-as=words with the input
/// of the completion (manual/manual_page.hpp).   `commands`: subcommands of the page's own.   False: `word` is none of
/// these.
bool answer_help(const std::string& word, const HelpPage& page,
                 const boost::program_options::options_description& options, std::span<const Command> commands);

/// For a subcommand that has only subcommands: runs the one that `arguments` begin with.
int dispatch_among(const HelpPage& page, std::span<const Command> commands, const Arguments& arguments);

/// A parsed command line, or the exit status to end with (after --help, or after an error that has been shown).
struct Parsed {
    boost::program_options::variables_map values;
    int status = -1;  ///< -1: no exit, continue

    bool has(const char* name) const { return values.count(name) != 0; }
    std::string text(const char* name) const { return has(name) ? values[name].as<std::string>() : std::string(); }
    std::vector<std::string> texts(const char* name) const {
        return has(name) ? values[name].as<std::vector<std::string>>() : std::vector<std::string>();
    }
};

/// Reads `arguments` by `options` (which gets --help added) and the positional names in `positional`; a last name that
/// ends in "..." receives all remaining words.
Parsed parse_command_line(const HelpPage& page, boost::program_options::options_description& options,
                          const std::vector<std::string>& positional, const Arguments& arguments);

/// Shows "shunt NAME: text" on standard error.   Returns: `status`.
int complain(std::string_view command, const std::string& text, int status);

}  // namespace shunt::tools
