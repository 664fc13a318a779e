#include "native/select/rule_files.hpp"

#include <algorithm>

#include "native/base/outcome.hpp"
#include "native/engines/registry.hpp"

namespace shunt {

std::vector<std::string> folders_for_files(const std::string& config_file, const std::string& start_folder) {
    if (config_file.empty()) return {start_folder};
    const std::size_t slash = config_file.rfind('/');
    const std::string folder = slash == std::string::npos ? std::string() : config_file.substr(0, slash + 1);
    return {folder.starts_with('/') ? folder : joined({start_folder, "/", folder}), start_folder};
}

std::vector<std::string> flaws_of_texts(const config::RuleSet& rules, const OptionValues& options,
                                        const std::vector<std::string>& folders) {
    std::vector<std::string> flaws;
    for (const config::Rule& rule : rules.rules) {
        if (rule.engine <= 0) continue;
        const Engine& engine = *engines()[static_cast<std::size_t>(rule.engine) - 1];
        for (const Parameter& parameter : engine.parameters()) {
            if (!parameter.choices.empty()) continue;
            const config::Parameter* given = config::find_parameter(rule, parameter.name);
            const std::string flaw = engine.flaw_of_text(given ? given->value : "", options, folders);
            const std::string sentence = joined({"rule '", rule.text, "' (", rule.where, "): ", flaw});
            if (!flaw.empty() && std::ranges::find(flaws, sentence) == flaws.end()) flaws.push_back(sentence);
        }
    }
    return flaws;
}

}  // namespace shunt
