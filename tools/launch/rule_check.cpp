#include "tools/launch/rule_check.hpp"

#include <algorithm>
#include <thread>

#include "native/select/rule_effect.hpp"
#include "native/select/vocabulary.hpp"

namespace shunt::tools {

RuleCheck check_rules(const config::Loaded& loaded) {
    RuleCheck check;
    std::vector<config::Message> messages;
    check.rules = config::parse_rules(loaded.rule_lines, vocabulary(), messages);
    for (const config::Message& message : messages) check.errors.push_back(message.text);
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    for (const IdleRule& idle : idle_rules(check.rules, any_job(cores), loaded.options.engines))
        check.idle.push_back(sentence_of(idle));
    return check;
}

}  // namespace shunt::tools
