#include "native/select/bcast_split.hpp"

#include <algorithm>
#include <vector>

namespace shunt {
namespace {

constexpr int kMostBits = 40;

std::vector<std::int64_t> lengths_of_interest(const config::RuleSet& rules) {
    std::vector<std::int64_t> lengths;
    for (int bits = 0; bits <= kMostBits; ++bits) lengths.push_back(std::int64_t{1} << bits);
    for (const config::Rule& rule : rules.rules)
        for (const std::int64_t end : {rule.bytes.low, rule.bytes.high})
            if (end > 0 && end <= lengths.back()) lengths.push_back(end);
    return lengths;
}

bool is_by_auto(Reason reason) {
    return reason == Reason::auto_expects || reason == Reason::auto_none || reason == Reason::plan_says;
}

/// Facts of a call that is not measured.
CallFacts without_learning(const CallFacts& communicator, Operation operation) {
    CallFacts facts = communicator;
    facts.call.operation = operation;
    facts.learning = nullptr;
    facts.host_candidates = {};
    facts.may_try = false;
    facts.ordinal = kForEver;
    return facts;
}

}  // namespace

bool splits_bcasts(const Policy& policy, const CallFacts& communicator, int engine) {
    CallFacts facts = without_learning(communicator, Operation::bcast);
    bool to_engine = false, to_others = false;
    for (const std::int64_t bytes : lengths_of_interest(policy.rules)) {
        facts.call.block_bytes = bytes;
        const Decision decision = decide(policy, facts);
        if (is_by_auto(decision.because.reason)) return true;
        (decision.index == engine ? to_engine : to_others) = true;
        if (to_engine && to_others) return true;
    }
    return false;
}

bool may_measure(const Policy& policy, const CallFacts& communicator, Operation operation) {
    CallFacts facts = without_learning(communicator, operation);
    return std::ranges::any_of(lengths_of_interest(policy.rules), [&](std::int64_t bytes) {
        facts.call.block_bytes = bytes;
        return is_by_auto(decide(policy, facts).because.reason);
    });
}

}  // namespace shunt
