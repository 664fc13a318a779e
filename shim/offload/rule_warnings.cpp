#include "shim/offload/rule_warnings.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "config/environment.hpp"
#include "native/select/rule_effect.hpp"
#include "shim/host/log.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {
namespace {

constexpr std::size_t kMostNamed = 4;

JobShape shape_of(const Session& s) {
    JobShape job{s.world_size, s.agreement.node_count, 1, cores_of(s)};
    std::vector<int> on_node(static_cast<std::size_t>(std::max(1, s.agreement.node_count)));
    for (const int node : s.agreement.node_of)
        job.on_node = std::max(job.on_node, ++on_node[static_cast<std::size_t>(node)]);
    return job;
}

}  // namespace

void warn_of_idle_rules(const Session& s) {
    std::vector<IdleRule> idle = idle_rules(s.rules, shape_of(s), s.options.engines);
    if (!idle.empty() && config::environment_value("SHUNT_RUN_ID")) {
        const std::vector<IdleRule> told = idle_rules(s.rules, any_job(cores_of(s)), s.options.engines);
        std::erase_if(idle, [&](const IdleRule& one) {
            return std::ranges::any_of(
                told, [&](const IdleRule& other) { return other.rule == one.rule && other.why == one.why; });
        });
    }
    if (idle.empty()) return;
    std::string text;
    for (std::size_t i = 0; i < std::min(idle.size(), kMostNamed); ++i)
        text += (i ? ". Also " : "") + sentence_of(idle[i]);
    if (idle.size() > kMostNamed) text += "; and " + std::to_string(idle.size() - kMostNamed) + " more";
    SHUNT_WARN("%s", text.c_str());
}

}  // namespace shunt
