#pragma once
// What `shunt run` works out before it starts anything. Pure but for the inputs it is given.
#include <string>
#include <utility>
#include <vector>

#include "config/reader.hpp"
#include "tools/launch/launcher.hpp"

namespace shunt::tools {

/// Settings as the ranks will see them.
struct RunSettings {
    Variables variables;            ///< SHUNT_* for the ranks, sorted by name
    std::string profile;            ///< absolute
    bool profile_is_named = false;  ///< by the user
    std::string spool_directory;    ///< as a rank on this host will use it
    bool spool_is_named = false;    ///< by the user
    config::Plan plan;              ///< in force if it is for the program; without a path: none
    bool records = true;            ///< whether a profile is to be expected
    std::vector<std::string>
        errors;  ///< of the command line, and of the rules from any source; the program must not be started
    std::vector<std::string> warnings;  ///< rules that can never act
};

/// Arguments of `shunt run` before and behind "--". Without "--" the command starts at the first word, which must be no
/// option. Fails: false when it cannot be told where the command starts.
bool split_command(const std::vector<std::string>& arguments, std::vector<std::string>& ours, Words& command);

/// Gathers the settings: the environment's, over them `settings` (key, value) of the command line. File names become
/// absolute. `default_profile` is taken when none is named; `run_id` goes to the ranks as SHUNT_RUN_ID.
RunSettings make_settings(const std::vector<std::string>& environment,
                          const std::vector<std::pair<std::string, std::string>>& settings,
                          const std::string& default_profile, const std::string& run_id, unsigned user_id);

/// "key=value" as a pair.   Fails: false without an equals sign or key.
bool split_setting(const std::string& text, std::pair<std::string, std::string>& out);

}  // namespace shunt::tools
