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
    constexpr std::array<std::string_view, 16> kNames = {
        "env",  "nice",   "ionice",  "nohup",   "timeout", "time",    "taskset", "setsid",
        "chrt", "stdbuf", "numactl", "unshare", "setarch", "prlimit", "nsenter", "shunt"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

/// Number of words after option `word` that are certainly its arguments.
std::size_t sure_arguments(std::string_view word) {
    word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
    if (word == "mca" || word == "gmca" || word == "pmca" || word == "prtemca" || word == "genv" || word == "env")
        return 2;
    for (const std::string_view one :
         {"np", "n", "c", "x", "host", "hostfile", "machinefile", "H", "f", "hosts", "wdir", "wd", "path", "N", "ppn"})
        if (word == one) return 1;
    return 0;
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

std::optional<std::size_t> find_launcher(const Words& command) {
    if (command.empty()) return std::nullopt;
    if (is_launcher_name(base_name(command[0]))) return 0;
    if (!is_prefix_name(base_name(command[0]))) return std::nullopt;
    for (std::size_t i = 1; i < command.size(); ++i)
        if (is_launcher_name(base_name(command[i]))) return i;
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

std::optional<std::size_t> find_program(const Words& command, std::size_t from, const IsProgram& is_program) {
    std::size_t i = from;
    while (i < command.size() && command[i] != ":") {
        if (!is_option(command[i])) return i;
        const std::size_t sure = sure_arguments(command[i]);
        i += 1 + sure;
        if (sure != 0 || i >= command.size() || is_option(command[i]) || command[i - 1].find('=') != std::string::npos)
            continue;
        // An unknown option and a word after it: the word is its argument, or already the program.
        if (is_program(command[i])) return i;
        if (i + 1 < command.size() && command[i + 1] != ":") ++i;
        else return i;
    }
    return std::nullopt;
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
        add_open_mpi_context(out, context, ranks, find_program(context, 0, is_program).value_or(context.size()));
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
        const std::size_t program = find_program(rest, at, is_program).value_or(end);
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
    const std::size_t program = find_program(command, launcher + 1, is_program).value_or(command.size());
    for (std::size_t i = launcher + 1; i < program; ++i) {
        if (!out[i].starts_with("--export=")) continue;
        const std::string wanted = out[i].substr(9);
        out[i] = "--export=" + (wanted == "NONE" || wanted == "NIL" ? "" : wanted + ",") + preload;
        for (const auto& [name, value] : ranks.variables) out[i] += "," + name;
        return out;
    }
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
        case Launcher::open_mpi: plan.command = open_mpi_command(command, *launcher_place, ranks, is_program); break;
        case Launcher::hydra: plan.command = hydra_command(command, *launcher_place, ranks, is_program); break;
        case Launcher::srun: plan.command = srun_command(command, *launcher_place, ranks, is_program); break;
        case Launcher::none: break;
    }
    return plan;
}

}  // namespace shunt::tools
