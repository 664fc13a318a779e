#include "tools/launch/launcher.hpp"

#include <algorithm>
#include <array>

#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr std::string_view kPreload = "LD_PRELOAD";

bool is_launcher_name(std::string_view name) {
    for (const std::string_view stem : {"mpirun", "mpiexec", "orterun", "prterun", "srun"})
        if (name.starts_with(stem) &&
            (name.size() == stem.size() || name[stem.size()] == '.' || name[stem.size()] == '-'))
            return true;
    return false;
}

/// Whether `name` is a program that starts another one, named after its own arguments.
bool is_prefix_name(std::string_view name) {
    constexpr std::array<std::string_view, 20> kNames = {
        "env",     "nice",    "ionice",  "nohup",   "timeout", "time",   "taskset", "setsid",  "chrt",    "stdbuf",
        "numactl", "unshare", "setarch", "prlimit", "nsenter", "x86_64", "i386",    "linux32", "linux64", "shunt"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

/// Number of words after option `word` that are certainly its arguments.
std::size_t sure_arguments(std::string_view word) {
    word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
    if (word == "mca" || word == "gmca" || word == "pmca" || word == "prtemca" || word == "genv" || word == "env")
        return 2;
    constexpr std::string_view kOne[] = {
        "np", "n", "c", "x", "host", "hostfile", "machinefile", "H", "f", "hosts", "wdir", "wd", "path", "N", "ppn",
        // Open MPI
        "map-by", "bind-to", "rank-by", "rankfile", "rf", "output-filename", "prefix", "tune", "am",
        // Hydra
        "launcher", "launcher-exec", "bootstrap", "bootstrap-exec", "rmk", "iface", "usize", "genvlist", "envlist",
        // Slurm
        "J", "p", "A", "t", "w", "C", "D", "G", "m", "export", "job-name", "partition", "account", "time", "ntasks",
        "nodes", "cpus-per-task", "ntasks-per-node", "mpi", "cpu-bind", "chdir", "output", "error", "input", "mem",
        "mem-per-cpu", "gres", "gpus", "qos", "nodelist", "exclude", "distribution", "constraint", "jobid",
        "reservation"};
    return std::find(std::begin(kOne), std::end(kOne), word) != std::end(kOne) ? 1 : 0;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

std::string_view name_of(Launcher launcher) {
    switch (launcher) {
        case Launcher::none: return "none";
        case Launcher::open_mpi: return "Open MPI";
        case Launcher::hydra: return "Hydra (MPICH, Intel MPI)";
        case Launcher::srun: return "Slurm";
    }
    return "none";
}

std::optional<std::size_t> find_launcher(const Words& command, const IsProgram& is_program) {
    for (std::size_t i = 0; i < command.size(); ++i) {
        const std::string& word = command[i];
        // Behind the first word there are arguments of prefixes: options, variables for env, numbers.
        if (i != 0 && (is_option(word) || word.find('=') != std::string::npos || !is_program(word))) continue;
        const std::string_view name = base_name(word);
        if (is_launcher_name(name)) return i;
        if (!is_prefix_name(name)) return std::nullopt;
        if (name != "shunt") continue;
        const auto mark = std::find(command.begin() + static_cast<std::ptrdiff_t>(i), command.end(), "--");
        if (mark != command.end()) i = static_cast<std::size_t>(mark - command.begin());
    }
    return std::nullopt;
}

std::optional<Launcher> launcher_from_name(std::string_view path) {
    const std::string_view name = base_name(path);
    if (name == "srun") return Launcher::srun;
    if (name == "orterun" || name == "prterun" || contains(name, "openmpi")) return Launcher::open_mpi;
    if (contains(name, "hydra") || contains(name, "mpich")) return Launcher::hydra;
    return std::nullopt;
}

std::optional<Launcher> launcher_from_version(std::string_view text) {
    for (const std::string_view mark : {"Open MPI", "OpenRTE", "PRRTE"})
        if (contains(text, mark)) return Launcher::open_mpi;
    for (const std::string_view mark : {"HYDRA", "Intel(R) MPI", "MPICH"})
        if (contains(text, mark)) return Launcher::hydra;
    return std::nullopt;
}

namespace {

/// The words from `from` on that may be the program, in order. Behind the first one only words that name programs
/// count.
std::vector<std::size_t> possible_programs(const Words& command, std::size_t from, const IsProgram& is_program) {
    std::vector<std::size_t> found;
    const auto is_end = [&](std::size_t i) { return i >= command.size() || command[i] == ":"; };
    for (std::size_t i = from; !is_end(i);) {
        if (!is_option(command[i])) {
            if (found.empty() || is_program(command[i])) found.push_back(i);
            break;
        }
        const std::size_t sure = sure_arguments(command[i]);
        const bool has_value = command[i].find('=') != std::string::npos;
        i += 1 + sure;
        if (sure != 0 || has_value || is_end(i) || is_option(command[i])) continue;
        // An unknown option and a word after it: the word is its argument, or already the program.
        if (is_program(command[i]) || (is_end(i + 1) && found.empty())) found.push_back(i);
        ++i;
    }
    return found;
}

/// Up to where words may be the launcher's options; `end` if no word may be the program.
std::size_t end_of_options(const Words& command, std::size_t from, std::size_t end, const IsProgram& is_program) {
    const std::vector<std::size_t> found = possible_programs(command, from, is_program);
    return found.empty() ? end : found.back();
}

}  // namespace

std::optional<std::size_t> find_program(const Words& command, std::size_t from, const IsProgram& is_program) {
    const std::vector<std::size_t> found = possible_programs(command, from, is_program);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

std::string joined_preload(const std::string& preload, const std::string& library) {
    for (std::size_t at = 0; at < preload.size();) {
        const auto end = std::min(preload.find_first_of(": ", at), preload.size());
        if (base_name(std::string_view(preload).substr(at, end - at)) == "libshunt.so") return preload;
        at = end + 1;
    }
    return preload.empty() ? library : preload + ":" + library;
}

std::string with_sanitizer(const std::string& preload, const std::vector<std::string>& needed) {
    for (const std::string& name : needed)
        for (const std::string_view runtime : {"libasan.so", "libhwasan.so", "libtsan.so", "liblsan.so"})
            if (name.starts_with(runtime) && preload.find(runtime) == preload.npos)
                return preload.empty() ? name : name + ":" + preload;
    return preload;
}

namespace {

/// A list of variables such as "A=1;B", with ours added. Their values are in the environment, where they may contain
/// any character, except that of LD_PRELOAD.
std::string with_ours(std::string_view list, char separator, const RankEnvironment& ranks) {
    Words entries, names;
    bool has_preload = false;
    for (std::string_view rest = list; !rest.empty();) {
        const std::size_t end = std::min(rest.find(separator), rest.size());
        std::string entry(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t equals = entry.find('=');
        names.push_back(entry.substr(0, equals));
        if (names.back() == kPreload) {
            const std::string before = equals == std::string::npos ? ranks.inherited : entry.substr(equals + 1);
            entry = std::string(kPreload) + "=" + joined_preload(before, ranks.library);
            has_preload = true;
        }
        if (!entry.empty()) entries.push_back(std::move(entry));
    }
    if (!has_preload) entries.push_back(std::string(kPreload) + "=" + joined_preload(ranks.inherited, ranks.library));
    for (const auto& [name, value] : ranks.variables)
        if (std::find(names.begin(), names.end(), name) == names.end()) entries.push_back(name);
    std::string out;
    for (const std::string& entry : entries) out += (out.empty() ? "" : std::string(1, separator)) + entry;
    return out;
}

/// Open MPI refuses -x beside a list of variables (its parameter mca_base_env_list, also as a variable, also empty): if
/// the user gives one, it gets ours too.   Returns: whether there is one. Open MPI reads it before the first colon
/// only.
bool extend_env_list(LaunchPlan& plan, std::size_t launcher, const RankEnvironment& ranks,
                     const IsProgram& is_program) {
    constexpr std::string_view kParameter = "mca_base_env_list", kVariable = "OMPI_MCA_mca_base_env_list";
    Words& command = plan.command;
    const std::size_t end = end_of_options(command, launcher + 1, command.size(), is_program);
    for (std::size_t i = launcher + 1; i + 2 < end && command[i] != ":"; ++i) {
        if (!command[i].ends_with("mca") || !is_option(command[i]) || command[i + 1] != kParameter) continue;
        command[i + 2] = with_ours(command[i + 2], ';', ranks);
        return true;
    }
    for (std::size_t i = 0; i < launcher; ++i) {
        const std::size_t equals = command[i].find('=');
        if (command[i].substr(0, equals) != kVariable || equals == std::string::npos) continue;
        command[i] = command[i].substr(0, equals + 1) + with_ours(command[i].substr(equals + 1), ';', ranks);
        return true;
    }
    if (!ranks.open_mpi_list) return false;
    plan.environment.emplace_back(kVariable, with_ours(*ranks.open_mpi_list, ';', ranks));
    return true;
}

/// Adds the words of one application context of Open MPI (between colons), preceded by our options.
void add_open_mpi_context(Words& out, const Words& words, const RankEnvironment& ranks, std::size_t program) {
    Words rest = words;
    bool has_preload = false;
    const auto exported_by_user = [&](const std::string& name) {
        for (std::size_t i = 0; i + 1 < program; ++i)
            if (words[i] == "-x" && words[i + 1].substr(0, words[i + 1].find('=')) == name) return true;
        return false;
    };
    for (std::size_t i = 0; i + 1 < program; ++i) {
        std::string& value = rest[i + 1];
        if (rest[i] != "-x" || value.substr(0, value.find('=')) != kPreload) continue;
        const auto equals = value.find('=');
        const std::string before = equals == std::string::npos ? ranks.inherited : value.substr(equals + 1);
        value = std::string(kPreload) + "=" + joined_preload(before, ranks.library);
        has_preload = true;
    }
    if (!has_preload) {
        out.push_back("-x");
        out.push_back(std::string(kPreload) + "=" + joined_preload(ranks.inherited, ranks.library));
    }
    for (const auto& [name, value] : ranks.variables) {
        if (exported_by_user(name)) continue;
        out.push_back("-x");
        out.push_back(name);  // the value is in the environment, where it may contain any character
    }
    out.insert(out.end(), rest.begin(), rest.end());
}

Words open_mpi_command(const Words& command, std::size_t launcher, const RankEnvironment& ranks,
                       const IsProgram& is_program) {
    Words out(command.begin(), command.begin() + static_cast<std::ptrdiff_t>(launcher) + 1);
    auto at = command.begin() + static_cast<std::ptrdiff_t>(launcher) + 1;
    while (true) {
        const auto end = std::find(at, command.end(), ":");
        const Words context(at, end);
        add_open_mpi_context(out, context, ranks, end_of_options(context, 0, context.size(), is_program));
        if (end == command.end()) return out;
        out.push_back(":");
        at = end + 1;
    }
}

Words hydra_command(const Words& command, std::size_t launcher, const RankEnvironment& ranks,
                    const IsProgram& is_program) {
    Words out(command.begin(), command.begin() + static_cast<std::ptrdiff_t>(launcher) + 1);
    const auto add = [&](std::string_view name, const std::string& value) {
        out.insert(out.end(), {"-genv", std::string(name), value});
    };
    add(kPreload, joined_preload(ranks.inherited, ranks.library));
    for (const auto& [name, value] : ranks.variables) add(name, value);
    // A later option overrides an earlier one. So our library is also added to each LD_PRELOAD that the user gives for
    // all or some ranks.
    Words rest(command.begin() + static_cast<std::ptrdiff_t>(launcher) + 1, command.end());
    for (std::size_t at = 0; at < rest.size();) {
        const std::size_t end = static_cast<std::size_t>(
            std::find(rest.begin() + static_cast<std::ptrdiff_t>(at), rest.end(), ":") - rest.begin());
        const std::size_t program = end_of_options(rest, at, end, is_program);
        for (std::size_t i = at; i + 2 < program; ++i)
            if ((rest[i] == "-genv" || rest[i] == "-env") && rest[i + 1] == kPreload)
                rest[i + 2] = joined_preload(rest[i + 2], ranks.library);
        at = end + 1;
    }
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
}

Words srun_command(const Words& command, std::size_t launcher, const RankEnvironment& ranks,
                   const IsProgram& is_program) {
    Words out = command;
    const std::string preload = std::string(kPreload) + "=" + joined_preload(ranks.inherited, ranks.library);
    const std::size_t program = end_of_options(command, launcher + 1, command.size(), is_program);
    constexpr std::string_view kExport = "--export", kWithValue = "--export=";
    bool is_given = false;
    for (std::size_t i = launcher + 1; i < program; ++i) {
        const bool has_value = out[i].starts_with(kWithValue);
        if (!has_value && (out[i] != kExport || i + 1 >= program)) continue;
        if (!has_value) ++i;
        const std::string wanted = out[i].substr(has_value ? kWithValue.size() : 0);
        const std::string list = with_ours(wanted == "NONE" || wanted == "NIL" ? "" : wanted, ',', ranks);
        out[i] = (has_value ? std::string(kWithValue) : "") + list;
        is_given = true;
    }
    if (is_given) return out;
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(launcher) + 1, "--export=ALL," + preload);
    return out;
}

/// Whether the launcher reads its arguments from a file, to which we cannot add options.
bool reads_arguments_from_file(const Words& command, std::size_t launcher, const IsProgram& is_program) {
    const std::size_t program = find_program(command, launcher + 1, is_program).value_or(command.size());
    for (std::size_t i = launcher + 1; i < program; ++i)
        for (const std::string_view option : {"--app", "-app", "-configfile", "--configfile", "--multi-prog"})
            if (command[i] == option) return true;
    return false;
}

}  // namespace

LaunchPlan plan_launch(const Words& command, std::optional<std::size_t> launcher_place, Launcher launcher,
                       const RankEnvironment& ranks, const IsProgram& is_program) {
    LaunchPlan plan{command, ranks.variables};
    if (!launcher_place || launcher == Launcher::none ||
        reads_arguments_from_file(command, *launcher_place, is_program)) {
        plan.environment.emplace_back(kPreload, joined_preload(ranks.inherited, ranks.library));
        return plan;
    }
    switch (launcher) {
        case Launcher::open_mpi:
            if (!extend_env_list(plan, *launcher_place, ranks, is_program))
                plan.command = open_mpi_command(command, *launcher_place, ranks, is_program);
            break;
        case Launcher::hydra: plan.command = hydra_command(command, *launcher_place, ranks, is_program); break;
        case Launcher::srun: plan.command = srun_command(command, *launcher_place, ranks, is_program); break;
        case Launcher::none: break;
    }
    return plan;
}

}  // namespace shunt::tools
