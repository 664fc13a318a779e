#include <unistd.h>

#include <iostream>

#include "config/describe.hpp"
#include "config/environment.hpp"
#include "tools/command.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kOptionsPage{
    "options",
    "list every option, its value and who set it",
    "shunt options [--config FILE] [--markdown]",
    "Shows each option of Shunt with its value here and now, who set it (default, file, environment), its range, and its names "
    "in the file and in the environment; then the rules. What is wrong with the settings is said on standard error.",
    "0  shown\n"
    "1  shown, but a setting is wrong\n"
    "2  wrong command line",
    "shunt options\n"
    "SHUNT_WAIT=gentle shunt options\n"
    "shunt options --config cluster.conf",
};

}  // namespace

int options_command(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    options.add_options()("config", po::value<std::string>()->value_name("FILE"), "read this file instead of $SHUNT_CONFIG")(
        "markdown", "the table of options as it stands in OPTIONS.md");
    const Parsed parsed = parse_command_line(kOptionsPage, options, {}, arguments);
    if (parsed.status >= 0) return parsed.status;
    if (parsed.has("markdown")) {
        std::cout << config::options_markdown();
        return kDone;
    }
    std::vector<std::pair<std::string, std::string>> settings;
    if (parsed.has("config")) settings.emplace_back("config", parsed.text("config"));
    const config::Loaded loaded = config::load({config::process_environment(), settings, config::read_settings_file, ::geteuid()});
    std::cout << config::options_text(loaded);
    for (const config::Message& message : loaded.messages) complain("options", message.text, kFailed);
    return loaded.messages.empty() ? kDone : kFailed;
}

}  // namespace shunt::tools
