#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "config/options.hpp"
#include "config/rules.hpp"

namespace shunt::tools {

/// A command, and what it says to --help-as=words.
struct CommandWords {
    std::string command;  ///< "cluster up"; empty: shunt itself
    std::string words;
};

/// What completion.bash knows of the commands, of their options' values, and of rules, as assignments in bash.
std::string completion_tables(const std::vector<CommandWords>& commands, const config::OptionTable& options,
                              const config::Vocabulary& rules);

/// How an option's value is completed, by how --help shows it: "@file", "@folder", "@rules", "@setting" (KEY=VALUE),
/// words to choose from, both ("on off @file"), or nothing.
std::string completion_of_value(std::string_view value);

}  // namespace shunt::tools
