// Reductions whose last bits depend on the order of combining, and those that have the same bits in any order.
#include <random>

#include "native/select/auto.hpp"
#include "tests/unit/native/select/auto_program.hpp"

using namespace shunt;
using namespace shunt::auto_tests;

TEST_CASE("the carrier of a sum depends neither on times nor on when a team was made", "[select][auto]") {
    Program program;
    const int pipeline = program.index_of("pipeline");
    const std::int64_t bytes = 1 << 20;
    for (const Operation operation : {Operation::reduce, Operation::scan, Operation::exscan}) {
        program.facts.teams = program.facts.settled_teams = 0;
        const Decision wanted = program.decide(operation, bytes);  // the shim notes that the call wants a team
        CHECK(wanted.engine == find_engine("pipeline"));
        CHECK(wanted.because.reason == Reason::auto_expects);
        CHECK(wanted.trial == nullptr);
        program.facts.teams = 1u << pipeline;  // messages in the background have made it
        const Decision early = program.decide(operation, bytes);
        CHECK(early.engine == nullptr);
        CHECK(early.because.reason == Reason::no_team_yet);
        CHECK(early.until == program.facts.ordinal);
        program.facts.settled_teams = program.facts.teams;
        CHECK(program.decide(operation, bytes).engine == find_engine("pipeline"));
    }
}

TEST_CASE("a short sum is carried from the same call on, team or no team", "[select][auto]") {
    Program program;
    program.facts.ordinal = 10;
    program.facts.teams = program.facts.settled_teams = 1u << program.index_of("pipeline");
    const Decision early = program.decide(Operation::allreduce, 8, 4, 1);
    CHECK(early.because.reason == Reason::few_calls);
    program.facts.ordinal = early.until + 1;
    CHECK(program.decide(Operation::allreduce, 8, 4, 1).engine == find_engine("pipeline"));
    program.facts.teams = program.facts.settled_teams = 0;
    CHECK(program.decide(Operation::allreduce, 8, 4, 1).engine == find_engine("pipeline"));
    program.facts.may_try = false;  // a nonblocking call makes no team: its bits must not depend on call order
    program.facts.teams = 1u << program.index_of("pipeline");
    CHECK(program.decide(Operation::allreduce, 8, 4, 1).engine == nullptr);
}

TEST_CASE("sums that are exact are measured as all that moves data", "[select][auto]") {
    Program program;
    program.exact = true;
    const std::vector<HostCandidate> candidates = {{{"ring", 0}, 0}};
    program.facts.host_candidates = candidates;
    const Operation operation = GENERATE(Operation::allreduce, Operation::reduce, Operation::scan);
    const Decision first = program.decide(operation, 1 << 20);
    if (synchronises(operation, 1)) {
        CHECK(first.because.reason == Reason::auto_tries);
    } else {  // times may never be combined in a program that makes no other calls
        CHECK(first.because.reason == Reason::auto_expects);
        CHECK(first.engine == find_engine("pipeline"));
    }
    const bool engine_wins = GENERATE(false, true);
    const Decision chosen = program.learn(operation, 1 << 20, 9'000, engine_wins ? 3'000 : 30'000);
    CHECK(chosen.because.reason == Reason::auto_measured);
    CHECK(chosen.engine == (engine_wins ? find_engine("pipeline") : nullptr));
    program.exact = false;  // the measurements do not apply to other reductions
    const Decision rounded = program.decide(operation, 1 << 20);
    CHECK(rounded.engine == find_engine("pipeline"));
    CHECK(rounded.because.reason == Reason::auto_expects);
    CHECK(rounded.trial == nullptr);
}

TEST_CASE("auto.reductions may leave rounded sums to the host, or have them measured", "[select][auto]") {
    Program program;
    program.reductions = config::AutoReductions::host;
    const Decision left = program.decide(Operation::allreduce, 1 << 20);
    CHECK(left.engine == nullptr);
    CHECK(left.because.reason == Reason::auto_leaves_order);
    CHECK(left.until == kForEver);
    program.reductions = config::AutoReductions::measured;
    CHECK(program.decide(Operation::allreduce, 1 << 20).is_timed);
    program.learn(Operation::allreduce, 1 << 20, 3'000, 9'000);
    CHECK(program.decide(Operation::allreduce, 1 << 20).because.reason == Reason::auto_measured);
    program.exact = true;  // measured separately, because an operation of the program may take much longer than all
                           // others
    CHECK(program.decide(Operation::allreduce, 1 << 20).because.reason == Reason::auto_tries);
    program.reductions = config::AutoReductions::host;
    CHECK(program.decide(Operation::allreduce, 1 << 20).because.reason == Reason::auto_tries);
}

TEST_CASE("the file's entry for rounded sums holds from the first call to the last", "[select][auto]") {
    InformedProgram program("allreduce 1M rounded ranks 4 nodes 4 -> host 3us, pipeline 9us");
    const Decision first = program.decide(Operation::allreduce, 1 << 20);
    CHECK(first.engine == nullptr);
    CHECK(first.because.reason == Reason::auto_remembers_order);
    CHECK(first.until == kForEver);
    CHECK(first.trial == nullptr);
    CHECK(program.learning.find(Operation::allreduce, 1 << 20) == nullptr);  // its times are not used
    program.exact = true;                                                    // nothing is known of exact sums
    program.facts.ordinal = 5000;
    CHECK(program.decide(Operation::allreduce, 1 << 20).because.reason == Reason::auto_tries);
    program.reductions = config::AutoReductions::host;
    program.exact = false;
    CHECK(program.decide(Operation::allreduce, 1 << 20).because.reason == Reason::auto_leaves_order);

    InformedProgram other("reduce 1M ranks 4 nodes 4 -> host 3us, pipeline 9us");
    CHECK(other.decide(Operation::reduce, 1 << 20).because.reason == Reason::auto_expects);
}

TEST_CASE("an algorithm of the host's is kept for rounded sums by its name", "[select][auto]") {
    InformedProgram program("reduce 8 rounded ranks 4 nodes 1 -> host:binomial/8K 3us, host 9us");
    const std::vector<HostCandidate> candidates = {{{"linear", 0}, 0}, {{"binomial", 8 << 10}, 0}};
    program.facts.host_candidates = candidates;
    const Decision first = program.decide(Operation::reduce, 8, 4, 1);
    CHECK(first.engine == nullptr);
    CHECK(first.choice.algorithm == "binomial");
    CHECK(first.choice.segment == 8 << 10);
    CHECK(first.until == kForEver);
    const std::string clause = clause_with_order(first, clause_of(first), "by the host's " + name_of(first.choice));
    CHECK(order_in_clause(clause) == "by the host's binomial/8K");
    CHECK(order_in_clause("as asked").empty());
    CHECK(clause_with_order(first, "", "").empty());
}

TEST_CASE("a persistent sum does not depend on whether other calls have a team", "[select][auto]") {
    Program program;
    program.facts.may_try = false;
    program.facts.has_own_team = true;
    const std::uint32_t teams = GENERATE(0u, ~0u);
    program.facts.teams = teams;
    CHECK(program.decide(Operation::allreduce, 1 << 20).engine == find_engine("pipeline"));
}

namespace {

/// Makes calls determined by `calls`, in a run whose times, and the moments at which teams are made, `run` determines.
/// Returns: the carrier of each rounded sum.
std::string orders_of_run(std::uint64_t calls, std::uint64_t run, const std::string& rules) {
    std::mt19937_64 program_random(calls), run_random(run);
    Program program;
    std::vector<config::Message> messages;
    std::vector<config::RuleLine> lines;
    for (const auto one : config::split(rules, ';')) lines.push_back({std::string(one), "test"});
    program.rules = config::parse_rules(lines, vocabulary(), messages);
    program.facts.ordinal = 0;
    const Operation operations[] = {Operation::allreduce, Operation::reduce, Operation::scan, Operation::alltoall,
                                    Operation::bcast};
    const std::uint32_t pipeline = 1u << program.index_of("pipeline");
    std::uint32_t asked = 0;
    std::string orders;
    for (int call = 0; call < 3000; ++call) {
        program.facts.ordinal += 1;
        const Operation operation = operations[program_random() % 5];
        const std::int64_t bytes = std::int64_t{8} << 3 * (program_random() % 6);
        program.exact = combines(operation) && program_random() % 2 == 0;
        program.facts.may_try = program_random() % 4 != 0;
        if (run_random() % 500 == 0) program.facts.teams |= 1u << (1 + run_random() % 5);  // by any call
        if (synchronises(operation, bytes)) {
            program.facts.settled_teams |= asked & program.facts.teams;
            if (asked & pipeline) program.facts.settled_teams |= pipeline, program.facts.teams |= pipeline;
        }
        const Decision decision = program.decide(operation, bytes, 4, 1);
        const bool rounded = is_rounded(decision.facts);
        const bool makes_team = program.facts.may_try && synchronises(operation, bytes);
        const bool has_team = makes_team || (program.facts.teams >> decision.index & 1) != 0;
        if (rounded && decision.engine && makes_team) program.facts.settled_teams |= 1u << decision.index;
        if (rounded && (decision.because.reason == Reason::no_team_yet || (decision.engine && !has_team)))
            asked |= pipeline;
        if (rounded) orders += decision.engine && has_team ? 'e' : 'h';
        if (!decision.is_timed) continue;
        decision.trial->took(decision.candidate, static_cast<std::int64_t>(1000 + run_random() % 100'000));
        if (decision.trial->state() == Trial::State::combining)
            decision.trial->settle(decision.trial->mine(), program.facts.ordinal);
    }
    return orders;
}

}  // namespace

TEST_CASE("rounded sums have the same carriers in each run of a program", "[select][auto]") {
    const std::string rules =
        GENERATE("* -> auto", "* -> pipeline", "allreduce -> auto; reduce -> pipeline; * -> auto");
    bool any = false;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const std::string first = orders_of_run(seed, 1, rules);
        any = any || first.find('e') != std::string::npos;
        for (std::uint64_t run = 2; run <= 4; ++run) REQUIRE(orders_of_run(seed, run, rules) == first);
    }
    CHECK(any);
}
