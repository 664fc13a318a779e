#include "config/rules.hpp"

#include <algorithm>
#include <iterator>

namespace shunt::config {

int operation_index(std::span<const OperationWord> operations, std::string_view name) {
    const auto found = std::ranges::find(operations, name, &OperationWord::name);
    return found == operations.end() ? -1 : static_cast<int>(std::distance(operations.begin(), found));
}

const Rule* decide(const RuleSet& rules, const Facts& facts) {
    if (facts.operation < 0 || facts.operation >= 64) return nullptr;
    const std::uint64_t operation = std::uint64_t{1} << facts.operation;
    for (const Rule& rule : rules.rules) {
        if ((rule.operations & operation) == 0) continue;
        if (!rule.bytes.contains(facts.bytes) || !rule.ranks.contains(facts.ranks)) continue;
        if (!rule.nodes.contains(facts.nodes) || !rule.communicator.fits(facts.communicator)) continue;
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
