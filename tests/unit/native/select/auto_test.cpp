#include "native/select/auto.hpp"

#include "tests/unit/native/select/auto_program.hpp"

using namespace shunt;
using namespace shunt::auto_tests;

TEST_CASE("auto is a word for rules, and takes no parameters", "[select][auto]") {
    config::Rule rule;
    CHECK(config::parse_rule("bcast 64K.. -> auto", vocabulary(), rule).empty());
    CHECK(rule.engine == config::kAutoEngine);
    CHECK(rule.text == "bcast 64K.. -> auto");
    config::Rule other;
    CHECK_THAT(config::parse_rule("bcast -> auto choose=always", vocabulary(), other),
               Catch::Contains("takes no parameters"));
    CHECK_THAT(config::parse_rule("bcast -> autp", vocabulary(), other), Catch::Contains("auto"));
}

TEST_CASE("auto always leaves calls to the host that no engine is expected to win", "[select][auto]") {
    Program program;
    const Decision decision = program.decide(Operation::alltoall, 1 << 20, 4, 1);
    CHECK(decision.engine == nullptr);
    CHECK(decision.because.reason == Reason::auto_none);
    CHECK(decision.because.rule == 1);
    CHECK(decision.until == kForEver);
    CHECK(decision.trial == nullptr);
}

TEST_CASE("auto measures operations that move data, and keeps the fastest candidate", "[select][auto]") {
    const bool engine_wins = GENERATE(false, true);
    Program program;
    const Decision first = program.decide(Operation::alltoall, 1 << 20);
    CHECK(first.is_timed);
    CHECK(first.because.reason == Reason::auto_tries);
    CHECK(first.until == program.facts.ordinal);
    const Decision chosen = program.learn(Operation::alltoall, 1 << 20, 9'000, engine_wins ? 3'000 : 30'000);
    CHECK(chosen.because.reason == Reason::auto_measured);
    CHECK(chosen.engine == (engine_wins ? find_engine("phased") : nullptr));
    CHECK(chosen.until > program.facts.ordinal);
    const std::string clause = clause_of(chosen);
    CHECK(clause == (engine_wins ? "auto measured phased 3.00 x faster than the host (3 us against 9 us); "
                                   "chosen at call 5088, trying cost 240 us"
                                 : "auto measured the host 3.33 x faster than phased (9 us against 30 us); "
                                   "chosen at call 5088, trying cost 924 us"));
    CHECK(gain_in_clause(clause).factor == Approx(engine_wins ? 3.0 : 0.0));
    CHECK(gain_in_clause("auto measured phased 3.00 x slower than the host (9 us against 3 us)").factor == 0);
    CHECK(explain({Reason::first_clause, 0, 1}, "phased", clause) == clause + " (rule 1)");
}

TEST_CASE("auto tries the host's own algorithms, one at a time, if no engine is expected to win", "[select][auto]") {
    Program program;
    const std::vector<HostCandidate> candidates = {
        {{"two_proc", 0}, 2}, {{"ring", 0}, 0}, {{"ring", 8 << 10}, 0}, {{"bruck", 0}, 0}};
    program.facts.host_candidates = candidates;
    program.facts.ordinal = 100;
    const Decision early = program.decide(Operation::alltoall, 1 << 10, 4, 1);
    CHECK(early.because.reason == Reason::auto_none);
    CHECK(early.until == 200);
    std::map<std::string, int> calls;
    Decision last;
    for (program.facts.ordinal = 201; program.facts.ordinal < 20'000; ++program.facts.ordinal) {
        last = program.decide(Operation::alltoall, 1 << 10, 4, 1);
        REQUIRE(last.engine == nullptr);
        const std::string name(last.choice.algorithm);
        CHECK(last.choice.segment == 0);  // longer than the block
        calls[name] += 1;
        if (!last.is_timed) continue;
        last.trial->took(last.candidate, name == "bruck" ? 300'000 : name == "ring" ? 2'000'000 : 900'000);
        program.combine(*last.trial);
    }
    CHECK(last.choice.algorithm == "bruck");
    CHECK(calls["bruck"] > 15'000);
    CHECK(calls["ring"] == 4);  // it was once far slower
    CHECK(calls.count("two_proc") == 0);
    const std::string clause = clause_of(last);
    CHECK_THAT(clause,
               Catch::StartsWith("auto measured the host's bruck 3.00 x faster than the host (300 us against "));
    CHECK_THAT(clause, Catch::Contains("; the host's ring 2000 us); chosen at call "));
    CHECK(gain_in_clause(clause).factor == Approx(3));
    CHECK(gain_in_clause(clause).winner == "the host's bruck");
}

TEST_CASE("an engine without a team is tried on shared cores if the host takes far longer than its model",
          "[select][auto]") {
    // 16 ranks on 8 cores: 16 turns of 50 us, and 256 blocks at 2 ns a byte; the model may be wrong by a tenth.
    const auto [ranks, block, host_ns, is_hoped] =
        GENERATE(std::tuple{16, 1 << 10, 12'000'000, true}, std::tuple{16, 1 << 10, 900'000, false},
                 std::tuple{16, 256 << 10, 120'000'000, false}, std::tuple{16, 256 << 10, 200'000'000, true},
                 std::tuple{8, 1 << 10, 12'000'000, false});
    Program program;
    bool is_tried = false;
    Decision last;
    for (program.facts.ordinal = 201; program.facts.ordinal < 1000; ++program.facts.ordinal) {
        last = program.decide(Operation::alltoall, block, ranks, 1);
        is_tried = is_tried || last.engine;
        if (!last.is_timed) continue;
        last.trial->took(last.candidate, last.engine ? host_ns / 4 : host_ns);
        program.combine(*last.trial);
    }
    CHECK(is_tried == is_hoped);
    CHECK((last.engine && last.engine->name() == "phased") == is_hoped);
}

TEST_CASE("algorithms of the host that need no communicator are tried sooner", "[select][auto]") {
    Program program;
    const bool is_ready = GENERATE(true, false);
    const std::vector<HostCandidate> candidates = {{{"ring", 0}, 0, is_ready}, {{"bruck", 0}, 0, is_ready}};
    program.facts.host_candidates = candidates;
    std::uint32_t first = 0;
    for (program.facts.ordinal = 201; program.facts.ordinal < 20'000 && first == 0; ++program.facts.ordinal) {
        const Decision decision = program.decide(Operation::alltoall, 1 << 10, 4, 1);
        if (decision.candidate != 0) first = program.facts.ordinal;
        if (!decision.is_timed) continue;
        decision.trial->took(decision.candidate, 30'000);
        program.combine(*decision.trial);
    }
    const std::uint32_t calls = first - 201;
    CHECK(calls > (is_ready ? 2400u : 8300u));  // three blocks of four calls may take twice as long; 250 ms
    CHECK(calls < (is_ready ? 2450u : 8400u));
}

TEST_CASE("algorithms that need no communicator are measured after few calls among nodes, as calls may take long",
          "[select][auto]") {
    Program program;
    const bool is_ready = GENERATE(true, false);
    const int nodes = GENERATE(1, 4);
    const std::vector<HostCandidate> candidates = {{{"ring", 0}, 0, is_ready}, {{"bruck", 0}, 0, is_ready}};
    program.facts.host_candidates = candidates;
    program.facts.ordinal = 1;
    const Decision early = program.decide(Operation::alltoall, 8, 4, nodes);
    REQUIRE(early.because.reason == Reason::auto_none);
    const std::uint32_t left_alone = is_ready && nodes > 1 ? 32 : 200;
    CHECK(early.until == left_alone);
    program.facts.ordinal = left_alone + 1;
    CHECK(program.decide(Operation::alltoall, 8, 4, nodes).trial);
}

TEST_CASE("long calls are judged after a few of them by the model if the ports are known", "[select][auto]") {
    Program program;
    const std::vector<HostCandidate> candidates = {
        {{"binomial", 0}, 0}, {{"pipeline", 8 << 10}, 0}, {{"linear", 0}, 0}};
    const Ports ports{12'000, 2.39e-3, 0};
    program.facts.host_candidates = candidates;
    program.facts.ports = &ports;
    program.exact = true;
    std::map<std::string, int> calls;
    Decision last;
    const int nodes = GENERATE(16, 8);
    const bool is_known = GENERATE(true, false);
    if (!is_known) program.facts.ports = nullptr;
    for (program.facts.ordinal = 1; program.facts.ordinal <= 100; ++program.facts.ordinal) {
        last = program.decide(Operation::allreduce, 96 << 10, 16, nodes);
        calls[std::string(last.choice.algorithm)] += 1;
        if (!last.is_timed) continue;
        last.trial->took(last.candidate, last.choice.algorithm == "binomial" ? 80'000'000 : 900'000'000);
        program.combine(*last.trial);
    }
    CHECK(calls["linear"] == 0);
    CHECK((calls["binomial"] > 70) == is_known);
    CHECK((last.choice.algorithm == "binomial") == is_known);
}

TEST_CASE("long calls begin with an engine that needs about the ports' time if the ports are known", "[select][auto]") {
    Program program;
    const Ports ports{12'000, 2.39e-3, 0};
    program.facts.ports = &ports;
    const Decision first = program.decide(Operation::alltoall, 64 << 10);  // 3 x 64 KiB through a port: 82 ms
    CHECK(first.engine == find_engine("phased"));
    CHECK(first.because.reason == Reason::auto_trusts);
    CHECK(clause_of(first) == "auto expects 82299 us of phased, about what the ports need: the host is not tried");
    CHECK(as_ports_in_clause(clause_of(first)).empty());
    const Decision kept = program.learn(Operation::alltoall, 64 << 10, 400'000'000, 85'000'000);
    CHECK(kept.engine == find_engine("phased"));
    CHECK(kept.because.reason == Reason::auto_trusts);
    CHECK_THAT(clause_of(kept), Catch::StartsWith("auto measured 85000 us for phased, about what the ports need ("));
    CHECK(gain_in_clause(clause_of(kept)).winner.empty());
    CHECK(as_ports_in_clause(clause_of(kept)) == "phased");
    // This is knowledge for the next run, which then needs no model.
    LearntEntries found;
    collect(program.learning, 4, 4, 20'782, std::vector<std::vector<HostCandidate>>(kOperationCount), found);
    REQUIRE(found.learnt.size() == 1);
    CHECK(found.learnt[0].times.size() == 1);
    CHECK(found.learnt[0].times[0].name == "phased");
    CHECK(found.learnt[0].times[0].ns == Approx(85e6));

    // Short calls, and engines without such a prediction: all candidates are tried.
    CHECK(program.decide(Operation::alltoall, 512).because.reason != Reason::auto_trusts);
    program.facts.call.exact = program.exact = true;
    CHECK(program.decide(Operation::reduce, 1 << 20).because.reason != Reason::auto_trusts);
    program.facts.ports = nullptr;
    CHECK(program.decide(Operation::alltoall, 512 << 10).because.reason == Reason::auto_tries);
}

TEST_CASE("an engine that does not reach the time expected from the ports is measured beside the host",
          "[select][auto]") {
    Program program;
    const Ports ports{12'000, 2.39e-3, 0};
    program.facts.ports = &ports;
    CHECK(program.decide(Operation::alltoall, 64 << 10).because.reason == Reason::auto_trusts);
    const Decision chosen = program.learn(Operation::alltoall, 64 << 10, 100'000'000, 160'000'000);
    CHECK(chosen.engine == nullptr);
    CHECK(chosen.because.reason == Reason::auto_measured);
    CHECK_THAT(clause_of(chosen), Catch::Contains(" as the 82299 us modelled did not hold, trying cost "));
}

TEST_CASE("an engine that is not expected to win is tried if it has a team, from 1 KB on", "[select][auto]") {
    Program program;
    const int pipeline = program.index_of("pipeline");
    const bool is_faster = GENERATE(true, false);
    const auto last_of = [&](std::int64_t bytes) {
        Decision last;
        for (program.facts.ordinal = 201; program.facts.ordinal < 40'000; ++program.facts.ordinal) {
            last = program.decide(Operation::allreduce, bytes, 16, 16);
            if (!last.is_timed) continue;
            last.trial->took(last.candidate, last.candidate == 0 ? 900'000 : is_faster ? 300'000 : 5'000'000);
            program.combine(*last.trial);
        }
        return last;
    };
    program.exact = true;
    CHECK(last_of(16 << 10).because.reason == Reason::auto_none);  // there is no team
    program.facts.teams = 1u << pipeline;
    CHECK(last_of(512).because.reason == Reason::auto_none);
    const Decision last = last_of(16 << 10);
    CHECK(last.because.reason == Reason::auto_measured);
    CHECK(last.engine == (is_faster ? find_engine("pipeline") : nullptr));
}

TEST_CASE("calls that auto may not measure use the carrier of the measured calls", "[select][auto]") {
    Program program;
    program.facts.may_try = false;
    CHECK(program.decide(Operation::alltoall, 1 << 20).engine == nullptr);  // nothing is known yet
    CHECK(program.learning.find(Operation::alltoall, 1 << 20) == nullptr);
    program.facts.may_try = true;
    program.learn(Operation::alltoall, 1 << 20, 9'000, 3'000);
    program.facts.may_try = false;
    program.facts.ordinal += 1'000'000;  // a look is due, but these calls may not make it
    const Decision later = program.decide(Operation::alltoall, 1 << 20);
    CHECK(later.engine == find_engine("phased"));
    CHECK_FALSE(later.is_timed);
    CHECK(later.trial->state() == Trial::State::chosen);
}

TEST_CASE("the v forms go by the engine's prospect, with its threshold", "[select][auto]") {
    Program program;
    const Decision decision = program.decide(Operation::alltoallv, kBytesDiffer);
    CHECK(decision.engine == find_engine("phased"));
    CHECK(decision.because.reason == Reason::auto_expects);
    CHECK(decision.least_bytes > 0);
    CHECK(decision.trial == nullptr);
}

TEST_CASE("nothing is measured on a communicator without a common number", "[select][auto]") {
    Program program;
    program.facts.learning = nullptr;
    const Decision decision = program.decide(Operation::alltoall, 1 << 20);
    CHECK(decision.engine == find_engine("phased"));
    CHECK(decision.because.reason == Reason::auto_expects);
}

TEST_CASE("knowledge of an earlier run decides the first call", "[select][auto]") {
    InformedProgram program("alltoall 1M ranks 4 nodes 4 -> phased 3us, host 9us");
    const Decision first = program.decide(Operation::alltoall, (1 << 20) + 17);
    CHECK(first.engine == find_engine("phased"));
    CHECK(first.because.reason == Reason::auto_remembered);
    CHECK(first.is_timed);
    const std::string clause = clause_of(first);
    CHECK(clause == "auto remembers phased 3.00 x faster than the host (3 us against 9 us)");
    CHECK(gain_in_clause(clause).winner == "phased");
    CHECK(gain_in_clause(clause).factor == Approx(3));
    CHECK(gain_in_clause(clause).is_remembered);
    program.facts.may_try = false;
    CHECK(program.decide(Operation::alltoall, 1 << 20).engine == find_engine("phased"));
    program.facts.may_try = true;
    const Decision later = program.learn(Operation::alltoall, 1 << 20, 9'000, 2'900);
    CHECK(later.because.reason == Reason::auto_remembered);
    CHECK_THAT(clause_of(later), Catch::StartsWith(clause + "; it held at call "));
    CHECK(program.decide(Operation::alltoall, 4 << 20).because.reason == Reason::auto_tries);  // others: nothing known
    program.facts.call.nodes = 2;
    CHECK(program.decide(Operation::alltoall, 8 << 20, 4, 2).because.reason == Reason::auto_tries);
}

TEST_CASE("knowledge that no longer holds is reported while all is tried anew, and after", "[select][auto]") {
    InformedProgram program("alltoall 1M ranks 4 nodes 4 -> phased 30us, host 90us");
    CHECK(program.decide(Operation::alltoall, 1 << 20).engine == find_engine("phased"));
    std::string anew;
    for (int calls = 0; calls < 2000 && anew.empty(); ++calls) {
        program.facts.ordinal += 1;
        const Decision decision = program.decide(Operation::alltoall, 1 << 20);
        anew = decision.because.reason == Reason::auto_tries ? clause_of(decision) : "";
        decision.trial->took(decision.index, decision.index == 0 ? 9'000 : 3'000);
        program.combine(*decision.trial);
    }
    CHECK(anew == "auto measures anew: it remembers 30 us for phased, which took 3 us");
    const Decision chosen = program.learn(Operation::alltoall, 1 << 20, 9'000, 3'000);
    CHECK(chosen.engine == find_engine("phased"));
    CHECK(chosen.because.reason == Reason::auto_measured);
    CHECK_THAT(clause_of(chosen), Catch::Contains(" as the 30 us remembered did not hold, trying cost "));
}

TEST_CASE("knowledge of carriers that are not candidates in this run is ignored", "[select][auto]") {
    const std::string line =
        GENERATE("alltoall 1M ranks 4 nodes 4 -> warp 3us, phased 4us, host 9us",
                 "alltoall 1M ranks 4 nodes 4 -> host:bruck 3us, host 9us",
                 "alltoall 1M ranks 4 nodes 4 -> null 3us, host 9us");  // no engine is expected to win
    InformedProgram program(line);
    CHECK(program.decide(Operation::alltoall, 1 << 20).because.reason == Reason::auto_tries);
}

TEST_CASE("an algorithm of the host is remembered by its name, at once where it was made ready", "[select][auto]") {
    InformedProgram program("alltoall 1K ranks 4 nodes 1 -> host:ring/8K 3us, host 9us");
    const std::vector<HostCandidate> candidates = {
        {{"two_proc", 0}, 2}, {{"bruck", 0}, 0}, {{"ring", 512}, 0}, {{"ring", 8 << 10}, 0}, {{"pairwise", 0}, 0}};
    program.facts.host_candidates = candidates;
    CHECK(program.decide(Operation::alltoall, 1 << 10, 4, 1).until == 200);
    program.facts.starts_at_once = true;
    // Its segments are longer than the block. It is not tried, so nothing is remembered of it.
    program.section.entries[0].times[0].name = "host:ring/512";
    const Decision first = program.decide(Operation::alltoall, 1 << 10, 4, 1);
    CHECK(first.choice.algorithm == "ring");
    CHECK(first.choice.segment == 512);
    CHECK(first.because.reason == Reason::auto_remembered);
    CHECK(clause_of(first) == "auto remembers the host's ring/512 3.00 x faster than the host (3 us against 9 us)");
    CHECK(name_in_knowledge(first.candidate, candidates) == "host:ring/512");
}

TEST_CASE("trials begin after a few calls if an earlier run knows the calls to be long", "[select][auto]") {
    const auto [known, calls] = GENERATE(std::pair{"host 75000us", 8u}, std::pair{"host 1000us", 50u},
                                         std::pair{"host 9us", 200u}, std::pair{"host:bruck 900us, host 2000us", 25u});
    InformedProgram program(std::string("alltoall 1K ranks 4 nodes 1 -> ") + known);
    const std::vector<HostCandidate> candidates = {{{"ring", 0}, 0}, {{"bruck", 0}, 0}};
    program.facts.host_candidates = candidates;
    program.facts.ordinal = 1;
    CHECK(program.decide(Operation::alltoall, 1 << 10, 4, 1).until == calls);
    program.facts.ordinal = calls + 1;
    const Decision decision = program.decide(Operation::alltoall, 1 << 10, 4, 1);
    CHECK(decision.because.reason == Reason::auto_remembered);
    CHECK(decision.is_timed);
}

TEST_CASE("a measured choice is kept with all times, and knowledge that did not hold is dropped", "[select][auto]") {
    Program program;
    std::vector<std::vector<HostCandidate>> none(kOperationCount);
    LearntEntries nothing;
    program.decide(Operation::alltoall, 1 << 20);
    collect(program.learning, 4, 4, 100, none, nothing);
    CHECK(nothing.learnt.empty());  // no choice yet
    program.learn(Operation::alltoall, (1 << 20) + 5, 9'000, 3'000);
    LearntEntries found;
    collect(program.learning, 4, 4, 100, none, found);
    CHECK(found.dropped.empty());
    REQUIRE(found.learnt.size() == 1);
    CHECK(found.learnt[0] ==
          KnowledgeEntry{Operation::alltoall, 1 << 20, 4, 4, {{"phased", 3'000}, {"host", 9'000}}, 100});

    InformedProgram stale("alltoall 1M ranks 4 nodes 4 -> phased 30us, host 90us");
    for (int calls = 0; calls < 1000; ++calls) {
        stale.facts.ordinal += 1;
        const Decision decision = stale.decide(Operation::alltoall, 1 << 20);
        if (decision.because.reason != Reason::auto_remembered) break;
        decision.trial->took(decision.index, 3'000);
        if (decision.trial->state() == Trial::State::combining)
            decision.trial->settle(decision.trial->mine(), stale.facts.ordinal);
    }
    LearntEntries dropped;
    collect(stale.learning, 4, 4, 100, none, dropped);
    CHECK(dropped.learnt.empty());
    REQUIRE(dropped.dropped.size() == 1);
    CHECK(dropped.dropped[0].is_of_same_calls(found.learnt[0]));
}
