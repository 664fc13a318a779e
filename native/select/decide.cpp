#include "native/select/decide.hpp"

#include <algorithm>

#include "native/engines/registry.hpp"
#include "native/select/auto.hpp"
#include "native/select/team_wait.hpp"

namespace shunt {
namespace {

Decision host(const CallFacts& facts, const Because& because) {
    Decision decision;
    decision.because = because;
    decision.facts = facts.call;
    return decision;
}

void take_parameters(const config::Rule& rule, const Engine& engine, Decision& decision) {
    const config::Parameter* groups = config::find_parameter(rule, "groups");
    if (groups) decision.groups = static_cast<GroupScheme>(groups->number);
    const auto known = engine.parameters().first(std::min(kMostParameters, engine.parameters().size()));
    std::size_t place = 0;
    for (const Parameter& parameter : known) {
        const config::Parameter* given = config::find_parameter(rule, parameter.name);
        decision.parameters[place++] = given ? given->number : 0;
    }
}

config::Facts facts_for_rules(const CallFacts& facts) {
    return {static_cast<int>(facts.call.operation),
            facts.call.block_bytes,
            facts.call.ranks,
            facts.call.nodes,
            facts.communicator,
            is_rounded(facts.call),
            facts.ordinal == kForEver ? 0 : facts.ordinal};
}

/// Whether the calls of such a line are measured, so that the line is taken back if its carrier is the slower one.
/// `choose=always` asks for the carrier even then, unless there are times that it must keep.
bool is_guarded(const config::Rule& rule) {
    const bool names_carrier = rule.engine > 0 || host_choice_of(rule).is_given();
    return rule.plan.line != 0 && names_carrier && (has_times(rule) || !is_always(rule));
}

/// The same for one call: rounded reductions must not depend on times. Without a line's times, calls whose sizes only
/// their owners know follow the prospect, as under a rule.
bool is_guarded(const Policy& policy, const Facts& call, const config::Rule& rule) {
    if (is_rounded(call) && policy.reductions != config::AutoReductions::measured) return false;
    return is_guarded(rule) && (has_times(rule) || call.block_bytes != kBytesDiffer);
}

Decision::Promise promise_of(const config::Rule& rule) {
    return {static_cast<double>(rule.plan.expect_ns), static_cast<double>(rule.plan.instead_ns)};
}

Decision decide_by(const Policy& policy, const CallFacts& facts, const config::Rule& rule);

}  // namespace

bool is_always(const config::Rule& rule) {
    const config::Parameter* chosen = config::find_parameter(rule, "choose");
    return chosen && chosen->value == "always";
}

bool has_times(const config::Rule& rule) { return rule.plan.expect_ns > 0 && rule.plan.instead_ns > 0; }

HostChoice host_choice_of(const config::Rule& rule) {
    const config::Parameter* algorithm = rule.engine == 0 ? config::find_parameter(rule, "algorithm") : nullptr;
    if (!algorithm) return {};
    const config::Parameter* segment = config::find_parameter(rule, "segment");
    return {algorithm->value, segment ? segment->number : 0};
}

Decision decide(const Policy& policy, const CallFacts& facts) {
    if (!facts.all_ours) return host(facts, {Reason::not_all_ours});
    if (facts.call.ranks == 1) return host(facts, {Reason::one_rank});
    const config::Rule* rule = config::decide(policy.rules, facts_for_rules(facts));
    Decision decision = rule ? decide_by(policy, facts, *rule) : host(facts, {Reason::no_rule});
    if (policy.rules.planned > 0)
        decision.until = std::min(decision.until, config::holds_until(policy.rules, facts.ordinal));
    return decision;
}

bool measures_calls(const config::RuleSet& rules) {
    return std::ranges::any_of(
        rules.rules, [](const config::Rule& rule) { return rule.engine == config::kAutoEngine || is_guarded(rule); });
}

namespace {

Decision decide_by(const Policy& policy, const CallFacts& facts, const config::Rule& given) {
    const config::Rule* const rule = &given;
    const std::uint16_t number = config::number_of(policy.rules, given);
    if (rule->engine == config::kAutoEngine) return decide_automatically(policy, facts, number);
    const auto because = [&](Reason reason) {
        return Because{reason, static_cast<std::uint8_t>(rule->engine), number};
    };
    const bool guarded = is_guarded(policy, facts.call, *rule);
    if (rule->engine == 0) {
        const HostChoice choice = host_choice_of(*rule);
        if (guarded) {
            Decision planned = decide_as_planned(policy, facts, *rule, number);
            planned.expected = promise_of(*rule);
            return planned;
        }
        Decision decision = host(facts, because(choice.is_given() ? Reason::host_algorithm : Reason::rule_says_host));
        decision.choice = choice;
        decision.expected = promise_of(*rule);
        return decision;
    }
    const Engine* engine = engines()[static_cast<std::size_t>(rule->engine) - 1];
    if (!engine->supports(facts.call)) return host(facts, because(Reason::not_supported));
    const bool is_planned = rule->plan.line != 0;
    if (guarded) {
        Decision planned = decide_as_planned(policy, facts, *rule, number);
        planned.expected = promise_of(*rule);
        if (planned.engine == engine) take_parameters(*rule, *engine, planned);
        return planned;
    }
    // Calls whose sizes only their owners know are on probation under a plan too.
    const bool by_model = !is_always(*rule) && (!is_planned || facts.call.block_bytes == kBytesDiffer);
    const Prospect prospect = by_model ? engine->prospect(facts.call, policy.options) : Prospect{.is_weighed = false};
    if (!prospect.wins) {
        Decision decision = host(facts, because(Reason::model));
        decision.bound = prospect.bound;
        return decision;
    }
    if (const TeamWait wait = team_wait(facts, rule->engine, prospect); wait.reason != Reason::none) {
        Decision decision = host(facts, because(wait.reason));
        decision.until = wait.until;
        return decision;
    }
    Decision decision = host(facts, because(Reason::by_rule));
    decision.engine = engine;
    decision.index = rule->engine;
    decision.bound = prospect.bound;
    decision.least_bytes = prospect.least_bytes;
    decision.expected = promise_of(*rule);
    take_parameters(*rule, *engine, decision);
    return decision;
}

}  // namespace

std::vector<WinningEngine> engines_that_win(const Facts& facts, const OptionValues& options) {
    std::vector<WinningEngine> found;
    for (const Engine* engine : engines()) {
        if (!engine->is_for_auto() || !engine->supports(facts)) continue;
        const Prospect prospect = engine->prospect(facts, options);
        if (prospect.wins) found.push_back({engine->name(), prospect.least_bytes});
    }
    return found;
}

const Engine* engine_that_wins(const Facts& facts, const OptionValues& options) {
    for (const Engine* engine : engines())
        if (engine->is_for_auto() && engine->supports(facts) && engine->prospect(facts, options).wins) return engine;
    return nullptr;
}

}  // namespace shunt
