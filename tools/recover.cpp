#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "config/environment.hpp"
#include "config/reader.hpp"
#include "native/select/vocabulary.hpp"
#include "tools/analysis/last_places.hpp"
#include "tools/command.hpp"
#include "tools/launch/profile_name.hpp"
#include "tools/launch/spool_set.hpp"
#include "tools/progress.hpp"
#include "tools/report/table.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kRecoverPage{
    "recover",
    "make a profile of a run that was aborted or killed",
    "shunt recover [DIRECTORY] [--run ID] [-o FILE] [--clean]\nshunt recover [DIRECTORY] --list",
    "While a program runs, each rank keeps its record in a file of the spool directory. When the program cannot write "
    "its profile itself (MPI_Abort, a kill signal, a full disk), the files stay. This command merges those of the "
    "newest run that has ended, and shows which MPI call each rank was in.\n\n"
    "Without DIRECTORY it looks in the spool directory in force (see shunt options). After a run on several hosts "
    "copy their files into one directory first. Runs with a process still alive on this host are left alone. Whether "
    "a process in another container is alive cannot be seen here; files of such a run are never removed.\n\n"
    "Nothing is removed unless --clean is given; later runs remove what is too old or too much (options spool.keep "
    "and spool.room). Files of other users are not read, and links not followed.",
    "0  a profile was written, or the list shown\n"
    "1  nothing to recover, or the profile cannot be written\n"
    "2  wrong command line",
    "shunt recover\n"
    "shunt recover /scratch/spool --list\n"
    "shunt recover /scratch/spool --run 1f2e3d4c5b6a7988 -o crash.shunt --clean",
};

int list_runs(const std::vector<SpoolRun>& runs) {
    TextTable table({"program", "run", "started", "ranks", "state"});
    for (const SpoolRun& run : runs)
        table.add({run.program, show_run_id(run.run_id), show_date(run.start_unix_ns),
                   std::to_string(run.files.size()) + " of " + std::to_string(run.world_size), run.state_text()});
    table.print(std::cout, style_of_stdout(), 3);
    return kDone;
}

void clean(const SpoolRun& run) {
    for (const SpoolFile& file : run.files)
        if (::unlink(file.path.c_str()) != 0) std::perror(("shunt recover: cannot remove " + file.path).c_str());
}

void tell(const SpoolRun& run, const MergedRun& merged) {
    for (const std::string& remark : merged.remarks) std::cerr << "shunt recover: " << remark << '\n';
    std::cout << "run " << show_run_id(run.run_id) << " of " << run.program << ", started "
              << show_date(run.start_unix_ns) << ": " << run.state_text() << '\n';
    std::cout << merged.images.size() << " of " << run.world_size << " ranks recovered";
    if (!merged.missing.empty()) std::cout << "; missing: " << rank_list(merged.missing);
    std::cout << '\n';
    const auto places = last_places(merged.images);
    constexpr std::size_t kMostPlaces = 40;
    for (std::size_t i = 0; i < std::min(places.size(), kMostPlaces); ++i) std::cout << "  " << places[i] << '\n';
    if (places.size() > kMostPlaces) std::cout << "  ... and " << places.size() - kMostPlaces << " more\n";
}

/// The run to recover: the one asked for, or the newest that has ended; if none has for certain, the newest that may
/// have.
const SpoolRun* choose(const std::vector<SpoolRun>& runs, const std::string& id) {
    const SpoolRun* chosen = nullptr;
    for (const SpoolRun& run : runs) {
        if (!id.empty() && !show_run_id(run.run_id).starts_with(id)) continue;
        if (!run.alive()) {
            if (chosen == nullptr || (chosen->unseen() && !run.unseen())) chosen = &run;
        } else if (chosen == nullptr) {
            std::cerr << "shunt recover: run " << show_run_id(run.run_id) << " of " << run.program
                      << " is still running; left alone\n";
        }
    }
    return chosen;
}

/// The spool folder that the settings name.   Fails: sets `problem` if ranks would refuse the folder because another
/// user may have put files there.
std::string folder_in_force(std::string& problem) {
    const config::Loaded loaded =
        config::load({config::process_environment(), {}, config::read_settings_file, ::geteuid()}, option_table());
    problem = folder_problem(loaded.spool_directory, !loaded.options.spool.empty());
    return loaded.spool_directory;
}

}  // namespace

int recover_command(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    options.add_options()("run", po::value<std::string>()->value_name("ID"),
                          "this run (the beginning of its id will do)")(
        "output,o", po::value<std::string>()->value_name("FILE"),
        "the profile to write; otherwise PROGRAM.recovered.shunt here")(
        "list", "only show which runs have left records")("clean",
                                                          "afterwards remove the files that went into the profile");
    const Parsed parsed = parse_command_line(kRecoverPage, options, {"directory"}, arguments);
    if (parsed.status >= 0) return parsed.status;
    std::string directory = parsed.text("directory"), problem;
    if (directory.empty()) directory = folder_in_force(problem);
    if (!problem.empty())
        return complain("recover", problem + "; name the folder on the command line to read it anyway", kFailed);

    std::vector<std::string> remarks;
    const auto runs = find_runs(directory, is_alive_here, remarks);
    for (const std::string& remark : remarks) std::cerr << "shunt recover: " << remark << '\n';
    if (parsed.has("list")) return list_runs(runs);
    const SpoolRun* run = choose(runs, parsed.text("run"));
    if (run == nullptr) return complain("recover", "no ended run has left a record in " + directory, kFailed);

    MergedRun merged;
    {
        Progress progress("reading records", run->files.size());
        merged = merge_run(*run, [&](std::size_t done) { progress.step(done); });
    }
    tell(*run, merged);
    const std::string output =
        parsed.has("output") ? parsed.text("output") : free_profile_name(program_name(run->program) + ".recovered");
    std::string error;
    if (!record::write_profile(output, merged.images, record::kRecovered, error))
        return complain("recover", error, kFailed);
    std::cout << "profile  " << output << '\n';
    if (!parsed.has("clean")) return kDone;
    if (!merged.remarks.empty())
        return complain("recover", "nothing was removed, because some files could not be used", kDone);
    if (run->unseen())
        return complain("recover", "nothing was removed, because ranks may still run in another container", kDone);
    clean(*run);
    return kDone;
}

}  // namespace shunt::tools
