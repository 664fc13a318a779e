#pragma once
// Where a command line starts ranks, and how to give those ranks, and only them, an environment. Pure: what depends on
// the machine comes in as arguments.
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

/// The families of launchers by how they pass on an environment. `none`: the command is the program itself, or a
/// launcher that passes on its own environment.
enum class Launcher { none, open_mpi, hydra, srun };

std::string_view name_of(Launcher launcher);

/// The place of the launcher in `command`: its first word, or one behind words like env, nice, timeout.
std::optional<std::size_t> find_launcher(const Words& command);

/// The family a launcher's file name (links resolved) belongs to; nothing when the name does not tell.
std::optional<Launcher> launcher_from_name(std::string_view path);
/// The family that prints `text` when asked for --version; nothing when unknown.
std::optional<Launcher> launcher_from_version(std::string_view text);

/// The place of the program in the part of `command` that starts at `from` (behind the launcher), or nothing.
std::optional<std::size_t> find_program(const Words& command, std::size_t from, const IsProgram& is_program);

/// What is to be passed on to the ranks.
struct RankEnvironment {
    std::string library;    ///< path of libshunt.so; appended to LD_PRELOAD, so that the user's tools stay above it
    std::string inherited;  ///< LD_PRELOAD as the user has it, or empty
    Variables variables;    ///< SHUNT_* to set
};

/// A command line to start, and what to add to the environment it is started with.
struct LaunchPlan {
    Words command;
    Variables environment;
};

/// `library` behind what is in `preload`, unless a libshunt.so is there already.
std::string joined_preload(const std::string& preload, const std::string& library);

/// `preload` with the runtime of a sanitizer in front, if the program needs one of those libraries: ASan's refuses to
/// work where another library comes before it.
std::string with_sanitizer(const std::string& preload, const std::vector<std::string>& needed);

/// The command line that gives `ranks` to each rank. With a launcher LD_PRELOAD goes to the ranks alone; the other
/// variables are also in the launcher's environment, where they do nothing.
LaunchPlan plan_launch(const Words& command, std::optional<std::size_t> launcher_place, Launcher launcher,
                       const RankEnvironment& ranks, const IsProgram& is_program);

}  // namespace shunt::tools
