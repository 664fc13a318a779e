#include "native/select/rule_effect.hpp"

#include <algorithm>
#include <optional>

#include "native/base/outcome.hpp"
#include "native/engines/registry.hpp"
#include "native/select/decide.hpp"

namespace shunt {
namespace {

constexpr int kLongestBlockBits = 40;

using Sizes = std::vector<std::int64_t>;

void keep(Sizes& sizes, std::int64_t value, const config::Range& range, std::int64_t most) {
    value = std::clamp(value, range.low, range.high);
    if (value >= 0 && value <= most) sizes.push_back(value);
}

Sizes in_order(Sizes sizes) {
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

/// Numbers of members or nodes to try: powers of two and their neighbours, the ends of the range, and the maximum.
Sizes counts_to_try(const config::Range& range, int most) {
    Sizes out;
    for (int power = 1; power <= most; power *= 2)
        for (const int near : {power - 1, power, power + 1}) keep(out, near, range, most);
    keep(out, most, range, most);
    std::erase(out, 0);
    return in_order(std::move(out));
}

Sizes blocks_to_try(const config::Range& range, Operation operation) {
    if (!are_bytes_equal(operation)) return {kBytesDiffer};
    Sizes out;
    keep(out, 0, range, INT64_MAX);
    for (int bits = 2; bits <= kLongestBlockBits; ++bits)
        for (std::int64_t quarter = 4; quarter < 8; ++quarter)
            keep(out, (std::int64_t{1} << bits) / 4 * quarter, range, INT64_MAX);
    return in_order(std::move(out));
}

/// Returns whether `wanted(facts)` holds for some call of `operation` that the rule and the job allow; nullopt if they
/// allow none.
template <class Wanted>
std::optional<bool> any_call(const config::Rule& rule, Operation operation, const JobShape& job, Wanted&& wanted) {
    const Sizes ranks = counts_to_try(rule.ranks, job.ranks), nodes = counts_to_try(rule.nodes, job.nodes);
    const Sizes blocks = blocks_to_try(rule.bytes, operation);
    bool met = false;
    for (const auto count : ranks)
        for (const auto on : nodes) {
            if (count < 2 || on > count || count > on * job.on_node) continue;
            for (const auto block : blocks) {
                met = true;
                if (wanted({operation, static_cast<int>(count), static_cast<int>(on), block, job.cores})) return true;
            }
        }
    return met ? std::optional(false) : std::nullopt;
}

bool knows_always(const Engine& engine) {
    return std::ranges::any_of(engine.parameters(), [](const Parameter& one) { return one.name == "choose"; });
}

/// One rule's effect on one operation.
class Effect {
public:
    Effect(const config::RuleSet& rules, const config::Rule& rule, const JobShape& job, const OptionValues& options)
        : rules_(rules),
          rule_(rule),
          job_(job),
          options_(options),
          engine_(*engines()[static_cast<std::size_t>(rule.engine) - 1]),
          path_(config::example_path(rule.communicator)) {}

    /// Nullopt: no communicator of the job meets the rule's conditions.
    std::optional<bool> acts(Operation operation) const {
        const bool always = is_always(rule_) || rule_.plan.line != 0;  // the model does not overrule a plan
        return any_call(rule_, operation, job_,
                        [&](const Facts& facts) { return reaches(facts) && carries(engine_, facts, always); });
    }
    std::string why(Operation operation) const {
        const auto reached = any_call(rule_, operation, job_, [&](const Facts& facts) { return reaches(facts); });
        const std::string engine(engine_.name()), name(name_of(operation));
        if (!reached.value_or(false)) return "the rules before it take all its calls of " + name;
        if (!carried_somewhere(operation)) return engine + " does not carry " + name;
        if (!carried_here(engine_, operation, true)) return engine + " does not carry " + name + " " + where();
        return engine + " leaves " + name + " " + where() + " to the host MPI, which is taken to be faster";
    }
    std::string remedy(Operation operation) const {
        const std::string name(name_of(operation));
        for (const Engine* other : engines())
            if (other != &engine_ && other->is_for_auto() && carried_here(*other, operation, false))
                return "'" + name + " -> " + std::string(other->name()) + "' would act";
        const bool could = !is_always(rule_) && knows_always(engine_) && carried_here(engine_, operation, true);
        if (could) return "choose=always has it carried all the same";
        return joined(
            {"no engine carries ", name, is_any() ? "" : " ", is_any() ? "" : where(), ", the host MPI does"});
    }

private:
    bool is_any() const { return job_.nodes == any_job(1).nodes && job_.ranks == any_job(1).ranks; }
    std::string where() const {
        if (is_any()) return "with the conditions of the rule";
        if (job_.nodes == 1) return "on one node";
        return "with " + std::to_string(job_.ranks) + " ranks on " + std::to_string(job_.nodes) + " nodes";
    }
    bool carries(const Engine& engine, const Facts& facts, bool always) const {
        return engine.supports(facts) && (always || engine.prospect(facts, options_).wins);
    }
    bool carried_here(const Engine& engine, Operation operation, bool always) const {
        return any_call(rule_, operation, job_, [&](const Facts& facts) { return carries(engine, facts, always); })
            .value_or(false);
    }
    bool carried_somewhere(Operation operation) const {
        return any_call({}, operation, any_job(job_.cores), [&](const Facts& facts) { return engine_.supports(facts); })
            .value_or(false);
    }
    bool reaches(const Facts& facts) const {
        Facts call = facts;
        call.exact = rule_.plan.line != 0 && !rule_.plan.rounded;
        return std::ranges::any_of(typical_calls(), [&](std::uint32_t ordinal) {
            const Decision decision = decide(
                {rules_, options_}, {.call = call, .ordinal = ordinal, .communicator = {path_, rule_.communicator.id}});
            return decision.because.rule == config::number_of(rules_, rule_);
        });
    }
    /// Ordinals of calls of which the rule may decide about one: where its calls begin; if it has no such condition,
    /// where those of the plan's lines end or have not begun.
    std::vector<std::uint32_t> typical_calls() const {
        std::vector<std::uint32_t> ordinals;
        const auto add = [&](std::int64_t ordinal) {
            if (ordinal >= 1 && ordinal < kForEver) ordinals.push_back(static_cast<std::uint32_t>(ordinal));
        };
        for (const config::Range& calls : rule_.plan.calls) add(calls.low);
        if (!ordinals.empty()) return ordinals;
        add(1);
        for (std::size_t i = 0; i < rules_.planned; ++i)
            for (const config::Range& calls : rules_.rules[i].plan.calls) {
                add(calls.low - 1);
                if (calls.high < kForEver) add(calls.high + 1);
            }
        return ordinals;
    }

    const config::RuleSet& rules_;
    const config::Rule& rule_;
    const JobShape& job_;
    const OptionValues& options_;
    const Engine& engine_;
    std::string path_;  ///< of a communicator that the rule matches
};

/// The operations of the rule that engines know: all but `send`.
std::vector<Operation> operations_of(const config::Rule& rule) {
    std::vector<Operation> out;
    for (std::size_t place = 0; place < kOperationCount; ++place)
        if (rule.operations >> place & 1) out.push_back(static_cast<Operation>(place));
    return out;
}

bool names_all(const config::Rule& rule) { return rule.operations == ~std::uint64_t{0}; }

/// For `*`: a rule with another engine that would act, with no word about the choice.
std::string remedy_for_all(const config::Rule& rule, const JobShape& job, const OptionValues& options) {
    for (const Engine* other : engines()) {
        if (!other->is_for_auto()) continue;  // such an engine needs more than its name
        config::RuleSet alone;
        alone.rules.push_back(rule);
        const auto place = std::ranges::find(engines(), other) - engines().begin();
        alone.rules[0].engine = 1 + static_cast<int>(place);
        alone.rules[0].parameters.clear();
        const Effect effect(alone, alone.rules[0], job, options);
        if (std::ranges::any_of(operations_of(rule), [&](Operation one) { return effect.acts(one).value_or(false); }))
            return "'* -> " + std::string(other->name()) + "' would act";
    }
    return "no engine carries anything here, the host MPI does";
}

void add_idle(const config::RuleSet& rules, const config::Rule& rule, const JobShape& job, const OptionValues& options,
              std::vector<IdleRule>& out) {
    const Effect effect(rules, rule, job, options);
    std::vector<Operation> idle;
    for (const Operation operation : operations_of(rule)) {
        const auto acts = effect.acts(operation);
        if (names_all(rule) && acts.value_or(true)) return;
        if (acts.has_value() && !*acts) idle.push_back(operation);
    }
    if (operations_of(rule).empty())
        out.push_back({&rule, "no engine carries the operations that it names", "the host MPI carries them"});
    if (names_all(rule) && !idle.empty()) {
        const std::string name(engines()[static_cast<std::size_t>(rule.engine) - 1]->name());
        const std::string where = job.nodes == 1 ? " on one node" : "";
        out.push_back({&rule, name + " carries none of its calls" + where, remedy_for_all(rule, job, options)});
        return;
    }
    for (const Operation operation : idle) out.push_back({&rule, effect.why(operation), effect.remedy(operation)});
}

}  // namespace

std::vector<IdleRule> idle_rules(const config::RuleSet& rules, const JobShape& job, const OptionValues& options) {
    std::vector<IdleRule> out;
    if (job.ranks < 2) return out;  // communicators of one rank stay with the host
    for (const config::Rule& rule : rules.rules)
        if (rule.engine > 0 && rule.engine_name != "null") add_idle(rules, rule, job, options, out);
    return out;
}

std::string sentence_of(const IdleRule& idle) {
    return "rule '" + idle.rule->text + "' (" + idle.rule->where + ") never acts: " + idle.why + "; " + idle.remedy;
}

}  // namespace shunt
