#include "tools/plan/network_bounds.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <functional>
#include <utility>

#include "native/engines/contract.hpp"
#include "tests/unit/tools/plan/runs.hpp"

using namespace shunt;
using namespace shunt::tools;
using namespace shunt::tools::plan_runs;

namespace {

/// One rank on each of 8 nodes, 100 Alltoalls of 64 KiB in `us` each by the host, and 100 of 128 KiB in `longer_us`.
/// The interfaces report 10 Gbit/s. `note(parts)` adds to the record of each rank.
record::ProfileFile cluster_run(double us, double longer_us, const std::function<void(Parts&)>& note = {}) {
    return run_of_steps(8, [&](Parts& parts) {
        parts.header.node = parts.header.world_rank;
        parts.header.node_count = 8;
        parts.functions.emplace_back("MPI_Alltoall collective");
        record::CounterEntry link{};
        std::snprintf(link.name, sizeof link.name, "link.eth0.mbit");
        link.value = 10'000;
        parts.counters.push_back(link);
        if (note) note(parts);
        add(parts, "MPI_Alltoall", record::kNoPeer, 64 << 10, 100, kCall, us);
        if (longer_us > 0) add(parts, "MPI_Alltoall", record::kNoPeer, 128 << 10, 100, kCall, longer_us);
    });
}

double wire_us(double bytes, double bytes_per_s) { return 7 * bytes / bytes_per_s * 1e6; }

}  // namespace

TEST_CASE("a gain on an unmeasured network is bounded by its calls and by its links", "[tools][plan]") {
    const double rate = 12e6;
    // Where the host already uses the whole wire, nothing is left to gain, whatever the link promises.
    const record::ProfileFile at_the_wire = cluster_run(wire_us(64 << 10, rate), 0);
    Proposal found = propose_from({&at_the_wire});
    REQUIRE(found.changes.size() == 1);
    CHECK(found.changes[0].sureness == Sureness::guessed);
    REQUIRE(found.changes[0].least_gain_ns);
    CHECK(*found.changes[0].least_gain_ns <= 0.02 * found.changes[0].of_ns);
    CHECK(found.changes[0].gain_ns > 0.9 * found.changes[0].of_ns);
    CHECK(found.least_gain_ns() < found.gain_ns());
    CHECK_THAT(found.notes.back(),
               Catch::Contains("ports of 11.4 MiB/s, which alltoall of 64 KiB by the host reached") &&
                   Catch::Contains("1.10 GiB/s, the rate of eth0"));
    CHECK_THAT(plan_text(found, "a.plan"), Catch::Contains("; saves 0 s to "));

    // A rate that longer calls have reached is possible for shorter ones, too.
    const record::ProfileFile slow_when_short = cluster_run(3 * wire_us(64 << 10, rate), wire_us(128 << 10, rate));
    const Proposal other = propose_from({&slow_when_short});
    const auto shorter = std::ranges::find_if(
        other.changes, [](const ProposedChange& one) { return one.rule.starts_with("alltoall 64K"); });
    REQUIRE(shorter != other.changes.end());
    REQUIRE(shorter->least_gain_ns);
    CHECK(*shorter->least_gain_ns == Approx(0.6 * shorter->of_ns).margin(0.1 * shorter->of_ns));

    ProposalWishes wishes;
    wishes.machine = fast_machine();
    const Proposal sure = propose_from({&at_the_wire}, wishes);
    REQUIRE(sure.changes.size() == 1);
    CHECK_FALSE(sure.changes[0].least_gain_ns);
    CHECK(sure.least_gain_ns() == sure.gain_ns());
}

TEST_CASE("ports that the run has measured make gains one number", "[tools][plan]") {
    const double rate = 12e6;
    const auto note_ports = [&](Parts& parts) {
        for (const auto& [name, value] :
             {std::pair{"ports.latency-ns", 40'000.0}, {"ports.bytes-per-s", rate}, {"ports.burst-bytes", 0.0}}) {
            record::CounterEntry one{};
            std::snprintf(one.name, sizeof one.name, "%s", name);
            one.value = static_cast<std::uint64_t>(value);
            parts.counters.push_back(one);
        }
    };
    const record::ProfileFile at_the_wire = cluster_run(1.1 * wire_us(64 << 10, rate), 0, note_ports);
    CHECK(propose_from({&at_the_wire}).changes.empty());
    const record::ProfileFile far = cluster_run(3 * wire_us(64 << 10, rate), 0, note_ports);
    Proposal found = propose_from({&far});
    REQUIRE(found.changes.size() == 1);
    CHECK(found.changes[0].sureness == Sureness::modelled);
    CHECK_FALSE(found.changes[0].least_gain_ns);
    CHECK(found.changes[0].gain_ns == Approx(0.65 * found.changes[0].of_ns).margin(0.05 * found.changes[0].of_ns));
    CHECK_THAT(plan_text(found, "a.plan"), Catch::Contains("its model on the ports that run1.shunt has measured"));
}

TEST_CASE("the bytes that a port must carry in a call do not depend on the algorithm", "[tools][plan]") {
    const auto least = [](Operation operation, int ranks, int nodes, double bytes) {
        return least_port_bytes({operation, 0, false, "world", ranks, nodes, 0}, bytes);
    };
    CHECK(least(Operation::alltoall, 8, 8, 64 << 10) == 7 * (64 << 10));
    CHECK(least(Operation::alltoall, 8, 2, 64 << 10) == 4 * 4 * (64 << 10));
    CHECK(least(Operation::allgather, 8, 4, 64 << 10) == 6 * (64 << 10));
    CHECK(least(Operation::allreduce, 8, 4, 1 << 20) == 1.5 * (1 << 20));
    CHECK(least(Operation::alltoall, 8, 1, 64 << 10) == 0);  // no rank uses a port
    CHECK(least(Operation::alltoall, 8, 8, 64) == 0);        // latency dominates
    CHECK(least(Operation::bcast, 8, 8, 1 << 20) == 0);      // a member may leave before others have entered
    CHECK(rule_bytes({Operation::alltoallv, kBytesDiffer, false, "world", 8, 8, 0}, 8 << 20) == 1 << 20);
}
