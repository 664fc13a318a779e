#include "config/options.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "config/reader.hpp"
#include "native/engines/multicast/options.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/select/vocabulary.hpp"

using namespace shunt::config;
using shunt::option_table;

TEST_CASE("every row has a default that is allowed and reads back as written", "[config]") {
    const Options options = default_options(option_table());
    for (const auto& row : option_table().rows()) {
        INFO(row.key);
        CHECK(value_text(row, options) == row.default_text);
        CHECK_FALSE(row.doc.empty());
        CHECK_FALSE(row.range_text.empty());
        if (row.member.number != nullptr) CHECK(parse_allowed(row.member.kind, row.range_text, row.default_text));
    }
}

TEST_CASE("every row reaches a member of its own", "[config]") {
    for (const auto& row : option_table().rows()) {
        INFO(row.key);
        Options options = default_options(option_table());
        if (row.member.number == nullptr) {
            row.member.set_text(struct_of(row, options), "elsewhere");
        } else {
            void* const values = struct_of(row, options);
            row.member.set_number(values, row.member.number(values) == 0 ? 1 : 0);
        }
        const auto changed = std::ranges::count_if(option_table().rows(), [&](const auto& other) {
            return value_text(other, options) != value_text(other, default_options(option_table()));
        });
        CHECK(changed == 1);
    }
}

TEST_CASE("keys and environment names are unique", "[config]") {
    std::set<std::string> keys, names;
    for (const auto& row : option_table().rows()) {
        CHECK(keys.insert(std::string(row.key)).second);
        CHECK(names.insert(environment_name(row)).second);
    }
}

TEST_CASE("environment names and flags follow from the key", "[config]") {
    const auto row = [](std::string_view key) {
        return option_table().rows()[static_cast<std::size_t>(option_table().index(key))];
    };
    CHECK(environment_name(row("enabled")) == "SHUNT");
    CHECK(environment_name(row("record.memory")) == "SHUNT_RECORD_MEMORY");
    CHECK(environment_name(row("record.timing-sample")) == "SHUNT_RECORD_TIMING_SAMPLE");
    CHECK(environment_name(row("profile")) == "SHUNT_PROFILE");
    CHECK(flag_name(row("wait.sleep-max")) == "--wait.sleep-max");
    CHECK(option_table().index("record.memry") == -1);
}

TEST_CASE("the words of a choice stand in the order of its enumerators", "[config]") {
    const auto set = [](std::string_view key, std::string_view word) {
        Options options;
        const auto& row = option_table().rows()[static_cast<std::size_t>(option_table().index(key))];
        row.member.set_number(struct_of(row, options), parse_allowed(row.member.kind, row.range_text, word).value());
        return options;
    };
    CHECK(set("wait", "auto").wait.mode == WaitMode::automatic);
    CHECK(set("wait", "host").wait.mode == WaitMode::host);
    CHECK(set("wait", "gentle").wait.mode == WaitMode::gentle);
    CHECK(set("log", "error").log.level == LogLevel::error);
    CHECK(set("log", "warning").log.level == LogLevel::warning);
    CHECK(set("log", "info").log.level == LogLevel::info);
    CHECK(set("log", "debug").log.level == LogLevel::debug);
    CHECK(set("record.pcontrol", "phases").record.pcontrol == Pcontrol::phases);
    CHECK(set("record.phases", "loops").record.phases == Phases::loops);
    CHECK(set("record.pcontrol", "standard").record.pcontrol == Pcontrol::standard);
}

TEST_CASE("the words of the engines' choices stand in the order of their enumerators", "[config]") {
    using shunt::FabricWay;
    using shunt::multicast::Acknowledge;
    const auto acknowledge = [](const char* word) {
        const Loaded loaded = load({{std::string("SHUNT_MULTICAST_ACKNOWLEDGE=") + word}, {}, {}, 0}, option_table());
        return loaded.options.engines.get<shunt::multicast::MulticastOptions>().acknowledge;
    };
    CHECK(acknowledge("auto") == Acknowledge::automatic);
    CHECK(acknowledge("flat") == Acknowledge::flat);
    CHECK(acknowledge("tree") == Acknowledge::tree);
    const auto way = [](const char* word) {
        const Loaded loaded = load({{std::string("SHUNT_PIPELINE_WAY=") + word}, {}, {}, 0}, option_table());
        return loaded.options.engines.get<shunt::pipeline::PipelineOptions>().way;
    };
    CHECK(way("auto") == FabricWay::automatic);
    CHECK(way("verbs") == FabricWay::verbs);
    CHECK(way("tcp") == FabricWay::tcp);
}

TEST_CASE("a copy of options has values of its own", "[config]") {
    const Options before = default_options(option_table());
    Options copy = before;
    copy.engines.edit<shunt::pipeline::PipelineOptions>().ring_bytes = 1;
    CHECK(before.engines.get<shunt::pipeline::PipelineOptions>().ring_bytes == 1 << 20);
    copy = before;
    CHECK(copy.engines.get<shunt::pipeline::PipelineOptions>().ring_bytes == 1 << 20);
}

TEST_CASE("the documented defaults are these", "[config]") {
    const Options options = default_options(option_table());
    CHECK(options.enabled);
    CHECK(options.record.enabled);
    CHECK(options.record.memory_bytes == 8 << 20);
    CHECK_FALSE(options.record.callsites);
    CHECK(options.record.preposted_every == 16);
    CHECK(options.record.timing_every == 16);
    CHECK(options.record.samples);
    CHECK(options.record.finalize_timeout_ns == 300'000'000'000);
    CHECK(options.wait.mode == WaitMode::automatic);
    CHECK(options.wait.spin_count == 8);
    CHECK(options.wait.yield_count == 128);
    CHECK(options.wait.sleep_max_ns == 1'000'000);
    CHECK_FALSE(options.assume_all);
    CHECK(options.log.level == LogLevel::warning);
    CHECK(options.spool.empty());
}

TEST_CASE("options made plainly switch everything off", "[config]") {
    const Options options;
    CHECK_FALSE(options.enabled);
    CHECK_FALSE(options.record.enabled);
    CHECK(options.wait.mode == WaitMode::host);
    CHECK(options.record.timing_every == 1);
}
