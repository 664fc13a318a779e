#include "tools/plan/other_lengths.hpp"

#include <catch2/catch.hpp>

using namespace shunt;
using namespace shunt::tools;

namespace {

constexpr double kMpiNs = 1e9;
constexpr int kCores = 2;

/// Calls of 16 ranks on as many nodes, with a tenth of the MPI time.
ObservedOperation calls_of(Operation operation, std::int64_t longest) {
    ObservedOperation calls{operation, "world", 16, 16, longest};
    calls.rank_ns = kMpiNs / 10;
    return calls;
}

}  // namespace

TEST_CASE("auto decides all other lengths if the plan has an engine carry some", "[tools][plan]") {
    ObservedOperation calls = calls_of(Operation::alltoall, 65536);
    calls.is_changed = true;
    calls.rank_ns = 0;  // the plan has changed it, which is enough
    const auto lengths = lengths_for_auto(calls, kMpiNs, kCores);
    REQUIRE(lengths);
    CHECK(lengths->unbounded());
}

TEST_CASE("auto decides longer calls if short ones are the host's and an engine may win with long ones",
          "[tools][plan]") {
    const auto lengths = lengths_for_auto(calls_of(Operation::alltoall, 256), kMpiNs, kCores);
    REQUIRE(lengths);
    CHECK_FALSE(lengths->contains(256));
    CHECK(lengths->contains(257));
    CHECK(lengths->contains(1 << 30));
    CHECK_FALSE(lengths_for_auto(calls_of(Operation::alltoall, 8 << 20), kMpiNs, kCores));  // nothing longer was tried
}

TEST_CASE("auto gets no reductions, no calls of little time, and no calls that no engine carries", "[tools][plan]") {
    ObservedOperation sums = calls_of(Operation::allreduce, 65536);
    sums.is_changed = true;
    CHECK_FALSE(lengths_for_auto(sums, kMpiNs, kCores));
    ObservedOperation few = calls_of(Operation::alltoall, 256);
    few.rank_ns = kMpiNs / 100;
    CHECK_FALSE(lengths_for_auto(few, kMpiNs, kCores));
    ObservedOperation differing = calls_of(Operation::alltoallv, 0);  // its lines apply to all lengths
    differing.is_changed = true;
    CHECK_FALSE(lengths_for_auto(differing, kMpiNs, kCores));
    CHECK_FALSE(lengths_for_auto(calls_of(Operation::neighbor_alltoall, 256), kMpiNs, kCores));
}

TEST_CASE("calls are summed up over lengths, phases and carriers of the newest profile", "[tools][plan]") {
    const auto times = [](std::size_t profile, double rank_ns) {
        CarriedTimes made;
        made.profile = profile;
        made.rank_ns = rank_ns;
        return made;
    };
    ObservedCalls observed;
    CallKind kind{Operation::bcast, 1024, false, "world", 4, 2, 0};
    observed[kind] = {times(0, 10), times(1, 7)};
    kind.bytes = 4096;
    kind.phase = 3;
    observed[kind] = {times(1, 5)};
    kind.comm = "split#1";
    observed[kind] = {times(1, 1)};
    const auto found = by_operation(observed, 1);
    REQUIRE(found.size() == 2);
    const ObservedOperation& world = found[found[0].comm == "world" ? 0 : 1];
    CHECK(world.longest == 4096);
    CHECK(world.rank_ns == 12);
    CHECK(world.nodes == 2);
}
