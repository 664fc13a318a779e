#pragma once
#include <string>
#include <vector>

#include "tools/command.hpp"

namespace shunt::tools {

/// "shunt-cluster-up" for "cluster up"; "shunt" for the empty name.
std::string manual_name(std::string_view command);

/// The manual page of a command, in section 1, made from the text that --help shows.   `commands`: its subcommands.
std::string manual_page(const HelpPage& page, const boost::program_options::options_description& options,
                        std::span<const Command> commands);

/// Input of the completion, one line per item: "command NAME" for a subcommand, "option NAME VALUE" for an option.
/// VALUE is the text that --help shows; it is missing if the option has no value.
std::string command_words(const boost::program_options::options_description& options,
                          std::span<const Command> commands);

}  // namespace shunt::tools
