#include <signal.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <set>

#include "config/environment.hpp"
#include "native/base/clock.hpp"
#include "native/select/vocabulary.hpp"
#include "shim/observe/record/profile_place.hpp"
#include "tools/command.hpp"
#include "tools/doctor/elf_symbols.hpp"
#include "tools/launch/child_process.hpp"
#include "tools/launch/library_path.hpp"
#include "tools/launch/profile_name.hpp"
#include "tools/launch/run_aftermath.hpp"
#include "tools/launch/run_setup.hpp"
#include "tools/launch/spool_set.hpp"
#include "tools/output_stream.hpp"
#include "tools/plan/proposal.hpp"
#include "tools/report/html.hpp"
#include "tools/report/summary.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kRunPage{
    "run",
    "run an MPI program under Shunt and show a summary",
    "shunt run [OPTIONS] -- COMMAND [ARGUMENTS...]",
    "Runs COMMAND so that each of its MPI ranks loads libshunt.so, then shows a summary of the profile on standard "
    "error. COMMAND is what you would type without Shunt: a launcher with its arguments, or a program.\n\n"
    "When COMMAND starts with a launcher (mpirun, mpiexec, orterun, mpiexec.hydra, srun; also behind env, nice, "
    "timeout and the like), LD_PRELOAD is given to the ranks alone: with -x for Open MPI, -genv for MPICH and Intel "
    "MPI, --export for Slurm. Otherwise the command's own environment is set. Libraries that LD_PRELOAD names already "
    "stay, in front of Shunt's, so that your other tools lie above it. So does the runtime of a sanitizer that the "
    "program is linked to (libasan, libtsan), which must be the first library.\n\n"
    "If the program is aborted or killed, the profile is made from the records of its ranks on this host. Each option "
    "of Shunt (see shunt options) may be given by its name. Rules are checked before anything is started, also by "
    "--dry-run: a wrong one is refused; for one that can never act, a warning names one that would.",
    "that of COMMAND; 128 + N when signal N ended it\n"
    "127  COMMAND was not found (126: cannot be started)\n"
    "2    wrong command line, a wrong rule, or a plan for another program; nothing was started\n"
    "1    libshunt.so was not found; nothing was started",
    "shunt run -- mpirun -np 4 ./app input.txt\n"
    "shunt run --profile app.shunt --html app.html -- mpiexec.hydra -n 4 ./app\n"
    "shunt run --auto -- mpirun -np 8 ./app\n"
    "shunt run --rules 'alltoall 64K.. -> phased; * -> host' --wait gentle -- mpirun -np 8 ./app\n"
    "shunt run --plan app.plan -- mpirun -np 8 ./app            a plan that shunt analyze has written\n"
    "shunt run --set record.memory=32M -- srun -n 64 ./app",
};

struct OwnOptions {
    boost::program_options::options_description description;
    std::set<std::string> texts;  ///< owns the texts: program_options keeps pointers to them

    OwnOptions() {
        namespace po = boost::program_options;
        description.add_options()("auto",
                                  "let Shunt measure the fastest carrier of each call, and use it: adds '* -> auto' "
                                  "after the given rules, if any (rules of a file are not read); the results are kept "
                                  "for later runs, unless auto.knowledge is off")(
            "set", po::value<std::vector<std::string>>()->value_name("KEY=VALUE"),
            "set any option of Shunt; may be repeated")("no-summary", "do not show the summary")(
            "html", po::value<std::string>()->value_name("FILE"), "also write the HTML report")(
            "library", po::value<std::string>()->value_name("FILE"),
            "the libshunt.so to use, instead of $SHUNT_LIBRARY or the one beside shunt")(
            "dry-run", "only show the command line and the environment that would be used");
        for (const Option& row : option_table().rows())
            description.add_options()(
                texts.insert(std::string(row.key)).first->c_str(),
                po::value<std::string>()->value_name(*texts.insert(std::string(row.range_text)).first),
                texts.insert(std::string(row.doc)).first->c_str());
    }
};

using Settings = std::vector<std::pair<std::string, std::string>>;

/// Appends "* -> auto" to the rules of the command line or the environment, so that `auto` decides every call that they
/// do not name.
void add_auto(Settings& settings) {
    const char* const from_environment = config::environment_value("SHUNT_RULES");
    std::string rules = from_environment ? from_environment : "";
    for (const auto& [key, value] : settings)
        if (key == "rules") rules = value;
    std::erase_if(settings, [](const auto& setting) { return setting.first == "rules"; });
    settings.emplace_back("rules", rules + (rules.empty() ? "" : "; ") + "* -> auto");
    // A value that the user has set, also in a file, is kept.
    const config::Loaded loaded = config::load(
        {config::process_environment(), settings, config::read_settings_file, ::geteuid()}, option_table());
    const auto place = static_cast<std::size_t>(option_table().index("auto.knowledge"));
    if (loaded.sources[place].setter == config::Setter::default_value) settings.emplace_back("auto.knowledge", "on");
}

/// The options of Shunt given by name and by --set.   Fails: false when a --set is no KEY=VALUE.
bool settings_of(const Parsed& parsed, Settings& out, std::string& error) {
    for (const Option& row : option_table().rows())
        if (const std::string key(row.key); parsed.has(key.c_str())) out.emplace_back(key, parsed.text(key.c_str()));
    for (const std::string& text : parsed.texts("set")) {
        std::pair<std::string, std::string> setting;
        if (!split_setting(text, setting)) {
            error = "--set must be KEY=VALUE, not '" + text + "'";
            return false;
        }
        out.push_back(std::move(setting));
    }
    if (parsed.has("auto")) add_auto(out);
    return true;
}

std::uint64_t random_id() {
    std::uint64_t id = 0;
    while (id == 0)
        if (::getrandom(&id, sizeof id, 0) != static_cast<ssize_t>(sizeof id))
            id = static_cast<std::uint64_t>(::getpid()) << 32 | 1;
    return id;
}

bool is_program(const std::string& word) { return !find_in_path(word).empty(); }

/// The family of the launcher `word`, from its name (links resolved) or from its --version text.
Launcher flavour_of(const std::string& word) {
    if (const auto known = launcher_from_name(word)) return *known;
    const std::string path = find_in_path(word);
    char resolved[PATH_MAX];
    if (::realpath(path.c_str(), resolved) != nullptr)
        if (const auto known = launcher_from_name(resolved)) return *known;
    if (const auto known = launcher_from_version(output_of({path, "--version"}, 5000))) return *known;
    if (!path.empty())
        std::cerr << "shunt run: the launcher " << path
                  << " is of no known kind; Shunt relies on its passing on the environment\n";
    return Launcher::none;
}

std::string shell_quoted(const std::string& word) {
    const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

void show_plan(const LaunchPlan& plan) {
    for (const auto& [name, value] : plan.environment) std::cout << name << '=' << shell_quoted(value) << " \\\n";
    for (std::size_t i = 0; i < plan.command.size(); ++i)
        std::cout << (i == 0 ? "" : " ") << shell_quoted(plan.command[i]);
    std::cout << '\n';
}

/// Parts of the command line, found before it is rewritten.
struct Target {
    std::optional<std::size_t> launcher_place;
    Launcher launcher = Launcher::none;
    std::string program;  ///< as typed; empty when it cannot be found
    std::string name;     ///< the stem of its profiles' names
};

Target look_at(const Words& command) {
    Target target;
    target.launcher_place = find_launcher(command, is_program);
    if (target.launcher_place) target.launcher = flavour_of(command[*target.launcher_place]);
    const auto place = target.launcher_place ? find_program(command, *target.launcher_place + 1, is_program) : 0;
    if (!place || *place >= command.size()) return target;
    target.program = command[*place];
    std::string line;
    for (std::size_t i = *place; i < command.size(); ++i) line += (line.empty() ? "" : " ") + command[i];
    target.name = program_name(line);
    return target;
}

/// Whether the command line names a program other than the plan's. A script may start any program: in that case the
/// ranks check it themselves.
bool names_other_program(const Words& command, const Target& target, const config::Plan& plan) {
    if (plan.path.empty() || !target.launcher_place || target.name.empty() || target.name.ends_with(".sh"))
        return false;
    return std::none_of(command.begin(), command.end(),
                        [&](const std::string& word) { return program_name(word) == plan.program; });
}

void write_html(const record::ProfileFile& profile, const std::string& name, const std::string& path) {
    Analysis run = analyze(view_of(profile));
    run.plan = plan_for_report(profile, name);
    std::ofstream file = output_stream(path);
    write_html_report(run, file);
    if (!file.flush()) std::cerr << "shunt run: cannot write " << path << '\n';
}

void show_results(const Parsed& parsed, const RunSettings& settings, const FileStamp& before, std::uint64_t run_id,
                  const Target& target, int status) {
    const std::int64_t end_ns = monotonic_ns();
    record::ProfileFile profile;
    const bool has_spools = folder_problem(settings.spool_directory, settings.spool_is_named).empty();
    if (collect_profile(settings.profile, before, run_id, has_spools ? settings.spool_directory : "", profile,
                        end_ns) == Aftermath::nothing) {
        if (settings.records) std::cerr << "shunt run: " << explain_nothing(target.program, status) << '\n';
        return;
    }
    if (!parsed.has("no-summary")) {
        print_summary(profile, std::cerr);
        std::cerr << "profile  " << settings.profile << '\n';
    }
    if (parsed.has("html")) write_html(profile, std::string(base_name(settings.profile)), parsed.text("html"));
}

/// Reserves a profile's name, if the user has not named one, so that no concurrent `shunt run` chooses the same.
class ClaimedName {
public:
    ClaimedName(const RunSettings& settings, bool runs, const std::string& stem) {
        if (runs && settings.records && !settings.profile_is_named) path_ = record::claim_profile(stem);
    }
    ~ClaimedName() {
        if (!path_.empty()) record::unclaim_profile(path_);
    }
    ClaimedName(const ClaimedName&) = delete;
    ClaimedName& operator=(const ClaimedName&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

int start(const Parsed& parsed, const Words& command, const Settings& given) {
    std::string error;
    const char* from_environment = config::environment_value("SHUNT_LIBRARY");
    const std::string wanted = parsed.has("library")         ? parsed.text("library")
                               : from_environment != nullptr ? from_environment
                                                             : "";
    const std::string library = find_library(wanted, error);
    if (library.empty()) return complain("run", error, kFailed);

    const Target target = look_at(command);
    const std::uint64_t run_id = random_id();
    const std::string label = record::job_label(config::environment_value);
    const std::string stem = (target.name.empty() ? "run" : target.name) + (label.empty() ? "" : "." + label);
    const auto settings_for = [&](const std::string& own_name) {
        return make_settings(config::process_environment(), given, own_name, show_run_id(run_id), ::geteuid());
    };
    RunSettings settings = settings_for(free_profile_name(stem));
    if (names_other_program(command, target, settings.plan))
        settings.errors.push_back(config::misfit(settings.plan, target.name, 0));
    for (const std::string& text : settings.errors) complain("run", text, kUsage);
    if (!settings.errors.empty()) return kUsage;
    for (const std::string& text : settings.warnings) std::cerr << "shunt run: " << text << '\n';

    const ClaimedName claimed(settings, !parsed.has("dry-run"), stem);
    if (!claimed.path().empty()) settings = settings_for(claimed.path());

    const char* preload = config::environment_value("LD_PRELOAD");
    const std::string inherited =
        with_sanitizer(preload != nullptr ? preload : "", needed_libraries(find_in_path(target.program)));
    RankEnvironment ranks{library, inherited, settings.variables};
    if (const char* list = config::environment_value("OMPI_MCA_mca_base_env_list")) ranks.open_mpi_list = list;
    const LaunchPlan plan = plan_launch(command, target.launcher_place, target.launcher, ranks, is_program);
    if (parsed.has("dry-run")) {
        show_plan(plan);
        return kDone;
    }
    const FileStamp before = stamp_of(settings.profile);
    const ChildEnd end = run_and_wait(plan.command, plan.environment, {"SHUNT_LIBRARY"});
    if (!end.error.empty()) return complain("run", end.error, end.status);
    ::signal(SIGPIPE, SIG_IGN);  // the reader may be gone; the exit status and the files are still needed
    try {
        show_results(parsed, settings, before, run_id, target, end.status);
    } catch (const std::exception& problem) {  // the caller needs the program's status even if the summary fails
        complain("run", problem.what(), end.status);
    }
    return end.status;
}

}  // namespace

int run_command(const Arguments& arguments) {
    Arguments ours;
    Words command;
    const bool split = split_command(arguments, ours, command);
    OwnOptions options;
    const Parsed parsed = parse_command_line(kRunPage, options.description, {}, ours);
    if (parsed.status >= 0) return parsed.status;
    if (!split || command.empty())
        return complain("run", "put -- and the command to run behind the options (see shunt run --help)", kUsage);
    Settings settings;
    std::string error;
    if (!settings_of(parsed, settings, error)) return complain("run", error, kUsage);
    return start(parsed, command, settings);
}

}  // namespace shunt::tools
