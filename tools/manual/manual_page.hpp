#pragma once
#include <string>
#include <vector>

#include "tools/command.hpp"

namespace shunt::tools {

/// "shunt-cluster-up" of "cluster up"; "shunt" of the empty name.
std::string manual_name(std::string_view command);

/// The manual page of a command, in section 1, made of what --help shows.   `commands`: its subcommands.
std::string manual_page(const HelpPage& page, const boost::program_options::options_description& options,
                        std::span<const Command> commands);

/// What the completion is made of, a line each: "command NAME" for a subcommand, "option NAME VALUE" for an option,
/// whose VALUE is as --help shows it, and is missing where the option takes none.
std::string command_words(const boost::program_options::options_description& options,
                          std::span<const Command> commands);

}  // namespace shunt::tools
