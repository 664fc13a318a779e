#pragma once
// Finds the launcher and the program in a command line, and gives an environment to the ranks, and only to them. Pure:
// everything that depends on the machine is passed as an argument.
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shunt::tools {

using Words = std::vector<std::string>;
using Variables = std::vector<std::pair<std::string, std::string>>;
/// Whether a word of a command line names a program that can be started.
using IsProgram = std::function<bool(const std::string&)>;

/// The families of launchers, by how they pass an environment to ranks. `none`: the command is the program itself, or a
/// launcher that passes on its own environment.
enum class Launcher { none, open_mpi, hydra, srun };

std::string_view name_of(Launcher launcher);

/// The index of the launcher in `command`: its first word, or the first program after words like env, nice, timeout and
/// their arguments.
std::optional<std::size_t> find_launcher(const Words& command, const IsProgram& is_program);

/// The family of a launcher, from its file name (links resolved); nullopt when the name does not show it.
std::optional<Launcher> launcher_from_name(std::string_view path);
/// The family whose --version text is `text`; nullopt when unknown.
std::optional<Launcher> launcher_from_version(std::string_view text);

/// The index of the program in the part of `command` that starts at `from` (after the launcher), or nullopt.
std::optional<std::size_t> find_program(const Words& command, std::size_t from, const IsProgram& is_program);

/// The environment to pass to the ranks.
struct RankEnvironment {
    std::string library;    ///< path of libshunt.so; appended to LD_PRELOAD, so that the user's tools precede it
    std::string inherited;  ///< the user's own LD_PRELOAD, or empty
    Variables variables;    ///< SHUNT_* to set
    std::optional<std::string> open_mpi_list = {};  ///< the user's variable OMPI_MCA_mca_base_env_list
};

/// A command line to start, and the variables to add to its environment.
struct LaunchPlan {
    Words command;
    Variables environment;
};

/// `preload` with `library` appended, unless it already contains a libshunt.so.
std::string joined_preload(const std::string& preload, const std::string& library);

/// `preload` with the runtime of a sanitizer in front, if `needed`, the libraries of the program, contains one: the
/// ASan runtime refuses to work if another library precedes it.
std::string with_sanitizer(const std::string& preload, const std::vector<std::string>& needed);

/// The command line that gives the environment `ranks` to each rank. With a launcher, only the ranks get LD_PRELOAD.
/// The other variables are also in the launcher's environment, where they have no effect.
LaunchPlan plan_launch(const Words& command, std::optional<std::size_t> launcher_place, Launcher launcher,
                       const RankEnvironment& ranks, const IsProgram& is_program);

}  // namespace shunt::tools
