#pragma once
#include <string>
#include <vector>

#include "config/rules.hpp"
#include "native/engines/contract.hpp"

namespace shunt {

/// The communicators that a job may have: those of at most `ranks` members on at most `nodes` nodes, at most `on_node`
/// on each. `cores`: that a node has for its ranks.
struct JobShape {
    int ranks = 1;
    int nodes = 1;
    int on_node = 1;
    int cores = 1;
};

/// Stands for any job on nodes of so many cores, where nothing else is known of it.
constexpr JobShape any_job(int cores) { return {4096, 4096, 1024, cores}; }

/// An operation that no call of the job can have carried by the rule that names it.
struct IdleRule {
    const config::Rule* rule = nullptr;
    std::string why;     ///< "multicast does not carry allreduce"
    std::string remedy;  ///< "'allreduce -> pipeline' would act"; never empty
};

/// The rules of `rules` that name an engine and, for an operation they name, never act in a job of that shape; a rule
/// for `*` only when it acts for none. Rules whose conditions the job cannot meet are left out, and those for the
/// engine `null`, which carries nothing. Rules that need a block size between two of those tried (four to each
/// doubling) are taken to be idle.   Owner: `rules`.
std::vector<IdleRule> idle_rules(const config::RuleSet& rules, const JobShape& job, const OptionValues& options);

/// "rule 'allreduce -> multicast' (SHUNT_RULES, rule 1) never acts: ...", one sentence for the user.
std::string sentence_of(const IdleRule& idle);

}  // namespace shunt
