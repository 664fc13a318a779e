#include "native/select/reason.hpp"

#include "config/rules.hpp"
#include "config/value.hpp"
#include "native/base/outcome.hpp"
#include "native/select/decision.hpp"
#include "native/select/promise.hpp"
#include "native/select/trial_clause.hpp"

namespace shunt {

namespace {

constexpr std::string_view kCombined = "; combined ";

/// The text of a reason, in which E stands for the engine.
std::string_view text_of(Reason reason) {
    switch (reason) {
        case Reason::by_rule: return "as asked";
        case Reason::no_rule: return "no rule names it";
        case Reason::rule_says_host: return "as asked";
        case Reason::not_supported: return "E does not carry it here";
        case Reason::model: return "E is not expected to be faster than the host";
        case Reason::few_calls: return "too few calls yet for a team of E to be worth making";
        case Reason::no_team_yet: return "E has no team yet: one is made in the next call in which all ranks meet";
        case Reason::no_team: return "a team of E could not be made, or was given up";
        case Reason::small_sizes: return "sizes differ between ranks, and the busiest has too few bytes for E";
        case Reason::one_rank: return "one rank";
        case Reason::not_all_ours: return "a member of another world, or an intercommunicator";
        case Reason::arguments: return "arguments that the host may refuse, or nothing to move";
        case Reason::combination: return "only the host combines this operation and type";
        case Reason::form: return "no engine carries this form of the call";
        case Reason::no_agreement: return "not all ranks are known to run with Shunt alike";
        case Reason::auto_tries: return "auto measures all candidates";
        case Reason::auto_measured: return "auto measured which candidate is fastest";
        case Reason::auto_expects: return "auto expects E to be faster than the host";
        case Reason::auto_none: return "auto expects no engine to be faster than the host";
        case Reason::roots_length: return "lengths differ between ranks: all use the same carrier";
        case Reason::auto_remembered: return "auto remembers which candidate was fastest";
        case Reason::auto_trusts: return "auto expects E to take about as long as the ports need";
        case Reason::auto_remembers_order:
            return "auto remembers which candidate was fastest, and keeps the order of combining";
        case Reason::auto_leaves_order: return "auto.reductions leaves its order of combining to the host";
        case Reason::host_algorithm: return "the host's algorithm as asked";
        case Reason::no_host_algorithm: return "the host has no such algorithm to choose for such calls";
        case Reason::host_algorithm_soon:
            return "the host's algorithm is used from the next call on in which all ranks meet";
        case Reason::host_algorithm_waits:
            return "gentle waiting by a nonblocking call, whose algorithm the host chooses";
        case Reason::host_algorithm_blocking: return "only blocking calls get the host's algorithm that a rule names";
        case Reason::messages_among_nodes: return "the ranks could not open TCP sockets for E among their nodes";
        case Reason::messages_no_name: return "members cannot agree on a number for such a communicator";
        case Reason::messages_no_requests: return "requests of our own are off";
        case Reason::messages_no_memory: return "not all ranks of a node could share memory";
        case Reason::plan_says: return "as planned";
        case Reason::none:
        case Reason::count_:
        case Reason::first_clause: break;
    }
    return {};
}

void name_engine(std::string& text, std::string_view engine) {
    if (const std::size_t place = text.find("E "); place != std::string::npos && (place == 0 || text[place - 1] == ' '))
        text.replace(place, 1, engine);
    else if (text.ends_with(" E")) text.replace(text.size() - 1, 1, engine);
}

}  // namespace

std::string clause_of(const Decision& decision) {
    if (decision.because.reason == Reason::model) return std::string(decision.bound);
    const Reason reason = decision.because.reason;
    if (reason == Reason::auto_measured || reason == Reason::auto_remembered) return clause_of_trial(decision);
    if (reason == Reason::auto_trusts) return clause_of_trusted(decision);
    if (reason == Reason::auto_remembers_order) return clause_of_remembered(decision);
    if (reason == Reason::auto_tries) return clause_of_dropped(decision);
    const bool is_by_line =
        reason == Reason::plan_says || reason == Reason::by_rule || reason == Reason::host_algorithm;
    if (std::string promise = is_by_line ? clause_of_promise(decision) : std::string(); !promise.empty()) {
        if (decision.choice.is_given()) promise += joined({", by the host's ", name_of(decision.choice)});
        return promise;
    }
    if (decision.because.reason == Reason::few_calls)
        return joined({"among the first ", std::to_string(decision.until), " collectives of its communicator"});
    if (is_by_line && decision.choice.is_given()) {
        const HostChoice& choice = decision.choice;
        const std::string segment = config::format_value(config::Kind::integer, {}, choice.segment);
        return joined({"the host's algorithm ", choice.algorithm, choice.segment ? ", segment " : "",
                       choice.segment ? segment : ""});
    }
    return {};
}

std::string name_of(const HostChoice& choice) {
    const std::string segment = config::format_value(config::Kind::integer, {}, choice.segment);
    return joined({choice.algorithm, choice.segment ? "/" : "", choice.segment ? segment : ""});
}

std::string clause_with_order(const Decision& decision, std::string clause, std::string_view order) {
    if (order.empty() || decision.trial) return clause;
    if (clause.empty()) {
        clause = text_of(decision.because.reason);
        name_engine(clause, decision.engine ? decision.engine->name() : "the host");
    }
    return joined({clause, kCombined, order});
}

std::string_view order_in_clause(std::string_view clause) {
    const std::size_t at = clause.find(kCombined);
    return at == std::string_view::npos ? std::string_view() : clause.substr(at + kCombined.size());
}

std::string clause_of_sizes(std::uint64_t busiest_bytes, std::string_view bound) {
    return joined({"members' sizes differ and the busiest has ", std::to_string(busiest_bytes), " B, ", bound});
}

std::string explain(const Because& because, std::string_view engine, std::string_view clause) {
    const bool has_clause = because.reason >= Reason::first_clause;
    std::string text(has_clause ? clause : text_of(because.reason));
    if (!has_clause) name_engine(text, engine);
    const bool is_planned = (because.rule & config::kPlanLine) != 0;
    const std::string number = std::to_string(because.rule & ~unsigned{config::kPlanLine});
    if (!text.empty() && because.rule != 0) text += joined({is_planned ? " (plan line " : " (rule ", number, ")"});
    return text;
}

}  // namespace shunt
