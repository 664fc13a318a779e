#include "native/select/messages.hpp"

#include <algorithm>

#include "native/engines/registry.hpp"

namespace shunt {
namespace {

bool names_messages(const config::Rule& rule) {
    constexpr std::uint64_t kMessages = std::uint64_t{1} << (config::kMpiOperations.size() - 1);
    return rule.operations != config::kAllOperations && (rule.operations & kMessages) != 0;
}

/// Why remote write does not carry messages that a rule gives it; by_rule: it does.
Reason reason_of(const MessageFacts& facts) {
    switch (facts.service) {
        case MessageService::no_agreement: return Reason::no_agreement;
        case MessageService::no_requests: return Reason::messages_no_requests;
        case MessageService::no_memory: return Reason::messages_no_memory;
        case MessageService::ready: break;
    }
    if (facts.nodes != 1 && !facts.reaches_nodes) return Reason::messages_among_nodes;
    return Reason::by_rule;
}

}  // namespace

std::uint8_t remote_write_index() { return static_cast<std::uint8_t>(1 + engines().size()); }

bool may_carry_messages(const config::RuleSet& rules) {
    return std::ranges::count(rules.rules, config::kRemoteWriteEngine, &config::Rule::engine) != 0;
}

MessageDecision decide_messages(const config::RuleSet& rules, const MessageFacts& facts) {
    if (std::ranges::none_of(rules.rules, names_messages)) return {};
    if (!facts.all_ours) return {false, {Reason::not_all_ours}};
    if (!facts.id_is_agreed) return {false, {Reason::messages_no_name}};
    const config::Rule* rule = config::decide_messages(rules, facts.ranks, facts.nodes, facts.communicator);
    if (!rule) return {false, {Reason::no_rule}};
    const std::uint16_t number = config::number_of(rules, *rule);
    if (rule->engine != config::kRemoteWriteEngine) return {false, {Reason::rule_says_host, 0, number}};
    const Reason reason = reason_of(facts);
    return {reason == Reason::by_rule, {reason, remote_write_index(), number}};
}

}  // namespace shunt
