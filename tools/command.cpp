#include "tools/command.hpp"

#include <exception>
#include <iostream>
#include <sstream>

#include "config/names.hpp"

namespace shunt::tools {
namespace {

constexpr Command kCommands[] = {
    {"run", "run an MPI program under Shunt and show a summary", run_command},
    {"report", "show a profile on the terminal or as HTML", report_command},
    {"diff", "compare two profiles", diff_command},
    {"analyze", "make a plan for the next run from profiles", analyze_command},
    {"export", "write a profile's tables to SQLite, JSON or CSV", export_command},
    {"recover", "make a profile of a run that was aborted or killed", recover_command},
    {"options", "list every option, its value and the source of the value", options_command},
    {"doctor", "check whether this machine is ready, and what to do if not", doctor_command},
    {"tune", "measure this machine, and write the costs to an options file", tune_command},
    {"script", "check, draw and try collectives that you have written", script_command},
    {"cluster", "a switched-Ethernet cluster inside this machine, to run MPI programs on", cluster_command},
};

constexpr HelpPage kShuntPage{
    "",
    "records and reroutes the communication of unmodified MPI programs",
    "shunt COMMAND [ARGUMENTS...]\nshunt COMMAND --help\nshunt --version",
    "Shunt is a library that is put under an MPI program (LD_PRELOAD), which need not be changed: C, C++, Fortran or "
    "Python, with Open MPI or MPICH. It records the program's communication in one profile file per run. It lets ranks "
    "wait without using the cores that other ranks need. It carries collectives by engines of its own, chosen by "
    "measurements or by the user's rules; all other calls go to the MPI unchanged.\n\n"
    "`shunt run` puts the library under a program, and shows a summary. The launcher can do so too, as in the "
    "examples. With `SHUNT=off` in the environment every call only passes through. All settings are in shunt.conf(5), "
    "rules in shunt-rules(5).",
    "0  done\n1  it failed\n2  wrong command line\nrun gives the exit status of the program that it ran",
    "shunt run --profile app.shunt -- mpirun -np 4 ./app\n"
    "shunt report app.shunt --html app.html\n"
    "mpirun -x LD_PRELOAD=/usr/lib/x86_64-linux-gnu/libshunt.so -np 4 ./app           # Open MPI\n"
    "mpiexec -genv LD_PRELOAD /usr/lib/x86_64-linux-gnu/libshunt.so -n 4 ./app        # MPICH, Intel MPI\n"
    "srun --export=ALL,LD_PRELOAD=/usr/lib/x86_64-linux-gnu/libshunt.so -n 64 ./app   # Slurm",
};

std::string overview() {
    std::ostringstream out;
    out << "shunt " SHUNT_VERSION << " - " << kShuntPage.summary
        << "\n\n"
           "    shunt COMMAND [ARGUMENTS...]\n"
           "    shunt COMMAND --help\n\n"
           "COMMANDS\n";
    for (const Command& command : kCommands)
        out << "    " << command.name << std::string(10 - command.name.size(), ' ') << command.summary << '\n';
    out << "\nEXAMPLE\n"
           "    shunt run --profile app.shunt -- mpirun -np 4 ./app\n"
           "    shunt report app.shunt --html app.html\n";
    return out.str();
}

int unknown(const std::string& word) {
    std::vector<std::string_view> names;
    for (const Command& command : kCommands) names.push_back(command.name);
    std::cerr << "shunt: no command is called '" << word << "'; the nearest is '" << config::nearest(word, names)
              << "' (see shunt --help)\n";
    return kUsage;
}

int run_guarded(const Command& command, const Arguments& arguments) try {
    return command.run(arguments);
} catch (const std::bad_alloc&) {
    return complain(command.name, "out of memory", kFailed);
} catch (const std::exception& problem) { return complain(command.name, problem.what(), kFailed); }

}  // namespace

std::span<const Command> commands() { return kCommands; }

const Command* find_command(std::string_view name) {
    for (const Command& command : kCommands)
        if (command.name == name) return &command;
    return nullptr;
}

int dispatch(const Arguments& arguments) {
    if (arguments.empty()) {
        std::cerr << overview();
        return kUsage;
    }
    const std::string& word = arguments.front();
    if (word == "--version" || word == "-V") {
        std::cout << "shunt " SHUNT_VERSION "\n";
        return kDone;
    }
    if (word.starts_with("--help-as=")) {
        boost::program_options::options_description options;
        options.add_options()("help,h", "show the commands; behind a command: its page")("version,V",
                                                                                         "show the version");
        if (answer_help(word, kShuntPage, options, kCommands)) return kDone;
    }
    const bool help = word == "--help" || word == "-h" || word == "help";
    if (help && arguments.size() == 1) {
        std::cout << overview();
        return kDone;
    }
    const std::string& name = help ? arguments[1] : word;
    const Command* command = find_command(name);
    if (command == nullptr) return unknown(name);
    return run_guarded(*command, help ? Arguments{"--help"} : Arguments(arguments.begin() + 1, arguments.end()));
}

int complain(std::string_view command, const std::string& text, int status) {
    std::cerr << "shunt " << command << ": " << text << '\n';
    return status;
}

}  // namespace shunt::tools
