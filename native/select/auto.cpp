#include "native/select/auto.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "native/engines/registry.hpp"
#include "native/select/algorithm_order.hpp"
#include "native/select/learning.hpp"
#include "native/select/remembering.hpp"
#include "native/select/team_wait.hpp"

namespace shunt {
namespace {

/// Collectives of a communicator before `auto` looks at candidates, if only the host's algorithms may be faster: many
/// programs make many communicators for a few calls each.
constexpr std::uint32_t kCallsBeforeHostAlgorithms = 200;
/// ... among nodes, where calls may take long, if no algorithm needs a communicator of its own.
constexpr std::uint32_t kCallsBeforeReadyAlgorithms = 32;
/// ... or fewer, if that many calls are known to take as long as making a communicator.
constexpr std::uint32_t kFewestCallsBefore = 8;
constexpr double kBeforeHostAlgorithmsNs = 5e7;
/// The model of an algorithm may be wrong by this factor, as was measured for calls of milliseconds.
constexpr double kModelDoubt = 1.1;
/// Up to this multiple of the least that the ports allow, a time is near it: no other candidate could gain more.
constexpr double kNearLeast = 1.15;

/// For shorter calls the model is taken as certain: the host's calls take a few hundred ns.
constexpr std::int64_t kDoubtfulFromBytes = 1 << 10;

bool is_engine(int candidate) { return candidate != 0 && candidate < kFirstHostCandidate; }

bool has(std::uint32_t teams, int engine) { return (teams >> engine & 1) != 0; }

/// Results that an earlier run has stored.
struct Remembered {
    std::vector<Trial::Timed> times;  ///< the choice first, or the fastest so far; empty: no results
    std::size_t blocks = 0;           ///< KnowledgeEntry::blocks
    bool has_choice() const { return !times.empty() && blocks == 0; }
};

/// An engine that can carry such calls.
struct Able {
    int index = 0;
    Prospect prospect;
};

/// The able engines that are expected to be faster than the host with such calls, or, if not `wins`, the others.
std::vector<Able> able(const Policy& policy, const Facts& facts, bool wins) {
    std::vector<Able> found;
    int index = 0;
    for (const Engine* engine : engines()) {
        index += 1;
        if (!engine->is_for_auto() || !engine->supports(facts)) continue;
        const Prospect prospect = engine->prospect(facts, policy.options);
        if (prospect.wins == wins) found.push_back({index, prospect});
    }
    return found;
}

std::vector<Able> winners(const Policy& policy, const Facts& facts) { return able(policy, facts, true); }

/// The numbers of engines that already have a team, but are not expected to win.
std::vector<int> doubtful(const Policy& policy, const CallFacts& facts) {
    std::vector<int> found;
    if (facts.call.block_bytes < kDoubtfulFromBytes) return found;
    for (const Able& one : able(policy, facts.call, false))
        if (has(facts.teams, one.index)) found.push_back(one.index);
    return found;
}

/// The candidate number of one of the host's algorithms; 0: `auto` may not choose it for such calls.
int number_of(const HostChoice& choice, const CallFacts& facts) {
    int number = kFirstHostCandidate - 1;
    for (const HostCandidate& one : facts.host_candidates) {
        number += 1;
        const bool fits = one.ranks == 0 || one.ranks == facts.call.ranks;
        if (fits && one.choice.algorithm == choice.algorithm && one.choice.segment == choice.segment) return number;
    }
    return 0;
}

/// The ports for the model; null: the model cannot be used.
const Ports* ports_of(const CallFacts& facts) { return facts.call.nodes > 1 ? facts.ports : nullptr; }

/// The candidates without measurements, the most promising first, because looks at them are rare. Candidates without a
/// model come in the middle. Engines that have a team but are not expected to win come first if the ports are not
/// known.   Units: ns; 0: not known.
std::vector<Trial::Timed> later_candidates(const Policy& policy, const CallFacts& facts) {
    const Ports* const ports = ports_of(facts);
    std::vector<Trial::Timed> found, unknown, first;
    for (const int index : doubtful(policy, facts)) {
        const Engine& engine = *engines()[static_cast<std::size_t>(index) - 1];
        const double ns = ports ? rough_ns(engine, facts.call, *ports) : 0;
        (!ports ? first : ns > 0 ? found : unknown).push_back({index, ns});
    }
    int number = kFirstHostCandidate - 1;
    for (const HostCandidate& one : facts.host_candidates) {
        number += 1;
        const bool fits = one.ranks == 0 || one.ranks == facts.call.ranks;
        const bool is_cut = 2 * one.choice.segment <= facts.call.block_bytes;
        if (!fits || !is_cut) continue;
        const bool is_known = is_known_algorithm(one.choice);
        (is_known ? found : unknown).push_back({number, is_known ? rough_ns(one.choice, facts.call, ports) : 0});
    }
    std::ranges::stable_sort(found, {}, &Trial::Timed::ns);
    found.insert(found.begin() + static_cast<std::ptrdiff_t>((found.size() + 1) / 2), unknown.begin(), unknown.end());
    found.insert(found.begin(), first.begin(), first.end());
    return found;
}

/// Engines without a team and without an expected gain, on one node whose ranks share cores, with an upper bound on the
/// time of their calls. The host's calls may take a hundred times as long there, if its ranks spin.   Units: ns.
std::vector<Trial::Timed> last_hopes(const Policy& policy, const CallFacts& facts) {
    constexpr double kTurnNs = 5e4, kByteNs = 2;
    const Facts& call = facts.call;
    std::vector<Trial::Timed> found;
    if (call.nodes != 1 || call.ranks <= call.cores) return found;
    const double ranks = call.ranks, bytes = static_cast<double>(call.block_bytes) * ranks * ranks;  // of an all-to-all
    for (const Able& one : able(policy, call, false))
        if (!has(facts.teams, one.index)) found.push_back({one.index, ranks * kTurnNs + bytes * kByteNs});
    return found;
}

/// Expected times of calls by these engines, as far as there is a model, the shortest first. Empty if calls are short,
/// or if even the shortest time is well above the least that the ports allow.
std::vector<Trial::Timed> near_the_least(const CallFacts& facts, const std::vector<int>& engines) {
    std::vector<Trial::Timed> found;
    const Ports* const ports = ports_of(facts);
    if (!ports) return found;
    const double least = least_ns(facts.call, *ports);
    if (least < Trial::kLongNs) return found;
    for (const int index : engines) {
        const double rough = rough_ns(*shunt::engines()[static_cast<std::size_t>(index) - 1], facts.call, *ports);
        if (rough != 0) found.push_back({index, std::max(rough, least)});
    }
    std::ranges::stable_sort(found, {}, &Trial::Timed::ns);
    if (!found.empty() && found.front().ns > kNearLeast * least) found.clear();
    return found;
}

/// Results of earlier runs for such calls.
Remembered remembered_of(const CallFacts& facts) {
    if (!facts.knowledge) return {};
    const Facts& call = facts.call;
    const KnowledgeEntry* entry = facts.knowledge->find(call.operation, Learning::class_of(call.block_bytes),
                                                        call.ranks, call.nodes, is_rounded(call));
    if (!entry) return {};
    return {times_in(*entry, facts.host_candidates), static_cast<std::size_t>(entry->blocks)};
}

/// Whether none of the host's algorithms needs a new communicator.
bool are_ready(const CallFacts& facts) { return std::ranges::all_of(facts.host_candidates, &HostCandidate::is_ready); }

/// How many collectives a communicator must have had before `auto` looks at its calls, if only `later` candidates may
/// be faster.
std::uint32_t calls_before(const CallFacts& facts, const std::vector<Trial::Timed>& later, const Remembered& known) {
    double call_ns = 1;
    for (const Trial::Timed& one : known.times)
        if (one.candidate == 0) call_ns = std::max(call_ns, one.ns);
    if (const Ports* const ports = ports_of(facts); ports && !later.empty())
        call_ns =
            std::max({call_ns, static_cast<double>(facts.call.block_bytes) / ports->bytes_per_ns, later.front().ns});
    const double calls = kBeforeHostAlgorithmsNs / call_ns;
    const bool begins_early = facts.call.nodes > 1 && are_ready(facts);
    const std::uint32_t most = begins_early ? kCallsBeforeReadyAlgorithms : kCallsBeforeHostAlgorithms;
    return static_cast<std::uint32_t>(std::clamp<double>(calls, kFewestCallsBefore, most));
}

/// The state of one decision in progress.
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
    Decision to_candidate(Reason reason, int number, std::uint32_t until) const;
    Decision by_prospect() const;
    Decision by_measuring() const;
    Decision before_all_calls() const;
    Decision as_remembered(const Remembered& known) const;
    /// Of the plan; 0: another rule decides.
    std::uint16_t line() const { return config::place_in_plan(policy.rules, rule); }
    Trial* begun() const {
        return facts.learning->find(facts.call.operation, facts.call.block_bytes, facts.call.exact, line());
    }
    Trial& begin(std::span<const int> first, std::span<const int> later) const {
        const Facts& call = facts.call;
        return facts.learning->trial_of(call.operation, call.block_bytes, first, later, call.exact, line());
    }
    Decision as_planned(const config::Rule& planned) const;
    Decision as_planned_unmeasured(const config::Rule& planned) const;
    bool goes_by_prospect(const Trial& trial) const;
    Decision as_tried(Trial& trial) const;
};

Decision Deciding::to_candidate(Reason reason, int number, std::uint32_t until) const {
    Decision decision = is_engine(number) ? to_engine(reason, number, until) : to_host(reason, 0, until);
    decision.candidate = number;
    decision.host_candidates = facts.host_candidates;
    if (number >= kFirstHostCandidate)
        decision.choice = facts.host_candidates[static_cast<std::size_t>(number - kFirstHostCandidate)].choice;
    return decision;
}

Decision Deciding::by_prospect() const {
    const std::vector<Able> found = winners(policy, facts.call);
    if (found.empty()) return to_host(Reason::auto_none, 0, kForEver);
    const auto& [index, prospect] = found.front();
    const TeamWait wait = team_wait(facts, index, prospect);
    if (wait.reason != Reason::none) return to_host(wait.reason, index, wait.until);
    Decision decision = to_engine(Reason::auto_expects, index, kForEver);
    decision.bound = prospect.bound;
    decision.least_bytes = prospect.least_bytes;
    return decision;
}

/// For reductions whose bits the order of combining may change: decides only by knowledge from before the first of
/// them.
Decision Deciding::before_all_calls() const {
    const Remembered known = remembered_of(facts);
    if (!known.has_choice()) return by_prospect();
    const int number = known.times.front().candidate;
    if (!is_engine(number)) return as_remembered(known);
    const Engine& engine = *engines()[static_cast<std::size_t>(number) - 1];
    if (!engine.supports(facts.call)) return by_prospect();
    const TeamWait wait = team_wait(facts, number, engine.prospect(facts.call, policy.options));
    if (wait.reason != Reason::none) return to_host(wait.reason, number, wait.until);
    return as_remembered(known);
}

/// The choice, with the times that the report shows.
Decision Deciding::as_remembered(const Remembered& known) const {
    Decision decision = to_candidate(Reason::auto_remembers_order, known.times.front().candidate, kForEver);
    const auto host = std::ranges::find(known.times, 0, &Trial::Timed::candidate);
    if (host != known.times.end()) decision.expected = {known.times.front().ns, host->ns};
    return decision;
}

Decision Deciding::by_measuring() const {
    if (Trial* const known = begun()) return as_tried(*known);
    std::vector<int> engines;
    std::uint32_t calls_first = 0;
    for (const Able& one : winners(policy, facts.call)) {
        engines.push_back(one.index);
        if (has(facts.teams, one.index)) continue;
        calls_first = std::max(calls_first, calls_before_team(facts, one.prospect));
    }
    const std::vector<Trial::Timed> modelled = later_candidates(policy, facts);
    const std::vector<Trial::Timed> hopes = last_hopes(policy, facts);
    if (engines.empty() && modelled.empty() && hopes.empty()) return to_host(Reason::auto_none, 0, kForEver);
    const Remembered known = remembered_of(facts);
    const bool starts_at_once = facts.starts_at_once && known.has_choice() && known.times.front().candidate != 0;
    const std::uint32_t calls = calls_before(facts, modelled, known);
    if (!starts_at_once && engines.empty() && facts.ordinal <= calls) return to_host(Reason::auto_none, 0, calls);
    if (!starts_at_once && facts.ordinal <= calls_first)
        return to_host(Reason::few_calls, engines.front(), calls_first);
    if (!facts.may_try) return to_host(Reason::auto_tries, 0, facts.ordinal);
    std::vector<int> later;
    for (const auto* list : {&hopes, &modelled})
        for (const Trial::Timed& one : *list) later.push_back(one.candidate);
    const double doubt = kModelDoubt * std::pow(Trial::kMoreDoubt, facts.learning->lost_hopes());
    Trial& trial = begin(engines, later);
    trial.model(ports_of(facts) ? modelled : hopes, doubt);
    trial.look_only_if_hopeful(hopes);
    if (are_ready(facts)) trial.need_nothing_made();
    if (known.has_choice()) trial.remember(known.times);
    else if (!known.times.empty()) trial.resume({known.times, known.blocks});
    else trial.trust(near_the_least(facts, engines));
    return as_tried(trial);
}

Decision Deciding::as_planned_unmeasured(const config::Rule& planned) const {
    if (planned.engine == 0) {
        Decision decision = to_host(Reason::plan_says, 0, kForEver);
        decision.choice = host_choice_of(planned);
        return decision;
    }
    const TeamWait wait = team_wait(facts, planned.engine, {.is_weighed = false});
    if (wait.reason != Reason::none) return to_host(wait.reason, planned.engine, wait.until);
    return to_engine(Reason::plan_says, planned.engine, kForEver);
}

/// The carrier of the line from the first call on. It is compared with the line's times for it and for the host, or, if
/// there are none, measured beside the host.
Decision Deciding::as_planned(const config::Rule& planned) const {
    const int number = planned.engine > 0 ? planned.engine : number_of(host_choice_of(planned), facts);
    if (!facts.learning || facts.call.block_bytes == kBytesDiffer || number == 0) return as_planned_unmeasured(planned);
    if (Trial* const known = begun()) return as_tried(*known);
    if (!facts.may_try) {
        Decision decision = as_planned_unmeasured(planned);
        decision.until = facts.ordinal;
        return decision;
    }
    const int first[] = {number};
    Trial& trial = begin(first, {});
    const Trial::Timed times[] = {{number, static_cast<double>(planned.plan.expect_ns)},
                                  {0, static_cast<double>(planned.plan.instead_ns)}};
    if (has_times(planned)) trial.expect(times);
    else trial.prefer(number);
    return as_tried(trial);
}

/// Whether the engine's prospect decides for a reduction before the first round. The round may never begin for
/// reductions in which members need not meet: only calls that synchronise, or a root's word, combine times.
bool Deciding::goes_by_prospect(const Trial& trial) const {
    const bool is_waiting = trial.state() == Trial::State::waiting && trial.memory() == Trial::Memory::none;
    return is_waiting && trial.choice() == 0 && combines(facts.call.operation);
}

Decision Deciding::as_tried(Trial& trial) const {
    const int who = facts.may_try ? trial.next(facts.ordinal) : trial.choice();
    if (goes_by_prospect(trial)) {
        Decision expected = by_prospect();
        expected.until = std::min(expected.until, facts.may_try ? trial.holds_until(facts.ordinal) : facts.ordinal);
        return expected;
    }
    const bool is_chosen = trial.state() == Trial::State::chosen;
    const bool is_remembered =
        trial.memory() == Trial::Memory::unsure || (is_chosen && trial.memory() == Trial::Memory::holds);
    const bool is_modelled = is_remembered && trial.source() == Trial::Source::model;
    const Reason reason = is_modelled     ? Reason::auto_trusts
                          : is_remembered ? Reason::auto_remembered
                          : is_chosen     ? Reason::auto_measured
                                          : Reason::auto_tries;
    const std::uint32_t until = facts.may_try || is_chosen ? trial.holds_until(facts.ordinal) : facts.ordinal;
    // The class of lengths may contain lengths that the engine carries and lengths that it does not.
    if (is_engine(who) && !engines()[static_cast<std::size_t>(who) - 1]->supports(facts.call))
        return to_host(Reason::not_supported, who, facts.ordinal);
    Decision decision = to_candidate(reason, who, until);
    decision.trial = &trial;
    decision.is_timed = facts.may_try && trial.needs_calls();
    return decision;
}

}  // namespace

Decision decide_automatically(const Policy& policy, const CallFacts& facts, std::uint16_t rule) {
    const Deciding deciding{policy, facts, rule};
    const bool rounded = is_rounded(facts.call);
    if (rounded && policy.reductions == config::AutoReductions::host)
        return deciding.to_host(Reason::auto_leaves_order, 0, kForEver);
    if (rounded && policy.reductions == config::AutoReductions::fixed) return deciding.before_all_calls();
    const bool is_measured = facts.learning && facts.call.block_bytes != kBytesDiffer;
    return is_measured ? deciding.by_measuring() : deciding.by_prospect();
}

Decision decide_as_planned(const Policy& policy, const CallFacts& facts, const config::Rule& rule,
                           std::uint16_t number) {
    return Deciding{policy, facts, number}.as_planned(rule);
}

std::vector<int> promising_engines(const OptionValues& options, Facts facts) {
    std::vector<int> found;
    int index = 0;
    for (const Engine* engine : engines()) {
        index += 1;
        if (!engine->is_for_auto()) continue;
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

}  // namespace shunt
