#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "config/environment.hpp"
#include "config/names.hpp"
#include "native/program/goal.hpp"
#include "tools/analysis/analysis.hpp"
#include "tools/launch/library_path.hpp"
#include "tools/launch/run_setup.hpp"
#include "tools/report/summary.hpp"
#include "tools/report/table.hpp"
#include "tools/report/units.hpp"
#include "tools/script/commands.hpp"
#include "tools/script/creators.hpp"
#include "tools/script/load.hpp"

namespace shunt::tools {
namespace {

namespace fs = std::filesystem;

constexpr HelpPage kTryPage{
    "script try",
    "run a script's collectives on real ranks, and check every result",
    "shunt script try FILE [--counts N,...] [--roots N,...] [--operation NAME] [--folder DIR] [--set KEY=VALUE] -- "
    "LAUNCHER [OPTIONS...]",
    "Starts a checking program of Shunt's, an ordinary MPI program, by LAUNCHER and its options, as in `mpirun -np 8 "
    "--hostfile hosts`; name no program. It makes calls of all operations that FILE has creators for, and compares "
    "each result with one that it computes itself: datatypes with gaps and out of order, sums, maxima, operations of "
    "the user's that commute and that do not, in place and not, each of the counts and roots. The script carries all "
    "calls for which it returns a program, the MPI the others.\n\n"
    "FILE is a script (several with commas, the newest last) or a program's text. The programs of Open MPI and MPICH "
    "are in the folder of libshunt.so; which of them is started follows from the launcher.\n\n"
    "BY SCRIPT is the share of calls that the script has carried. Ranks agree on a program in a call that "
    "synchronises them, so the MPI carries the first calls of operations such as Bcast.",
    "0  all results are right, and the script has carried calls of each of its operations\n"
    "1  one is wrong, or none was carried, or the ranks could not be started\n"
    "2  wrong command line; nothing was started",
    "shunt script try ring.lua -- mpirun -np 8\n"
    "shunt script try mine.lua --operation bcast --roots 0,3 -- mpirun -np 16 --hostfile hosts",
};

/// A folder for the profile and the results. It is removed with this object, unless the user named it or keep() was
/// called.
class Folder {
public:
    explicit Folder(const std::string& named) : is_own_(named.empty()) {
        if (!is_own_) {
            path_ = fs::absolute(named);
            return;
        }
        std::string name = (fs::temp_directory_path() / "shunt-try.XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder for the results");
        path_ = name;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code trouble;
        if (is_own_) fs::remove_all(path_, trouble);
    }
    std::string file(const char* name) const { return (path_ / name).string(); }
    void keep() { is_own_ = false; }

private:
    bool is_own_;
    fs::path path_;
};

/// The operations, counts and roots to try.
struct Wanted {
    std::vector<Operation> operations;
    std::string counts, roots;
};

std::string with_commas(const std::vector<std::uint64_t>& numbers) {
    std::string text;
    for (const std::uint64_t number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
    return text;
}

/// Numbers separated by commas, in the form that the checking program reads.   Fails: throws std::runtime_error.
std::string plain_numbers(const Parsed& parsed, const char* option) {
    const std::string text = parsed.text(option);
    if (text.empty() || text.find_first_not_of("0123456789,") != std::string::npos)
        throw std::runtime_error(std::string("--") + option + ": numbers with commas, not '" + config::printable(text) +
                                 "'");
    return text;
}

Wanted wanted_of(const std::string& file, const Parsed& parsed) {
    Wanted wanted{{}, "0,1,2,3,17,256,1000,40000", "0,1,2,7"};
    if (file.starts_with("known:")) throw std::runtime_error(file + ": write it down first, with `shunt script show`");
    if (is_script(file)) {
        wanted.operations = operations_of_script(file);
    } else {
        const program::Parsed text = program::parse(read_text_file(file), file);
        if (!text.program) throw std::runtime_error(text.error);
        wanted.operations = {text.program->operation};
        const std::uint64_t count = text.program->count;
        wanted.counts = with_commas({0, count / 16, count / 8, count / 4, count});  // bytes, if nothing is combined
        wanted.roots = std::to_string(text.program->root);
    }
    if (parsed.has("counts")) wanted.counts = plain_numbers(parsed, "counts");
    if (parsed.has("roots")) wanted.roots = plain_numbers(parsed, "roots");
    if (parsed.has("operation"))
        std::erase_if(wanted.operations,
                      [&](Operation operation) { return name_of(operation) != parsed.text("operation"); });
    if (wanted.operations.empty()) throw std::runtime_error(file + " has no creator for the operations to try");
    return wanted;
}

/// A line of the checking program's results.
struct Result {
    std::uint64_t calls = 0, wrong = 0;
    std::string first;
};

/// The results by operation.   `ranks`: stays 0 if the program did not reach its end.
std::map<std::string, Result> read_results(const std::string& path, int& ranks) {
    std::map<std::string, Result> results;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name;
        Result result;
        words >> name >> result.calls;
        if (name == "end") {
            ranks = static_cast<int>(result.calls);
            continue;
        }
        words >> result.wrong >> std::ws;
        std::getline(words, result.first);
        results[name] = result;
    }
    return results;
}

/// The share of the operation's calls that the engine `script` carried.
double share_of(const Analysis& run, std::string_view operation) {
    std::string name = "MPI_" + std::string(operation);
    name[4] = static_cast<char>(name[4] - 'a' + 'A');
    const auto row = std::ranges::find(run.functions, name, &FunctionRow::name);
    if (row == run.functions.end()) return 0;
    for (const CarriedCalls& carried : row->carried)
        if (carried.engine == "script")
            return static_cast<double>(carried.calls) / static_cast<double>(row->total.calls);
    return 0;
}

/// Shows the results.   Returns: whether all are right.
bool show_results(const Wanted& wanted, const std::map<std::string, Result>& results, const Analysis& run) {
    TextTable table({"OPERATION", "CALLS", "RESULT", "BY SCRIPT"});
    std::vector<std::string> wrong;
    bool is_good = true;
    for (const Operation operation : wanted.operations) {
        const std::string name(name_of(operation));
        const auto found = results.find(name);
        const Result result = found == results.end() ? Result{} : found->second;
        const double share = share_of(run, name);
        const bool is_right = result.calls > 0 && result.wrong == 0;
        is_good = is_good && is_right && share > 0;
        table.add({name, show_count(result.calls),
                   result.calls == 0                 ? "not ended"
                   : result.wrong > 0                ? show_count(result.wrong) + " WRONG"
                   : operation == Operation::barrier ? "ended"
                                                     : "right",
                   share > 0 ? std::to_string(static_cast<int>(std::ceil(share * 100))) + " %" : "NOTHING"});
        if (!result.first.empty()) wrong.push_back(name + ": " + result.first);
    }
    table.print(std::cout, style_of_stdout());
    for (const std::string& line : wrong) std::cout << line << '\n';
    return is_good;
}

std::string library_folder(const Parsed& parsed) {
    std::string error;
    const char* const from_environment = config::environment_value("SHUNT_LIBRARY");
    const std::string library = find_library(parsed.has("library") ? parsed.text("library")
                                             : from_environment    ? from_environment
                                                                   : "",
                                             error);
    if (library.empty()) throw std::runtime_error(error);
    return fs::path(library).parent_path().string();
}

int try_it(const std::string& file, const Parsed& parsed, const Words& launcher) {
    const Wanted wanted = wanted_of(file, parsed);
    std::string names, files;
    for (const Operation operation : wanted.operations)
        names += (names.empty() ? "" : ",") + std::string(name_of(operation));
    for (const std::string_view each : config::split(file, ','))
        files += (files.empty() ? "" : ",") + fs::absolute(std::string(each)).string();
    const std::string libraries = library_folder(parsed);
    Folder folder(parsed.text("folder"));
    const std::string profile = folder.file("try.shunt"), told = folder.file("try.results");
    Arguments run{"--no-summary",
                  "--library",
                  libraries + "/libshunt.so",
                  "--profile",
                  profile,
                  "--rules",
                  "* -> script file=" + files,
                  "--set",
                  "script.programs=100000",
                  "--set",
                  "script.sizes=exchange"};
    for (const std::string& setting : parsed.texts("set")) run.insert(run.end(), {"--set", setting});
    run.push_back("--");
    run.insert(run.end(), launcher.begin(), launcher.end());
    run.insert(run.end(), {libraries + "/shunt/trial", told, names, wanted.counts, wanted.roots});
    const int status = run_command(run);
    if (status == kUsage) return status;
    int ranks = 0;
    const auto results = read_results(told, ranks);
    record::ProfileFile recorded;
    std::string error;
    if (!record::ProfileFile::load(profile, recorded, error)) {
        const char* const hint = "; rank 0 must see the folder that --folder names";
        return complain("script try", results.empty() ? "the ranks have left no results" + std::string(hint) : error,
                        kFailed);
    }
    const bool is_good = show_results(wanted, results, analyze(view_of(recorded)));
    std::cout << '\n' << plural(static_cast<std::uint64_t>(ranks), "rank") << ", ";
    if (is_good && status == 0 && ranks > 0) {
        std::cout << "all results are right\n";
        return kDone;
    }
    folder.keep();
    std::cout << "something is wrong; why calls went where they went: shunt report " << profile << '\n';
    return kFailed;
}

}  // namespace

int script_try(const Arguments& arguments) {
    namespace po = boost::program_options;
    Arguments ours;
    Words launcher;
    const bool split = split_command(arguments, ours, launcher);
    po::options_description options;
    options.add_options()("counts", po::value<std::string>()->value_name("N,..."),
                          "elements of a vector or block; default: eight counts from 0 to 40000, or the program's")(
        "roots", po::value<std::string>()->value_name("N,..."), "those below the number of ranks; default: 0,1,2,7")(
        "operation", po::value<std::string>()->value_name("NAME"), "this one alone")(
        "folder", po::value<std::string>()->value_name("DIR"),
        "where the profile and results go, and stay: a folder that rank 0 sees; default: one for temporary files")(
        "set", po::value<std::vector<std::string>>()->value_name("KEY=VALUE"),
        "set an option of Shunt; may be repeated")("library", po::value<std::string>()->value_name("FILE"),
                                                   "the libshunt.so to use, as for shunt run");
    const Parsed parsed = parse_command_line(kTryPage, options, {"file"}, ours);
    if (parsed.status >= 0) return parsed.status;
    if (!parsed.has("file") || !split || launcher.empty())
        return complain("script try", "name a file, then -- and a launcher (see shunt script try --help)", kUsage);
    try {
        return try_it(parsed.text("file"), parsed, launcher);
    } catch (const std::runtime_error& problem) { return complain("script try", problem.what(), kUsage); }
}

}  // namespace shunt::tools
