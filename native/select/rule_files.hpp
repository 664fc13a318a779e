#pragma once
#include <string>
#include <vector>

#include "config/rules.hpp"
#include "native/base/option.hpp"

namespace shunt {

/// The folders in which relative paths in rules and options are searched: that of the configuration file, if there is
/// one, then the directory in which the program began.
std::vector<std::string> folders_for_files(const std::string& config_file, const std::string& start_folder);

/// Why texts that rules give their engines cannot be used, such as missing scripts; one sentence each, with the rule.
/// Blocks: on the file system.
std::vector<std::string> flaws_of_texts(const config::RuleSet& rules, const OptionValues& options,
                                        const std::vector<std::string>& folders);

}  // namespace shunt
