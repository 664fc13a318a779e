#include "native/select/trial_clause.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <numeric>
#include <string>
#include <vector>

#include "native/select/learning.hpp"

using namespace shunt;

namespace {

/// The clause of a remembered choice among `count` of the host's algorithms.
std::string clause_among(int count) {
    static std::deque<std::string> names;  // outlive the decision
    std::vector<HostCandidate> candidates;
    std::vector<Trial::Timed> times{{kFirstHostCandidate, 100'000}, {0, 300'000}};
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), kFirstHostCandidate);
    for (const int number : numbers) {
        candidates.push_back({{names.emplace_back("recursive_doubling_" + std::to_string(number)), 8 << 10}});
        if (number != kFirstHostCandidate) times.push_back({number, 1e5 + 1e3 * number});
    }
    Trial trial({}, true, numbers);
    trial.remember(times);
    Decision decision;
    decision.trial = &trial;
    decision.candidate = kFirstHostCandidate;
    decision.host_candidates = candidates;
    decision.because.reason = Reason::auto_remembered;
    return clause_of_trial(decision);
}

}  // namespace

TEST_CASE("a clause names as many candidates as have room in the record, and its end is never cut", "[select]") {
    const std::string clause = clause_among(5);
    const TrialInClause few = trial_in_clause(clause);
    CHECK(few.source == "remembered");
    REQUIRE(few.times.size() == 6);
    CHECK(few.times[0].name == "the host's recursive_doubling_64/8K");
    CHECK(few.times[0].ns == Approx(100'000));
    CHECK(few.times[1].name == "the host");
    CHECK(few.times[1].ns == Approx(300'000));
    CHECK(few.times[5].ns == Approx(168'000));
    CHECK(few.find("the host")->ns == Approx(300'000));
    CHECK(few.find("multicast") == nullptr);
    const std::string many = clause_among(20);
    CHECK(many.size() <= 352);
    CHECK_THAT(many, Catch::EndsWith(")"));
    CHECK(trial_in_clause(many).times.size() > 5);
}

TEST_CASE("the figures of clauses are read back, whatever the choice", "[select]") {
    const TrialInClause slower = trial_in_clause(
        "auto measured the host 1.02 x slower than pipeline (204 us against 200 us); chosen at call 40 as the 50 us "
        "planned did not hold, trying cost 77 us");
    REQUIRE(slower.times.size() == 2);
    CHECK(slower.times[0].name == "the host");
    CHECK(slower.times[1].name == "pipeline");
    CHECK(slower.chosen_at == 40);
    CHECK(slower.trying_ns == Approx(77'000));
    const TrialInClause held = trial_in_clause(
        "the plan expects pipeline 3.00 x faster than the host (100 us against 300 us); it held at call 8 (plan line "
        "4)");
    CHECK(held.source == "planned");
    CHECK(held.chosen_at == 8);
    CHECK(held.trying_ns == 0);
    const TrialInClause ports = trial_in_clause(
        "auto measured 54869 us for multicast, about what the ports need (56771 us): the host was not tried; chosen at "
        "call 21");
    REQUIRE(ports.times.size() == 1);
    CHECK(ports.times[0].name == "multicast");
    CHECK(ports.times[0].ns == Approx(54'869'000));
    CHECK(ports.chosen_at == 21);
    const TrialInClause expected =
        trial_in_clause("auto expects 56771 us of multicast, about what the ports need: the host is not tried");
    REQUIRE(expected.times.size() == 1);
    CHECK(expected.source == "expected");
    for (const char* other : {"", "auto measures all candidates", "auto expects pipeline to be faster than the host",
                              "auto measured which candidate is fastest", "below multicast.scatter-most",
                              "auto measured x faster than", "auto measured a 3 x faster than (1 us against"})
        CHECK(trial_in_clause(other).times.empty());
}

TEST_CASE("a choice by the knowledge file alone has a clause with both times", "[select]") {
    Decision decision;
    decision.candidate = 0;
    decision.expected = {1e6, 2e6};
    CHECK(clause_of_remembered(decision).empty());  // the host's default: there is nothing to compare
    decision.candidate = 1;
    const std::string clause = clause_of_remembered(decision);
    CHECK_THAT(clause, Catch::EndsWith("(1000 us against 2000 us), and keeps the order of combining"));
    CHECK(gain_in_clause(clause).factor == Approx(2));
    CHECK(gain_in_clause(clause).is_remembered);
    decision.expected = {};
    CHECK(clause_of_remembered(decision).empty());
}
