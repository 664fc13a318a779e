#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace shunt {

struct Decision;
struct HostChoice;

/// Why a collective call went where it went. The numbers stand in profiles: new ones go to the end, before `count_`.
enum class Reason : std::uint8_t {
    none,                 ///< nothing was decided: no rules are given
    by_rule,              ///< an engine carries it, as the rule says
    no_rule,              ///< no rule names such a call
    rule_says_host,       ///< the rule names the host
    not_supported,        ///< the engine that the rule names does not carry such calls
    model,                ///< the host is expected to be faster
    few_calls,            ///< the communicator has had too few calls for a team to be worth making
    no_team_yet,          ///< a team is made in the next call in which all members meet
    no_team,              ///< a team could not be made, or its members have given it up
    small_sizes,          ///< the members' sizes differ, and the busiest has too little
    one_rank,             ///< the communicator has one member
    not_all_ours,         ///< some member belongs to another world, or it is an intercommunicator
    arguments,            ///< the host refuses such arguments, or knows better what to say of them
    combination,          ///< the operation is not known to combine the type on all hosts, or its elements overlap
    form,                 ///< no engine carries this form of the operation (nonblocking, persistent, neighbourhood)
    no_agreement,         ///< rules are given, but the ranks are not known to run alike: nothing is carried in this job
    host_algorithm,       ///< the host carries it by the algorithm of its own that the rule names
    no_host_algorithm,    ///< the rule names an algorithm that cannot be chosen for such calls: the host chooses
    host_algorithm_soon,  ///< its communicator is made in the next call in which all members meet
    host_algorithm_waits,     ///< gentle waiting takes the nonblocking call, whose algorithm the host chooses
    host_algorithm_blocking,  ///< only blocking calls are given the rule's algorithm
    auto_tries,               ///< auto has this one carried to see how long it takes
    auto_measured,            ///< auto has measured who is fastest
    auto_expects,             ///< auto goes by the engine's prospect, and measures nothing
    auto_none,                ///< auto has no engine that is expected to be faster than the host
    roots_length,          ///< a member has another length: the root's decides, or that of a member in the host already
    auto_remembered,       ///< auto goes by what an earlier run has measured
    auto_remembers_order,  ///< likewise, of a reduction whose bits depend on the order of combining
    auto_leaves_order,     ///< such a one, which `auto.reductions` leaves to the host
    messages_among_nodes,  ///< the members run on several nodes, which messages of ours do not reach
    messages_no_name,      ///< the communicator was made so that its members cannot number it alike
    messages_no_requests,  ///< requests of our own are off (offload.nonblocking, or the host's functions on requests)
    messages_no_memory,    ///< some rank shares no memory with the others of its node
    plan_says,             ///< an engine carries it as a line of the plan says, which auto will measure where it may
    auto_trusts,           ///< auto goes by a model that expects about the least that the ports allow
    count_,
    first_clause = 64,  ///< from here on: the place of a clause in the table that the profile keeps
};

/// Why a call went where it went, and what said so.
struct Because {
    Reason reason = Reason::none;
    std::uint8_t engine = 0;  ///< that the rule names, as its index in profiles; 0: the host, or no rule
    std::uint16_t rule = 0;   ///< config::number_of(); 0: none
};

/// What exactly decided, to be kept in the profile in place of the reason: the model's bound, or the calls that a
/// communicator needs first. Empty: the reason says it all.   Fails: std::bad_alloc.
std::string clause_of(const Decision& decision);
/// The host's algorithm and its segment: "pipeline/8K".   Fails: std::bad_alloc.
std::string name_of(const HostChoice& choice);
/// The same for a call whose bits depend on the order of combining: what decided (clause_of()), and that order
/// (Team::combining_order()). Where `auto` measures such calls the order is left out, as it may be another each time.
std::string clause_with_order(const Decision& decision, std::string clause, std::string_view order);
/// The order that such a clause names; empty: none.   Owner: `clause`.
std::string_view order_in_clause(std::string_view clause);
/// The same of calls that the probation leaves to the host: the sizes last found, and the bound that they are below.
std::string clause_of_sizes(std::uint64_t busiest_bytes, std::string_view bound);

/// One clause for a report, such as "pipeline is not expected to be faster than the host (rule 2)"; empty for `none`
/// and for reasons that this version does not know. `engine`: the name of because.engine. `clause`: of the profile's
/// table, where the reason names one.
std::string explain(const Because& because, std::string_view engine, std::string_view clause = {});

}  // namespace shunt
