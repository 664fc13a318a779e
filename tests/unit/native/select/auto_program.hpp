#pragma once
// The calls of a program and the decisions of `auto` about them.
#include "native/select/auto.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "config/rule_parser.hpp"
#include "native/engines/registry.hpp"
#include "native/select/knowledge.hpp"
#include "native/select/learning.hpp"
#include "native/select/remembering.hpp"
#include "native/select/trial_clause.hpp"
#include "native/select/vocabulary.hpp"

namespace shunt::auto_tests {

/// The calls of one communicator under '* -> auto', of four ranks on four nodes unless a test says otherwise.
struct Program {
    config::RuleSet rules;
    OptionValues options = default_engine_options();
    Learning learning;
    CallFacts facts;
    bool exact = false;       // of reductions
    bool is_planned = false;  // exchanges are planned
    config::AutoReductions reductions = config::AutoReductions::fixed;

    Program() {
        std::vector<config::Message> messages;
        rules = config::parse_rules({{"* -> auto", "rule 1"}}, vocabulary(), messages);
        REQUIRE_FALSE(rules.refused);
        facts.ordinal = 5000;
        facts.learning = &learning;
    }
    Decision decide(Operation operation, std::int64_t bytes, int ranks = 4, int nodes = 4) {
        facts.call = {operation, ranks, nodes, bytes, 8, exact};
        return shunt::decide({rules, options, reductions}, facts);
    }
    /// Makes calls until no candidate is left to be tried. Each candidate takes the given time on this member and on
    /// the only other one.
    Decision learn(Operation operation, std::int64_t bytes, std::int64_t host_ns, std::int64_t engine_ns) {
        for (int calls = 0; calls < 1000; ++calls) {
            facts.ordinal += 1;
            const Decision decision = decide(operation, bytes);
            Trial* const trial = learning.find(operation, bytes, exact);
            REQUIRE(trial);
            if (!decision.is_timed && trial->state() == Trial::State::chosen) return decision;
            if (decision.trial) trial->took(decision.candidate, decision.candidate == 0 ? host_ns : engine_ns);
            if (trial->is_scheduled()) {
                exchange();
                continue;
            }
            combine(*decision.trial);
        }
        FAIL("no choice after 1000 calls");
        return {};
    }
    /// Combines what this member and another one with the same times have to send, if the trial has ended a round or
    /// asks for one. The run is so long that trying may cost much.
    void combine(Trial& trial) {
        if (trial.state() != Trial::State::combining && trial.state() != Trial::State::asking) return;
        std::vector<std::uint64_t> all = trial.mine();
        all.insert(all.end(), all.begin(), all.end());
        const std::vector<Budget::Figures> figures(2, {0, 1'000'000'000'000, 0});
        learning.settle(trial, all, figures, facts.ordinal);
    }
    /// After a call in which members need not meet: makes the exchange that is due, with another member that has made
    /// the same calls.
    void exchange() {
        if (!is_planned) learning.plan_exchanges(facts.ordinal + 1);
        is_planned = true;
        if (facts.ordinal != learning.next_exchange()) return;
        std::vector<std::uint64_t> all = learning.mine(facts.ordinal, 1'000'000 * facts.ordinal);
        all.insert(all.end(), all.begin(), all.end());
        REQUIRE(learning.take_up(all, facts.ordinal));
    }
    int index_of(std::string_view name) const {
        for (std::size_t i = 0; i < engines().size(); ++i)
            if (engines()[i]->name() == name) return static_cast<int>(i) + 1;
        return -1;
    }
};

/// A program for which the text of an earlier run is known.
struct InformedProgram : Program {
    KnowledgeSection section;
    explicit InformedProgram(const std::string& line) {
        const ParsedKnowledge parsed = parse_knowledge("shunt knowledge 1\n[here]\n" + line + " on 2026-11-25\n");
        REQUIRE(parsed.problems.empty());
        section = parsed.knowledge.sections.at(0);
        facts.knowledge = &section;
        facts.ordinal = 1;
    }
};

}  // namespace shunt::auto_tests
