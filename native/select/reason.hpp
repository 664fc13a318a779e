#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace shunt {

struct Decision;
struct HostChoice;

/// Why a collective call was carried by an engine or by the host. The numbers are stored in profiles: add new ones at
/// the end, before `count_`.
enum class Reason : std::uint8_t {
    none,                 ///< no decision: no rules are given
    by_rule,              ///< an engine carries it, as the rule says
    no_rule,              ///< no rule names such a call
    rule_says_host,       ///< the rule names the host
    not_supported,        ///< the engine that the rule names does not carry such calls
    model,                ///< the host is expected to be faster
    few_calls,            ///< the communicator has had too few calls for a team to be worth making
    no_team_yet,          ///< a team is made in the next call in which all members meet
    no_team,              ///< a team could not be made, or its members have given it up
    small_sizes,          ///< the members' sizes differ, and the busiest member has too few bytes
    one_rank,             ///< the communicator has one member
    not_all_ours,         ///< some member belongs to another world, or it is an intercommunicator
    arguments,            ///< the host refuses such arguments, or its own error report is better
    combination,          ///< the operation is not known to combine the type on all hosts, or its elements overlap
    form,                 ///< no engine carries this form of the operation (nonblocking, persistent, neighbourhood)
    no_agreement,         ///< rules are given, but the ranks are not known to run alike: nothing is carried in this job
    host_algorithm,       ///< the host carries it by the algorithm of its own that the rule names
    no_host_algorithm,    ///< the rule names an algorithm that cannot be chosen for such calls: the host chooses
    host_algorithm_soon,  ///< its communicator is made in the next call in which all members meet
    host_algorithm_waits,     ///< gentle waiting uses the nonblocking call, whose algorithm the host chooses
    host_algorithm_blocking,  ///< the rule's algorithm can be set for blocking calls only
    auto_tries,               ///< auto lets the engine or the host carry this call in order to time it
    auto_measured,            ///< auto has measured which candidate is fastest
    auto_expects,             ///< auto follows the engine's prospect, and measures nothing
    auto_none,                ///< auto has no engine that is expected to be faster than the host
    roots_length,          ///< lengths differ between members: the root's decides, or that of a member already in the
                           ///< host's call
    auto_remembered,       ///< auto follows the measurements of an earlier run
    auto_remembers_order,  ///< likewise, for a reduction whose bits depend on the order of combining
    auto_leaves_order,     ///< such a reduction, which `auto.reductions` leaves to the host
    messages_among_nodes,  ///< the members run on several nodes, which our messages do not reach
    messages_no_name,      ///< the communicator was made by a call in which its members cannot agree on a number for it
    messages_no_requests,  ///< requests of our own are off (offload.nonblocking, or the host's functions on requests)
    messages_no_memory,    ///< some rank shares no memory with the others of its node
    plan_says,             ///< an engine carries it by a line of the plan, which auto measures where it may
    auto_trusts,           ///< auto follows a model whose time is about the least that the ports allow
    count_,
    first_clause = 64,  ///< from here on: index of a clause in the profile's table
};

/// The reason of a decision, and the rule and engine behind it.
struct Because {
    Reason reason = Reason::none;
    std::uint8_t engine = 0;  ///< that the rule names, as its index in profiles; 0: the host, or no rule
    std::uint16_t rule = 0;   ///< config::number_of(); 0: none
};

/// The exact cause of a decision, stored in the profile in place of the reason: the model's bound, or the number of
/// calls that a communicator needs first. Empty: the reason is enough.   Fails: std::bad_alloc.
std::string clause_of(const Decision& decision);
/// The host's algorithm and its segment: "pipeline/8K".   Fails: std::bad_alloc.
std::string name_of(const HostChoice& choice);
/// The clause of a call whose bits depend on the order of combining: the cause (clause_of()), and that order
/// (Team::combining_order()). While `auto` measures such calls the order is left out, as it may change from call to
/// call.
std::string clause_with_order(const Decision& decision, std::string clause, std::string_view order);
/// The order of combining in such a clause; empty: none.   Owner: `clause`.
std::string_view order_in_clause(std::string_view clause);
/// The clause of calls that the probation leaves to the host: the sizes last found, and the bound below which they are.
std::string clause_of_sizes(std::uint64_t busiest_bytes, std::string_view bound);

/// One clause for a report, such as "pipeline is not expected to be faster than the host (rule 2)"; empty for `none`
/// and for reasons that this version does not know. `engine`: the name of because.engine. `clause`: text from the
/// profile's table if the reason is an index into it.
std::string explain(const Because& because, std::string_view engine, std::string_view clause = {});

}  // namespace shunt
