#include "tools/launch/rule_check.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <thread>

#include "native/select/rule_effect.hpp"
#include "native/select/rule_files.hpp"
#include "native/select/vocabulary.hpp"

namespace shunt::tools {

RuleCheck check_rules(const config::Loaded& loaded) {
    RuleCheck check;
    std::vector<config::Message> messages;
    check.rules = config::parse_all_rules(loaded, vocabulary(), messages);
    for (const config::Message& message : messages) check.errors.push_back(message.text);
    std::error_code unknown;
    const std::string here = std::filesystem::current_path(unknown).string();
    const auto folders = folders_for_files(loaded.options.config, here);
    for (std::string& flaw : flaws_of_texts(check.rules, loaded.options.engines, folders)) check.errors.push_back(flaw);
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    for (const IdleRule& idle : idle_rules(check.rules, any_job(cores), loaded.options.engines))
        check.idle.push_back(sentence_of(idle));
    return check;
}

}  // namespace shunt::tools
