#include "native/select/promise.hpp"

#include "native/base/number_text.hpp"
#include "native/base/outcome.hpp"
#include "native/select/decision.hpp"

namespace shunt {
namespace {

constexpr std::string_view kAsPlanned = "as planned: ", kInPlaceOf = " in place of ";
constexpr std::string_view kExpects = "the plan expects ", kAgainst = " against ";
constexpr std::string_view kDidNotHold = " planned did not hold";

/// The time at the beginning of `text`.
double us_at(std::string_view text) { return number_at(text) * 1e3; }

/// The time in `text` that ends at `end`, " us" included.
double us_before(std::string_view text, std::size_t end) {
    constexpr std::string_view kUnit = " us";
    if (end < kUnit.size() || text.substr(end - kUnit.size(), kUnit.size()) != kUnit) return 0;
    const std::size_t space = text.rfind(' ', end - kUnit.size() - 1);
    return space == std::string_view::npos ? 0 : us_at(text.substr(space + 1));
}

}  // namespace

std::string show_us(double ns) { return (ns < 1e7 ? short_text(ns / 1e3, 4) : fixed_text(ns / 1e3, 0)) + " us"; }

std::string clause_of_promise(const Decision& decision) {
    const Decision::Promise& promise = decision.expected;
    if (promise.choice_ns <= 0 || promise.host_ns <= 0) return {};
    const std::string expected = show_us(promise.choice_ns), host = show_us(promise.host_ns);
    return joined({kAsPlanned, expected, kInPlaceOf, host});
}

Promise promise_in_clause(std::string_view clause) {
    if (clause.starts_with(kAsPlanned)) {
        const std::size_t place = clause.find(kInPlaceOf);
        if (place == std::string_view::npos) return {};
        return {us_at(clause.substr(kAsPlanned.size())), us_at(clause.substr(place + kInPlaceOf.size())), false};
    }
    if (clause.starts_with(kExpects)) {
        const std::size_t open = clause.find('('), against = clause.find(kAgainst);
        if (open == std::string_view::npos || against == std::string_view::npos) return {};
        return {us_at(clause.substr(open + 1)), us_at(clause.substr(against + kAgainst.size())), false};
    }
    const std::size_t end = clause.find(kDidNotHold);
    return end == std::string_view::npos ? Promise() : Promise{us_before(clause, end), 0, true};
}

}  // namespace shunt
