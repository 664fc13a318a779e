#include "native/engines/registry.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <string>

using namespace shunt;

TEST_CASE("engines have different names and are found by them", "[engines]") {
    std::set<std::string> names;
    for (const Engine* engine : engines()) {
        CHECK(names.insert(std::string(engine->name())).second);
        CHECK(find_engine(engine->name()) == engine);
    }
    CHECK(names.count("null") == 1);
    CHECK(names.count("phased") == 1);
}

TEST_CASE("no engine is called host and an unknown name finds none", "[engines]") {
    CHECK(find_engine("host") == nullptr);
    CHECK(find_engine("") == nullptr);
    CHECK(find_engine("Phased") == nullptr);
}

TEST_CASE("the null engine declines every operation", "[engines]") {
    const Engine* engine = find_engine("null");
    REQUIRE(engine != nullptr);
    for (std::size_t i = 0; i < kOperationCount; ++i)
        CHECK_FALSE(engine->supports({static_cast<Operation>(i), 4, 2, 1024}));
    CHECK(engine->parameters().empty());
}

TEST_CASE("phased accepts its schedules and no others", "[engines]") {
    const Engine* engine = find_engine("phased");
    REQUIRE(engine != nullptr);
    REQUIRE(engine->parameters().size() == 3);
    const Parameter& schedule = engine->parameters()[0];
    CHECK(schedule.name == "schedule");
    CHECK(is_choice(schedule.choices, "auto"));
    CHECK(is_choice(schedule.choices, "rotation"));
    CHECK(is_choice(schedule.choices, "split"));
    CHECK_FALSE(is_choice(schedule.choices, "rot"));
    CHECK_FALSE(is_choice(schedule.choices, "auto|rotation"));
    CHECK_FALSE(is_choice(schedule.choices, ""));
}
