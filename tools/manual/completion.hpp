#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "config/options.hpp"
#include "config/rules.hpp"

namespace shunt::tools {

/// A command, and its output for --help-as=words.
struct CommandWords {
    std::string command;  ///< "cluster up"; empty: shunt itself
    std::string words;
};

/// The tables of completion.bash, as assignments in bash: commands, values of their options, and rules.
std::string completion_tables(const std::vector<CommandWords>& commands, const config::OptionTable& options,
                              const config::Vocabulary& rules);

/// How to complete an option's value, from its text in --help: "@file", "@folder", "@rules", "@setting" (KEY=VALUE),
/// words to choose from, both ("on off @file"), or an empty text.
std::string completion_of_value(std::string_view value);

}  // namespace shunt::tools
