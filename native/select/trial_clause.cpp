#include "native/select/trial_clause.hpp"

#include <string>

#include "native/base/number_text.hpp"
#include "native/base/outcome.hpp"
#include "native/select/promise.hpp"
#include "native/select/remembering.hpp"

namespace shunt {
namespace {

constexpr std::string_view kMeasured = "auto measured ", kRemembers = "auto remembers ";
constexpr std::string_view kPlanned = "the plan expects ";
constexpr std::string_view kFactorEnd = " x faster than the host (";
constexpr std::string_view kTimeOf = " us for ", kAsPorts = ", about what the ports need (";
constexpr std::size_t kMostOthersNamed = 3;

std::string name_of_candidate(const Decision& decision, int number) {
    std::string name = name_in_knowledge(number, decision.host_candidates);
    if (number == 0) return "the host";
    return number < kFirstHostCandidate ? name : "the host's " + name.substr(name.find(':') + 1);
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

/// The words by which a clause names the source of the choice that carried the first calls.
struct Origin {
    std::string_view passive, active, aside;
};
Origin origin_of(const Trial& trial) {
    switch (trial.source()) {
        case Trial::Source::plan: return {" planned", "the plan expects ", ", as planned,"};
        case Trial::Source::model: return {" modelled", "the model expects ", ", by the model,"};
        case Trial::Source::earlier_run: break;
    }
    return {" remembered", "it remembers ", ", which it remembers,"};
}

/// "; chosen at call 88, trying cost 264 us"
std::string end_of_clause(const Trial& trial) {
    const std::string at = std::to_string(trial.chosen_at()), cost_us = show_us(trial.cost_ns());
    switch (trial.memory()) {
        case Trial::Memory::unsure: return {};
        case Trial::Memory::holds: return joined({"; it held at call ", at});
        case Trial::Memory::dropped: {
            const std::string then_us = show_us(trial.dropped().remembered.ns);
            return joined({"; chosen at call ", at, " as the ", then_us, origin_of(trial).passive,
                           " did not hold, trying cost ", cost_us});
        }
        case Trial::Memory::none: break;
    }
    return joined({"; chosen at call ", at, ", trying cost ", cost_us});
}

}  // namespace

std::string clause_of_trial(const Decision& decision) {
    if (!decision.trial || decision.trial->choice() != decision.candidate) return {};
    const Trial::Comparison found = decision.trial->comparison();
    if (found.choice_ns <= 0 || found.other_ns <= 0 || found.other == decision.candidate) return {};
    // The choice stands until it was found slower more than once.
    const bool is_slower = found.other_ns < found.choice_ns;
    const double ratio = is_slower ? found.choice_ns / found.other_ns : found.other_ns / found.choice_ns;
    const std::string factor = fixed_text(ratio, 2);
    const std::string winner = name_of_candidate(decision, decision.candidate);
    const std::string other = name_of_candidate(decision, found.other);
    const std::string winner_us = show_us(found.choice_ns), other_us = show_us(found.other_ns);
    const bool is_remembered = decision.because.reason == Reason::auto_remembered;
    const std::string_view source = !is_remembered                                    ? kMeasured
                                    : decision.trial->source() == Trial::Source::plan ? kPlanned
                                                                                      : kRemembers;
    return joined({source, winner, " ", factor, is_slower ? " x slower than " : " x faster than ", other, " (",
                   winner_us, " against ", other_us, others_in_clause(decision, found.other), ")",
                   end_of_clause(*decision.trial)});
}

std::string clause_of_trusted(const Decision& decision) {
    if (!decision.trial || decision.trial->choice() != decision.candidate) return {};
    // Later looks may have compared it.
    if (decision.trial->comparison().other_ns > 0) return clause_of_trial(decision);
    const std::string name = name_of_candidate(decision, decision.candidate);
    const std::string expected_us = show_us(decision.trial->dropped().remembered.ns);
    if (decision.trial->memory() == Trial::Memory::unsure)
        return joined(
            {"auto expects ", expected_us, " of ", name, ", about what the ports need: the host is not tried"});
    std::string took_us = show_us(decision.trial->comparison().choice_ns);
    took_us.erase(took_us.size() - 3);  // the unit
    return joined({kMeasured, took_us, kTimeOf, name, kAsPorts, expected_us,
                   "): the host was not tried; chosen at call ", std::to_string(decision.trial->chosen_at())});
}

std::string clause_of_dropped(const Decision& decision) {
    if (!decision.trial || decision.trial->memory() != Trial::Memory::dropped) return {};
    const Trial::Dropped& dropped = decision.trial->dropped();
    const std::string name = name_of_candidate(decision, dropped.remembered.candidate);
    const std::string then_us = show_us(dropped.remembered.ns), now_us = show_us(dropped.now_ns);
    const Origin origin = origin_of(*decision.trial);
    if (dropped.now_ns <= 0) return joined({"auto measures anew: ", name, origin.aside, " can carry none"});
    return joined({"auto measures anew: ", origin.active, then_us, " for ", name, ", which took ", now_us});
}

std::string_view as_ports_in_clause(std::string_view clause) {
    const std::size_t end = clause.find(kAsPorts), start = clause.find(kTimeOf);
    if (!clause.starts_with(kMeasured) || end == std::string_view::npos || start >= end) return {};
    return clause.substr(start + kTimeOf.size(), end - start - kTimeOf.size());
}

Gain gain_in_clause(std::string_view clause) {
    const std::size_t end = clause.find(kFactorEnd);
    const bool is_planned = clause.starts_with(kPlanned), is_remembered = is_planned || clause.starts_with(kRemembers);
    if ((!is_remembered && !clause.starts_with(kMeasured)) || end == std::string_view::npos) return {};
    const std::size_t start = is_planned ? kPlanned.size() : is_remembered ? kRemembers.size() : kMeasured.size();
    const std::size_t factor = clause.rfind(' ', end - 1);
    if (factor < start) return {};
    return {clause.substr(start, factor - start), number_at(clause.substr(factor, end - factor)), is_remembered};
}

}  // namespace shunt
