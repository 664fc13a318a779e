#pragma once
#include <string>
#include <vector>

#include "config/rules.hpp"
#include "native/engines/contract.hpp"

namespace shunt {

/// The communicators that a job may have: at most `ranks` members on at most `nodes` nodes, at most `on_node` on each.
/// `cores`: of a node for its ranks.
struct JobShape {
    int ranks = 1;
    int nodes = 1;
    int on_node = 1;
    int cores = 1;
};

/// Stands for any job on nodes with that many cores, if nothing else is known of the job.
constexpr JobShape any_job(int cores) { return {4096, 4096, 1024, cores}; }

/// An operation of a rule that the rule never acts on: no call of the job can be carried by it.
struct IdleRule {
    const config::Rule* rule = nullptr;
    std::string why;     ///< "multicast does not carry allreduce"
    std::string remedy;  ///< "'allreduce -> pipeline' would act"; never empty
};

/// The rules of `rules` that name an engine and, for an operation they name, never act in a job of that shape; a rule
/// for `*` only if it acts for no operation. Left out are rules whose conditions the job cannot meet, and rules for the
/// engine `null`, which carries nothing. Four block sizes to each doubling are tried; a rule that needs a size between
/// two of them is taken to be idle.   Owner: `rules`.
std::vector<IdleRule> idle_rules(const config::RuleSet& rules, const JobShape& job, const OptionValues& options);

/// "rule 'allreduce -> multicast' (SHUNT_RULES, rule 1) never acts: ...", one sentence for the user.
std::string sentence_of(const IdleRule& idle);

}  // namespace shunt
