#include "tools/analysis/messages.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <utility>
#include <vector>

#include "tests/unit/tools/hand_made.hpp"
#include "tools/analysis/engines.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::hand_made;

namespace {

using Counters = std::vector<std::pair<const char*, std::uint64_t>>;

Parts rank_with(int rank, const Counters& counters) {
    Parts parts = idle_rank(rank, 2);
    parts.functions.push_back("MPI_Send send");
    parts.engines = {"host", "null", "remote_write"};
    for (const auto& [name, value] : counters) {
        record::CounterEntry counter;
        std::snprintf(counter.name, sizeof counter.name, "remote_write.%s", name);
        counter.value = value;
        parts.counters.push_back(counter);
    }
    return parts;
}

}  // namespace

TEST_CASE("the report says which share of the messages was written straight to its receive", "[tools]") {
    const Analysis run = analysis_of(
        {rank_with(0, {{"received-write", 90}, {"bytes-write", 9000}}), rank_with(1, {{"received-eager", 10},
                                                                                      {"bytes-eager", 1000},
                                                                                      {"unexpected", 4},
                                                                                      {"unexpected-sum", 10},
                                                                                      {"unexpected-most", 3}})});
    CHECK(
        message_text(run) ==
        "100 messages received, 90.0 % written straight into the buffer of their receive (90.0 % of the bytes), 10.0 % "
        "with their envelope (10.0 % of the bytes); 4 arrived before their receive, when 2.5 of them waited on "
        "average and 3 at most");
    REQUIRE(counter_lines(run).size() == 1);
    CHECK(counter_lines(run)[0] == "remote_write: " + message_text(run));
}

TEST_CASE("nothing is said of messages that remote write has not carried", "[tools]") {
    CHECK(message_text(analysis_of({rank_with(0, {}), rank_with(1, {{"sent-eager", 5}})})).empty());
    const Analysis none_early = analysis_of({rank_with(0, {{"received-eager", 1}}), rank_with(1, {})});
    CHECK(message_text(none_early).ends_with("; none arrived before its receive"));
}
