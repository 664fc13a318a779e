#include "tools/rule_check.hpp"

#include <algorithm>
#include <thread>

#include "native/select/rule_effect.hpp"
#include "native/select/vocabulary.hpp"

namespace shunt::tools {

EngineSettings settings_that_decide(const config::Options& options, int cores) {
    EngineSettings settings;
    settings.multicast.scatter_most = options.multicast.scatter_most;
    settings.multicast.allgather_least = options.multicast.allgather_least;
    settings.multicast.allgather_most = options.multicast.allgather_most;
    settings.phased.alltoall_least = options.phased.alltoall_least;
    settings.phased.allgather_least = options.phased.allgather_least;
    settings.phased.gather_least = options.phased.gather_least;
    settings.pipeline.cores = std::max(1, cores);
    settings.pipeline.least = options.pipeline.least_bytes;
    settings.pipeline.shm_least = options.pipeline.shm_least;
    settings.pipeline.short_most = options.pipeline.short_bytes;
    settings.pipeline.tcp_least = options.pipeline.tcp_least_bytes;
    return settings;
}

RuleCheck check_rules(const config::Loaded& loaded) {
    RuleCheck check;
    std::vector<config::Message> messages;
    check.rules = config::parse_rules(loaded.rule_lines, vocabulary(), messages);
    for (const config::Message& message : messages) check.errors.push_back(message.text);
    const EngineSettings settings = settings_that_decide(loaded.options, static_cast<int>(std::thread::hardware_concurrency()));
    for (const IdleRule& idle : idle_rules(check.rules, kAnyJob, settings)) check.idle.push_back(sentence_of(idle));
    return check;
}

}  // namespace shunt::tools
