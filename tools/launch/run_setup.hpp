#pragma once
// Everything that `shunt run` computes before it starts a process. Pure except for the functions it is given.
#include <string>
#include <utility>
#include <vector>

#include "config/reader.hpp"
#include "tools/launch/launcher.hpp"

namespace shunt::tools {

/// Settings with the values that the ranks will use.
struct RunSettings {
    Variables variables;            ///< SHUNT_* for the ranks, sorted by name
    std::string profile;            ///< absolute
    bool profile_is_named = false;  ///< by the user
    std::string spool_directory;    ///< the folder that a rank on this host will use
    bool spool_is_named = false;    ///< by the user
    config::Plan plan;              ///< applied if it is for the program; without a path: none
    bool records = true;            ///< whether a profile is to be expected
    std::vector<std::string>
        errors;  ///< in the command line, and in the rules from any source; the program must not be started
    std::vector<std::string> warnings;  ///< about rules that can never apply
};

/// Splits the arguments of `shunt run` at "--". Without "--" the command starts at the first word, which must not be an
/// option.   Fails: false when the start of the command is not clear.
bool split_command(const std::vector<std::string>& arguments, std::vector<std::string>& ours, Words& command);

/// Gathers the settings: those of the environment, overridden by `settings` (key, value) of the command line. File
/// names become absolute. `default_profile` is used if no profile is named. The ranks get `run_id` as SHUNT_RUN_ID.
RunSettings make_settings(const std::vector<std::string>& environment,
                          const std::vector<std::pair<std::string, std::string>>& settings,
                          const std::string& default_profile, const std::string& run_id, unsigned user_id);

/// Splits "key=value" into a pair.   Fails: false without an equals sign or key.
bool split_setting(const std::string& text, std::pair<std::string, std::string>& out);

}  // namespace shunt::tools
