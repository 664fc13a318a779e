#include "native/select/trial_clause.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "native/base/number_text.hpp"
#include "native/base/outcome.hpp"
#include "native/select/promise.hpp"
#include "native/select/remembering.hpp"

namespace shunt {
namespace {

constexpr std::string_view kMeasured = "auto measured ", kRemembers = "auto remembers ";
constexpr std::string_view kPlanned = "the plan expects ";
constexpr std::string_view kFasterThan = " x faster than ", kSlowerThan = " x slower than ";
constexpr std::string_view kFactorEnd = " x faster than the host (";
constexpr std::string_view kTimeOf = " us for ", kAsPorts = ", about what the ports need (";
constexpr std::string_view kBetweenTimes = " against ", kAutoExpects = "auto expects ", kOf = " us of ";
constexpr std::string_view kChosenAt = "chosen at call ", kHeldAt = "it held at call ", kTrying = "trying cost ";
constexpr std::size_t kLongest = 340;  // of a clause; the record has room for a little more

std::string name_of_candidate(const Decision& decision, int number) {
    std::string name = name_in_knowledge(number, decision.host_candidates);
    if (number == 0) return "the host";
    return number < kFirstHostCandidate ? name : "the host's " + name.substr(name.find(':') + 1);
}

/// "; multicast 310 us, the host's chain/8K 1205 us"
/// The fastest first, as many as have room in `most` characters.
std::string others_in_clause(const Decision& decision, int other, std::size_t most) {
    std::vector<Trial::Timed> timed = decision.trial->timed();
    std::ranges::sort(timed, {}, &Trial::Timed::ns);
    std::string text;
    for (const Trial::Timed& one : timed) {
        if (one.candidate == decision.candidate || one.candidate == other) continue;
        const std::string name = name_of_candidate(decision, one.candidate), time = show_us(one.ns);
        const std::string next = joined({text.empty() ? "; " : ", ", name, " ", time});
        if (text.size() + next.size() > most) break;
        text += next;
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
    const std::string begin = joined({source, winner, " ", factor, is_slower ? kSlowerThan : kFasterThan, other, " (",
                                      winner_us, kBetweenTimes, other_us});
    const std::string end = joined({")", end_of_clause(*decision.trial)});
    const std::size_t room = kLongest - std::min(kLongest, begin.size() + end.size());
    return joined({begin, others_in_clause(decision, found.other, room), end});
}

std::string clause_of_remembered(const Decision& decision) {
    const auto [choice_ns, host_ns] = decision.expected;
    if (decision.candidate == 0 || choice_ns <= 0 || host_ns <= 0) return {};
    const bool is_slower = host_ns < choice_ns;
    const std::string factor = fixed_text(is_slower ? choice_ns / host_ns : host_ns / choice_ns, 2);
    const std::string winner = name_of_candidate(decision, decision.candidate);
    const std::string winner_us = show_us(choice_ns), host_us = show_us(host_ns);
    return joined({kRemembers, winner, " ", factor, is_slower ? kSlowerThan : kFasterThan, "the host (", winner_us,
                   kBetweenTimes, host_us, "), and keeps the order of combining"});
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

namespace {

/// The number behind `words`; 0: they are not there.
double number_behind(std::string_view text, std::string_view words) {
    const std::size_t at = text.find(words);
    return at == std::string_view::npos ? 0 : number_at(text.substr(at + words.size()));
}

/// "multicast 310 us, the host's chain/8K 1205 us"
void read_others(std::string_view text, std::vector<TrialInClause::Time>& into) {
    constexpr std::string_view kUnit = " us";
    while (!text.empty()) {
        const std::size_t end = text.find(", ");
        std::string_view one = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 2);
        if (!one.ends_with(kUnit)) return;  // cut
        one.remove_suffix(kUnit.size());
        const std::size_t space = one.rfind(' ');
        if (space == std::string_view::npos) return;
        into.push_back({one.substr(0, space), number_at(one.substr(space + 1)) * 1e3});
    }
}

/// "54869 us for multicast, about what the ports need", behind the source.
void read_as_ports(std::string_view text, std::string_view before_name, std::vector<TrialInClause::Time>& into) {
    const std::size_t name = text.find(before_name), end = text.find(", about what");
    if (name == std::string_view::npos || end == std::string_view::npos || end < name + before_name.size()) return;
    const std::size_t begin = name + before_name.size();
    into.push_back({text.substr(begin, end - begin), number_at(text) * 1e3});
}

/// "pipeline 3.00 x faster than the host (200 us against 600 us; phased 700 us)", behind the source.
void read_comparison(std::string_view text, std::vector<TrialInClause::Time>& into) {
    const std::size_t faster = text.find(kFasterThan),
                      than = faster != std::string_view::npos ? faster : text.find(kSlowerThan);
    const std::size_t open = text.find(" (", than), against = text.find(kBetweenTimes, open);
    if (than == std::string_view::npos || against == std::string_view::npos) return;
    const std::size_t factor = text.rfind(' ', than - 1), other = than + kFasterThan.size();
    if (factor == std::string_view::npos || open < other) return;
    into.push_back({text.substr(0, factor), number_at(text.substr(open + 2)) * 1e3});
    into.push_back({text.substr(other, open - other), number_at(text.substr(against + kBetweenTimes.size())) * 1e3});
    const std::size_t close = text.find(')', against), more = text.find("; ", against);
    if (more < close) read_others(text.substr(more + 2, close - more - 2), into);
}

}  // namespace

const TrialInClause::Time* TrialInClause::find(std::string_view name) const {
    const auto found = std::ranges::find(times, name, &Time::name);
    return found == times.end() ? nullptr : &*found;
}

TrialInClause trial_in_clause(std::string_view clause) {
    TrialInClause found;
    for (const auto& [begin, source] : {std::pair(kMeasured, "measured"), std::pair(kRemembers, "remembered"),
                                        std::pair(kPlanned, "planned"), std::pair(kAutoExpects, "expected")}) {
        if (!clause.starts_with(begin)) continue;
        const std::string_view text = clause.substr(begin.size());
        found.source = source;
        if (text.find(kBetweenTimes) != std::string_view::npos) read_comparison(text, found.times);
        else read_as_ports(text, begin == kAutoExpects ? kOf : kTimeOf, found.times);
    }
    if (found.times.empty()) return {};
    const double chosen_at = number_behind(clause, kChosenAt), held_at = number_behind(clause, kHeldAt);
    found.chosen_at = static_cast<std::uint32_t>(chosen_at > 0 ? chosen_at : held_at);
    found.trying_ns = number_behind(clause, kTrying) * 1e3;
    return found;
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
