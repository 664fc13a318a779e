#include "native/select/messages.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "config/rule_parser.hpp"
#include "native/engines/registry.hpp"
#include "native/select/vocabulary.hpp"

using namespace shunt;

namespace {

config::RuleSet rules_of(const std::vector<std::string>& texts) {
    std::vector<config::RuleLine> lines;
    for (const auto& text : texts) lines.push_back({text, "test"});
    std::vector<config::Message> messages;
    auto rules = config::parse_rules(lines, vocabulary(), messages);
    REQUIRE(messages.empty());
    return rules;
}

MessageFacts of_one_node(int ranks) {
    MessageFacts facts;
    facts.ranks = ranks;
    facts.all_ours = facts.id_is_agreed = true;
    return facts;
}

}  // namespace

TEST_CASE("messages of a communicator are carried if its rule says so", "[select]") {
    const auto rules = rules_of({"* -> pipeline", "p2p ranks 9.. -> host", "p2p ranks 2.. -> remote_write"});
    const MessageDecision eight = decide_messages(rules, of_one_node(8));
    CHECK(eight.is_carried);
    CHECK(eight.because.reason == Reason::by_rule);
    CHECK(eight.because.rule == 3);
    CHECK(eight.because.engine == engines().size() + 1);
    CHECK_FALSE(decide_messages(rules, of_one_node(9)).is_carried);
    CHECK(decide_messages(rules, of_one_node(9)).because.reason == Reason::rule_says_host);
    CHECK(decide_messages(rules, of_one_node(1)).because.reason == Reason::no_rule);
    CHECK(may_carry_messages(rules));
    MessageFacts among_nodes = of_one_node(8);
    among_nodes.nodes = 2;
    among_nodes.reaches_nodes = true;
    CHECK(decide_messages(rules, among_nodes).is_carried);
}

TEST_CASE("nothing is reported of messages if no rule names them", "[select]") {
    const auto rules = rules_of({"* -> pipeline", "bcast -> host"});
    CHECK_FALSE(decide_messages(rules, of_one_node(2)).is_carried);
    CHECK(decide_messages(rules, of_one_node(2)).because.reason == Reason::none);
    CHECK_FALSE(may_carry_messages(rules));
    CHECK_FALSE(may_carry_messages(rules_of({"p2p -> host"})));
}

TEST_CASE("messages that cannot be carried stay with the host, with the reason", "[select]") {
    const auto rules = rules_of({"p2p -> remote_write"});
    const auto reason = [&](auto change) {
        MessageFacts facts = of_one_node(4);
        change(facts);
        const MessageDecision decision = decide_messages(rules, facts);
        CHECK_FALSE(decision.is_carried);
        const std::string text = explain(decision.because, "remote_write");
        CHECK_FALSE(text.empty());
        return text;
    };
    CHECK(reason([](MessageFacts& facts) { facts.nodes = 2; }) ==
          "the ranks could not open TCP sockets for remote_write among their nodes (rule 1)");
    CHECK(reason([](MessageFacts& facts) { facts.all_ours = false; }) ==
          "a member of another world, or an intercommunicator");
    CHECK(reason([](MessageFacts& facts) { facts.id_is_agreed = false; }) ==
          "members cannot agree on a number for such a communicator");
    CHECK(reason([](MessageFacts& facts) { facts.service = MessageService::no_requests; }) ==
          "requests of our own are off (rule 1)");
    CHECK(reason([](MessageFacts& facts) { facts.service = MessageService::no_memory; }) ==
          "not all ranks of a node could share memory (rule 1)");
    CHECK(reason([](MessageFacts& facts) { facts.service = MessageService::no_agreement; }) ==
          "not all ranks are known to run with Shunt alike (rule 1)");
}
