#include "config/rules.hpp"

#include <algorithm>
#include <iterator>

namespace shunt::config {

int operation_index(std::span<const OperationWord> operations, std::string_view name) {
    const auto found = std::ranges::find(operations, name, &OperationWord::name);
    return found == operations.end() ? -1 : static_cast<int>(std::distance(operations.begin(), found));
}

namespace {

/// Whether the plan's line applies to such a call.
bool means(const PlanNote& plan, const Facts& facts) {
    if (plan.line == 0) return true;
    if (facts.rounded && !plan.rounded) return false;
    if (plan.calls.empty() || facts.call == 0) return true;
    return std::ranges::any_of(plan.calls, [&](const Range& calls) { return calls.contains(facts.call); });
}

}  // namespace

std::uint16_t number_of(const RuleSet& rules, const Rule& rule) {
    if (rule.plan.line != 0) return static_cast<std::uint16_t>(rule.plan.line | kPlanLine);
    return static_cast<std::uint16_t>(static_cast<std::size_t>(&rule - rules.rules.data()) - rules.planned + 1);
}

std::uint16_t place_in_plan(const RuleSet& rules, std::uint16_t number) {
    if ((number & kPlanLine) == 0) return 0;
    for (std::size_t i = 0; i < rules.planned; ++i)
        if (number_of(rules, rules.rules[i]) == number) return static_cast<std::uint16_t>(i + 1);
    return 0;
}

std::uint32_t holds_until(const RuleSet& rules, std::uint32_t call) {
    std::int64_t last = UINT32_MAX;
    for (std::size_t i = 0; i < rules.planned; ++i)
        for (const Range& calls : rules.rules[i].plan.calls) {
            if (calls.low > call) last = std::min(last, calls.low - 1);
            else if (calls.high >= call) last = std::min(last, calls.high);
        }
    return static_cast<std::uint32_t>(last);
}

void drop_plan(RuleSet& rules) {
    std::erase_if(rules.rules, [](const Rule& rule) { return rule.plan.line != 0; });
    rules.planned = 0;
}

const Rule* decide(const RuleSet& rules, const Facts& facts) {
    if (facts.operation < 0 || facts.operation >= 64) return nullptr;
    const std::uint64_t operation = std::uint64_t{1} << facts.operation;
    for (const Rule& rule : rules.rules) {
        if ((rule.operations & operation) == 0) continue;
        if (!rule.bytes.contains(facts.bytes) || !rule.ranks.contains(facts.ranks)) continue;
        if (!rule.nodes.contains(facts.nodes) || !rule.communicator.fits(facts.communicator)) continue;
        if (!means(rule.plan, facts)) continue;
        return &rule;
    }
    return nullptr;
}

const Rule* decide_messages(const RuleSet& rules, int ranks, int nodes, CommunicatorName communicator) {
    constexpr std::uint64_t kMessages = std::uint64_t{1} << (kMpiOperations.size() - 1);
    for (const Rule& rule : rules.rules) {
        if (rule.operations == kAllOperations || (rule.operations & kMessages) == 0) continue;
        if (rule.ranks.contains(ranks) && rule.nodes.contains(nodes) && rule.communicator.fits(communicator))
            return &rule;
    }
    return nullptr;
}

const Parameter* find_parameter(const Rule& rule, std::string_view name) {
    const auto found = std::ranges::find(rule.parameters, name, &Parameter::name);
    return found == rule.parameters.end() ? nullptr : &*found;
}

std::string canonical_text(const RuleSet& rules) {
    std::string text;
    for (const Rule& rule : rules.rules) text.append(rule.text).append("\n");
    return text;
}

}  // namespace shunt::config
