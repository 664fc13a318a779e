#include <unistd.h>

#include <iostream>

#include "config/describe.hpp"
#include "config/environment.hpp"
#include "native/select/vocabulary.hpp"
#include "tools/command.hpp"
#include "tools/launch/rule_check.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kOptionsPage{
    "options",
    "list every option, its value and the source of the value",
    "shunt options [--config FILE] [--rules RULES] [--markdown]",
    "Shows each option of Shunt with its present value, the source of the value (default, file, environment), its "
    "range, and its names in the file and in the environment; then the rules, one a line. Wrong settings, and rules "
    "that can never act, are reported on standard error.",
    "0  shown\n"
    "1  shown, but a setting is wrong\n"
    "2  wrong command line",
    "shunt options\n"
    "SHUNT_WAIT=gentle shunt options\n"
    "shunt options --config cluster.conf\n"
    "shunt options --rules 'alltoall 64K.. -> phased; bcast -> multicast'",
};

}  // namespace

int options_command(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    options.add_options()("config", po::value<std::string>()->value_name("FILE"),
                          "read this file instead of $SHUNT_CONFIG")(
        "rules", po::value<std::string>()->value_name("RULES"),
        "look at these rules instead of those of the file and the environment")(
        "markdown", "the table of options in the form of OPTIONS.md");
    const Parsed parsed = parse_command_line(kOptionsPage, options, {}, arguments);
    if (parsed.status >= 0) return parsed.status;
    if (parsed.has("markdown")) {
        std::cout << config::options_markdown(option_table());
        return kDone;
    }
    std::vector<std::pair<std::string, std::string>> settings;
    if (parsed.has("config")) settings.emplace_back("config", parsed.text("config"));
    if (parsed.has("rules")) settings.emplace_back("rules", parsed.text("rules"));
    const config::Loaded loaded = config::load(
        {config::process_environment(), settings, config::read_settings_file, ::geteuid()}, option_table());
    std::cout << config::options_text(loaded, option_table());
    const RuleCheck check = check_rules(loaded);
    if (!check.rules.rules.empty())
        std::cout << "\nThe first rule that matches holds:\n" << config::canonical_text(check.rules);
    for (const config::Message& message : loaded.messages) complain("options", message.text, kFailed);
    for (const std::string& text : check.errors) complain("options", text, kFailed);
    for (const std::string& text : check.idle) complain("options", text, kFailed);
    return loaded.messages.empty() && check.errors.empty() ? kDone : kFailed;
}

}  // namespace shunt::tools
