#include "native/select/auto.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "config/value.hpp"
#include "native/base/outcome.hpp"
#include "native/engines/registry.hpp"
#include "native/select/learning.hpp"

namespace shunt {
namespace {

constexpr std::string_view kClauseStart = "auto measured ", kFactorEnd = " x faster than the host (";
constexpr std::size_t kMostOthersNamed = 3;

/// Where nothing but the host's algorithms may be faster: so many collectives of a communicator are not looked at, as
/// many programs make many communicators for a few calls each.
constexpr std::uint32_t kCallsBeforeHostAlgorithms = 200;
/// From here on algorithms that send in segments are tried before all others.
constexpr std::int64_t kSegmentsFirstBytes = 32 << 10;

bool has(std::uint32_t teams, int engine) { return (teams >> engine & 1) != 0; }

/// An engine that is expected to be faster than the host with such calls.
struct Winner {
    int index = 0;
    Prospect prospect;
};

std::vector<Winner> winners(const Policy& policy, const Facts& facts) {
    std::vector<Winner> found;
    int index = 0;
    for (const Engine* engine : engines()) {
        index += 1;
        if (!engine->supports(facts)) continue;
        const Prospect prospect = engine->prospect(facts, policy.options);
        if (prospect.wins) found.push_back({index, prospect});
    }
    return found;
}

/// The numbers of the host's algorithms that are worth a try for calls of `bytes`, the most promising first.
std::vector<int> host_algorithms_for(const CallFacts& facts) {
    std::vector<int> whole, segmented;
    int number = kFirstHostCandidate;
    for (const HostCandidate& one : facts.host_candidates) {
        const bool fits = one.ranks == 0 || one.ranks == facts.call.ranks;
        const bool is_cut = 2 * one.choice.segment <= facts.call.block_bytes;
        if (fits && is_cut) (one.choice.segment > 0 ? segmented : whole).push_back(number);
        number += 1;
    }
    const bool segments_first = facts.call.block_bytes >= kSegmentsFirstBytes;
    std::vector<int>& found = segments_first ? segmented : whole;
    const std::vector<int>& last = segments_first ? whole : segmented;
    found.insert(found.end(), last.begin(), last.end());
    return found;
}

/// One decision on its way.
struct Deciding {
    const Policy& policy;
    const CallFacts& facts;
    std::uint16_t rule;

    Decision to_host(Reason reason, int about, std::uint32_t until) const {
        Decision decision;
        decision.because = {reason, static_cast<std::uint8_t>(about), rule};
        decision.facts = facts.call;
        decision.until = until;
        return decision;
    }
    Decision to_engine(Reason reason, int index, std::uint32_t until) const {
        Decision decision = to_host(reason, index, until);
        decision.engine = engines()[static_cast<std::size_t>(index) - 1];
        decision.index = index;
        return decision;
    }
    Decision by_prospect() const;
    Decision by_measuring() const;
    Decision as_tried(Trial& trial) const;
};

Decision Deciding::by_prospect() const {
    const std::vector<Winner> found = winners(policy, facts.call);
    if (found.empty()) return to_host(Reason::auto_none, 0, kForEver);
    const auto& [index, prospect] = found.front();
    const bool is_reduction = combines(facts.call.operation);
    const bool makes_team = facts.may_try && synchronises(facts.call.operation, facts.call.block_bytes);
    if (is_reduction && !makes_team) {
        // A team that is there too early has to be waited for: the next call in which all members meet settles it.
        if (has(facts.teams, index) && !has(facts.settled_teams, index))
            return to_host(Reason::no_team_yet, index, facts.ordinal);
    } else if ((is_reduction || !has(facts.teams, index)) && facts.ordinal <= prospect.calls_first) {
        return to_host(Reason::few_calls, index, prospect.calls_first);
    }
    Decision decision = to_engine(Reason::auto_expects, index, kForEver);
    decision.bound = prospect.bound;
    decision.least_bytes = prospect.least_bytes;
    return decision;
}

Decision Deciding::by_measuring() const {
    if (Trial* known = facts.learning->find(facts.call.operation, facts.call.block_bytes)) return as_tried(*known);
    std::vector<int> engines;
    std::uint32_t calls_first = 0;
    for (const Winner& one : winners(policy, facts.call)) {
        engines.push_back(one.index);
        if (!has(facts.teams, one.index)) calls_first = std::max(calls_first, one.prospect.calls_first);
    }
    const std::vector<int> algorithms = host_algorithms_for(facts);
    if (engines.empty() && algorithms.empty()) return to_host(Reason::auto_none, 0, kForEver);
    if (engines.empty() && facts.ordinal <= kCallsBeforeHostAlgorithms)
        return to_host(Reason::auto_none, 0, kCallsBeforeHostAlgorithms);
    if (facts.ordinal <= calls_first) return to_host(Reason::few_calls, engines.front(), calls_first);
    if (!facts.may_try) return to_host(Reason::auto_tries, 0, facts.ordinal);
    return as_tried(facts.learning->trial_of(facts.call.operation, facts.call.block_bytes, engines, algorithms));
}

Decision Deciding::as_tried(Trial& trial) const {
    const int carrier = facts.may_try ? trial.next(facts.ordinal) : trial.choice();
    const bool is_chosen = trial.state() == Trial::State::chosen;
    const Reason reason = is_chosen ? Reason::auto_measured : Reason::auto_tries;
    const std::uint32_t until = facts.may_try || is_chosen ? trial.holds_until(facts.ordinal) : facts.ordinal;
    // The class of lengths may hold some that the engine carries and some that it does not.
    const bool is_engine = carrier != 0 && carrier < kFirstHostCandidate;
    if (is_engine && !engines()[static_cast<std::size_t>(carrier) - 1]->supports(facts.call))
        return to_host(Reason::not_supported, carrier, facts.ordinal);
    Decision decision = is_engine ? to_engine(reason, carrier, until) : to_host(reason, 0, until);
    decision.trial = &trial;
    decision.candidate = carrier;
    decision.host_candidates = facts.host_candidates;
    if (carrier >= kFirstHostCandidate)
        decision.choice = facts.host_candidates[static_cast<std::size_t>(carrier - kFirstHostCandidate)].choice;
    decision.is_timed = facts.may_try && trial.needs_calls();
    return decision;
}

std::string name_of_candidate(const Decision& decision, int number) {
    if (number == 0) return "the host";
    if (number < kFirstHostCandidate) return std::string(engines()[static_cast<std::size_t>(number) - 1]->name());
    const HostChoice& choice = decision.host_candidates[static_cast<std::size_t>(number - kFirstHostCandidate)].choice;
    const std::string segment = config::format_value(config::Kind::integer, {}, choice.segment);
    return joined({"the host's ", choice.algorithm, choice.segment ? "/" : "", choice.segment ? segment : ""});
}

std::string show_us(double ns) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g us", ns / 1e3);
    return text;
}

/// "; multicast 310 us, the host's chain/8K 1205 us"
std::string others_in_clause(const Decision& decision, int other) {
    std::string text;
    std::size_t named = 0;
    for (const Trial::Timed& one : decision.trial->timed()) {
        if (one.candidate == decision.candidate || one.candidate == other || named == kMostOthersNamed) continue;
        const std::string name = name_of_candidate(decision, one.candidate), time = show_us(one.ns);
        text += joined({named++ == 0 ? "; " : ", ", name, " ", time});
    }
    return text;
}

}  // namespace

Decision decide_automatically(const Policy& policy, const CallFacts& facts, std::uint16_t rule) {
    const Deciding deciding{policy, facts, rule};
    const Operation operation = facts.call.operation;
    const bool is_measured = facts.learning && facts.call.block_bytes != kBytesDiffer && !combines(operation);
    return is_measured ? deciding.by_measuring() : deciding.by_prospect();
}

std::vector<int> promising_engines(const OptionValues& options, Facts facts) {
    std::vector<int> found;
    int index = 0;
    for (const Engine* engine : engines()) {
        index += 1;
        const auto wins = [&](Operation operation, std::int64_t bytes) {
            facts.operation = operation;
            facts.block_bytes = bytes;
            return engine->supports(facts) && engine->prospect(facts, options).wins;
        };
        bool any = false;
        for (const Operation operation :
             {Operation::bcast, Operation::allgather, Operation::alltoall, Operation::allreduce})
            for (const std::int64_t bytes : {1 << 10, 64 << 10, 1 << 20}) any = any || wins(operation, bytes);
        if (any) found.push_back(index);
    }
    return found;
}

std::string clause_of_trial(const Decision& decision) {
    if (!decision.trial || decision.trial->choice() != decision.candidate) return {};
    const Trial::Comparison found = decision.trial->comparison();
    if (found.choice_ns <= 0 || found.other_ns <= 0 || found.other == decision.candidate) return {};
    char factor[32];
    std::snprintf(factor, sizeof factor, " %.2f", found.other_ns / found.choice_ns);
    const std::string winner = name_of_candidate(decision, decision.candidate);
    const std::string other = name_of_candidate(decision, found.other);
    const std::string winner_us = show_us(found.choice_ns), other_us = show_us(found.other_ns);
    const std::string cost_us = show_us(decision.trial->cost_ns());
    return joined({kClauseStart, winner, factor, " x faster than ", other, " (", winner_us, " against ", other_us,
                   others_in_clause(decision, found.other), "); chosen at call ",
                   std::to_string(decision.trial->chosen_at()), ", trying cost ", cost_us});
}

Gain gain_in_clause(std::string_view clause) {
    const std::size_t end = clause.find(kFactorEnd);
    if (!clause.starts_with(kClauseStart) || end == std::string_view::npos) return {};
    const std::size_t factor = clause.rfind(' ', end - 1);
    return {clause.substr(kClauseStart.size(), factor - kClauseStart.size()),
            std::atof(std::string(clause.substr(factor, end - factor)).c_str())};
}

}  // namespace shunt
