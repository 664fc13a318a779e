#include "tools/launch/run_setup.hpp"

#include <algorithm>
#include <map>

#include "native/select/vocabulary.hpp"
#include "tools/launch/profile_name.hpp"
#include "tools/launch/rule_check.hpp"

namespace shunt::tools {
namespace {

bool is_file_name(std::string_view key, std::string_view value) {
    if (key == "auto.knowledge") return value.find('/') != std::string_view::npos;
    return key == "profile" || key == "plan" || key == "config" || key == "spool" || key == "log.file";
}

/// Not passed to the ranks: it names the library for `shunt run` itself.
constexpr std::string_view kOwnVariable = "SHUNT_LIBRARY";

std::vector<std::string> without_own(const std::vector<std::string>& environment) {
    std::vector<std::string> rest;
    for (const std::string& entry : environment)
        if (!entry.starts_with(std::string(kOwnVariable) + "=") && !entry.starts_with("SHUNT_RUN_ID="))
            rest.push_back(entry);
    return rest;
}

}  // namespace

bool split_command(const std::vector<std::string>& arguments, std::vector<std::string>& ours, Words& command) {
    const auto mark = std::find(arguments.begin(), arguments.end(), "--");
    if (mark != arguments.end()) {
        ours.assign(arguments.begin(), mark);
        command.assign(mark + 1, arguments.end());
        return true;
    }
    ours.clear();
    command.clear();
    if (!arguments.empty() && !arguments.front().starts_with('-')) {
        command = arguments;
        return true;
    }
    ours = arguments;
    return false;
}

bool split_setting(const std::string& text, std::pair<std::string, std::string>& out) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) return false;
    out = {text.substr(0, equals), text.substr(equals + 1)};
    return true;
}

RunSettings make_settings(const std::vector<std::string>& environment,
                          const std::vector<std::pair<std::string, std::string>>& settings,
                          const std::string& default_profile, const std::string& run_id, unsigned user_id) {
    RunSettings out;
    auto absolute = settings;
    for (auto& [key, value] : absolute)
        if (is_file_name(key, value) && !value.empty()) value = absolute_path(value);
    const config::Loaded loaded =
        config::load({without_own(environment), absolute, config::read_settings_file, user_id}, option_table());
    for (const config::Message& message : loaded.messages)
        if (message.text.starts_with("command line")) out.errors.push_back(message.text);
    if (!loaded.options.plan.empty() && loaded.plan.path.empty() && loaded.options.enabled)
        for (const config::Message& message : loaded.messages)
            if (message.severity == config::Severity::error && message.text.starts_with(loaded.options.plan))
                out.errors.push_back(message.text);
    RuleCheck rules = check_rules(loaded);
    std::erase_if(rules.errors, [](const std::string& text) {  // leaves out the text that the program runs without the
                                                               // rules: `shunt run` does not start it
        return text.starts_with("because of this");
    });
    if (loaded.options.enabled) {
        out.errors.insert(out.errors.end(), rules.errors.begin(), rules.errors.end());
        out.warnings = std::move(rules.idle);
    }

    std::map<std::string, std::string> variables;
    for (const std::string& entry : without_own(environment))
        if (entry.starts_with("SHUNT") && entry.find('=') != std::string::npos)
            variables[entry.substr(0, entry.find('='))] = entry.substr(entry.find('=') + 1);
    for (const auto& [key, value] : absolute)
        if (const int row = option_table().index(key); row >= 0)
            variables[config::environment_name(option_table().rows()[static_cast<std::size_t>(row)])] = value;

    const std::string& named = loaded.options.profile;
    out.profile_is_named = !named.empty();
    out.profile = absolute_path(named.empty() ? default_profile : named);
    variables["SHUNT_PROFILE"] = out.profile;
    variables["SHUNT_RUN_ID"] = run_id;
    out.variables.assign(variables.begin(), variables.end());
    out.spool_directory = loaded.spool_directory;
    out.spool_is_named = !loaded.options.spool.empty();
    out.plan = loaded.plan;
    out.records = loaded.options.enabled && loaded.options.record.enabled;
    return out;
}

}  // namespace shunt::tools
