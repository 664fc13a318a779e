// An engine of a folder outside native/ and one row of the registry: every part that handles options finds it.
#include <catch2/catch.hpp>

#include "config/describe.hpp"
#include "config/digest.hpp"
#include "config/reader.hpp"
#include "native/engines/registry.hpp"
#include "native/select/decide.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/unit/native/outside_engine/options.hpp"

using namespace shunt;
using outside::Order;
using outside::OutsideOptions;

namespace {

/// Loads settings; `file` is the content of the settings file, if it is not empty.
config::Loaded load(std::vector<std::string> environment, const std::string& file = "") {
    if (!file.empty()) environment.push_back("SHUNT_CONFIG=s.conf");
    return config::load({std::move(environment),
                         {},
                         [&](const std::string&) {
                             return config::FileText{file, {}};
                         },
                         0},
                        option_table());
}

const OutsideOptions& set_of(const config::Loaded& loaded) { return loaded.options.engines.get<OutsideOptions>(); }

const Engine& engine() {
    const Engine* found = find_engine("outside");
    REQUIRE(found != nullptr);
    return *found;
}

std::uint64_t digest_of(const config::Loaded& loaded) { return config::digest(loaded.options, {}, option_table()); }

}  // namespace

TEST_CASE("an engine from outside is registered behind the engines of the tree, and rules may name it", "[options]") {
    CHECK(engines().size() == 6);
    CHECK(engines().back() == &engine());
    std::vector<config::Message> messages;
    const config::RuleSet rules = config::parse_rules({{"alltoall -> outside", "SHUNT_RULES"}}, vocabulary(), messages);
    REQUIRE(rules.rules.size() == 1);
    CHECK(rules.rules[0].engine_name == "outside");
}

TEST_CASE("its options have their defaults", "[options]") {
    const config::Loaded loaded = load({});
    CHECK(set_of(loaded).least_bytes == 4096);
    CHECK(set_of(loaded).order == Order::far);
    CHECK(default_engine_options().get<OutsideOptions>().least_bytes == 4096);
}

TEST_CASE("its options are read from file and environment", "[options]") {
    const config::Loaded loaded = load({"SHUNT_OUTSIDE_LEAST=2M"}, "[outside]\nleast = 1K\norder = near\n");
    CHECK(loaded.messages.empty());
    CHECK(set_of(loaded).least_bytes == 2 << 20);
    CHECK(set_of(loaded).order == Order::near);
    const auto source = [&](std::string_view key) {
        return describe(loaded.sources[static_cast<std::size_t>(option_table().index(key))]);
    };
    CHECK(source("outside.least") == "environment SHUNT_OUTSIDE_LEAST");
    CHECK(source("outside.order") == "s.conf:3");
}

TEST_CASE("a value outside its option's range is refused with the range, and a wrong name with the nearest name",
          "[options]") {
    const config::Loaded loaded =
        load({"SHUNT_OUTSIDE_LEAST=0", "SHUNT_OUTSIDE_ORDER=middle", "SHUNT_OUTSIDE_LAEST=1"});
    REQUIRE(loaded.messages.size() == 3);
    CHECK(loaded.messages[0].text.find("'0' is not an integer in 1..1G") != std::string::npos);
    CHECK(loaded.messages[0].text.find("4K (default) is kept") != std::string::npos);
    CHECK(loaded.messages[1].text.find("near") != std::string::npos);
    CHECK(loaded.messages[1].text.find("far (default) is kept") != std::string::npos);
    CHECK(loaded.messages[2].text.find("the nearest known name is SHUNT_OUTSIDE_LEAST") != std::string::npos);
    CHECK(set_of(loaded).least_bytes == 4096);
    CHECK(set_of(loaded).order == Order::far);
}

TEST_CASE("the options of an outside engine are described and kept in profiles, in the order of the engines",
          "[options]") {
    const config::Loaded loaded = load({"SHUNT_OUTSIDE_ORDER=near"});
    const std::string text = config::options_text(loaded, option_table());
    CHECK(text.find("outside.order = near    # environment SHUNT_OUTSIDE_ORDER\n    Which peers are served first.\n"
                    "    default far, allowed: near|far; may differ between ranks\n"
                    "    SHUNT_OUTSIDE_ORDER, --outside.order\n") != std::string::npos);
    CHECK(text.find("outside.least = ") > text.find("multicast.authenticate = "));
    CHECK(text.find("outside.least = ") < text.find("phased.interface = "));
    CHECK(config::options_record(loaded, option_table()).find("outside.least = 4K    # default\n") !=
          std::string::npos);
    CHECK(config::options_markdown(option_table())
              .find("| `outside.least` | `4K` | `1..1G` | `SHUNT_OUTSIDE_LEAST` | all | Blocks are") !=
          std::string::npos);
}

TEST_CASE("the digest contains an outside engine's options that must be equal on all ranks", "[options]") {
    const std::uint64_t usual = digest_of(load({}));
    CHECK(digest_of(load({"SHUNT_OUTSIDE_LEAST=5K"})) != usual);
    CHECK(digest_of(load({"SHUNT_OUTSIDE_LEAST=4096"})) == usual);
    CHECK(digest_of(load({"SHUNT_OUTSIDE_ORDER=near"})) == usual);
}

TEST_CASE("its options reach its decision and its teams", "[options]") {
    const Facts facts{Operation::alltoall, 4, 1, 5000};
    const config::Loaded usual = load({}), higher = load({"SHUNT_OUTSIDE_LEAST=5001", "SHUNT_OUTSIDE_ORDER=near"});
    CHECK(engine().prospect(facts, usual.options.engines).wins);
    CHECK_FALSE(engine().prospect(facts, higher.options.engines).wins);
    CHECK(engine_that_wins(facts, usual.options.engines) == &engine());
    CHECK(engine_that_wins(facts, higher.options.engines) == nullptr);
    TeamSetup setup;
    setup.options = &higher.options.engines;
    const std::unique_ptr<Team> team = engine().join(setup);
    REQUIRE(team);
    const std::vector<EngineCounter> counters = team->counters();
    REQUIRE(counters.size() == 2);
    CHECK(counters[0].value == 5001);
    CHECK(counters[1].value == static_cast<std::uint64_t>(Order::near));
}
