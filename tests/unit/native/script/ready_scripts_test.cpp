#include <bit>
#include <set>

#include "native/program/goal.hpp"
#include "native/program/replay.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/script/scripts.hpp"

using namespace shunt;
using namespace shunt::script;
using namespace shunt::script::test;
using program::Memory;

namespace {

/// Counts for the v forms, some of them 0.
std::vector<std::uint64_t> uneven(std::uint64_t how_many, std::uint64_t salt) {
    std::vector<std::uint64_t> counts;
    for (std::uint64_t i = 0; i < how_many; ++i) counts.push_back((i * 7 + salt) % 4);
    return counts;
}

bool in_any_order(std::string_view script, Operation operation) {
    return script != "binomial" && script != "doubling" && script != "halving" && combines(operation) &&
           !(script == "chain" && operation != Operation::reduce);
}

/// Whether the script does not support this call.
bool leaves(std::string_view script, const Call& call, int nodes) {
    return script == "leaders" &&
           (call.count * call.element_bytes < 8192 || !std::has_single_bit(static_cast<unsigned>(nodes)));
}

/// Whether the program may be right only where input and output are separate memories: those of an all-to-all always
/// are (CollectiveCall), also where the program passes MPI_IN_PLACE.
bool is_apart(Operation operation) { return operation == Operation::alltoall || operation == Operation::alltoallv; }

/// Proves the script's program for `call`, with separate buffers and in place.   Returns: whether it makes one.
bool prove(Creators& creators, const Call& call) {
    const Made made = creators.make(call);
    INFO(name_of(call.operation) << " of " << call.count << " elements, root " << call.root << ", commutative "
                                 << call.commutative);
    REQUIRE(made.error == "");
    if (made.program == nullptr) return false;
    CHECK(program::check(*made.to_prove, Memory::apart).error == "");
    if (!is_apart(call.operation)) CHECK(program::check(*made.to_prove, Memory::in_place).error == "");
    CHECK(made.program->count == call.count);
    if (made.scale > 1 && call.count < 100) {  // a proof for the unit is a proof for the whole
        CHECK(program::check(*made.program, Memory::apart).error == "");
        CHECK(program::replay(*made.program, Memory::apart, call.count) == "");
    }
    return true;
}

void prove_all(std::string_view script, const Topology& topology) {
    const int ranks = topology.ranks();
    Creators creators(topology);
    REQUIRE(creators.add(ready_script(script), std::string(script) + ".lua") == "");
    const auto n = static_cast<std::uint64_t>(ranks);
    for (std::size_t i = 0; i < kOperationCount; ++i) {
        const auto operation = static_cast<Operation>(i);
        if (!creators.has(operation)) continue;
        INFO(script << ", " << ranks << " ranks");
        std::set<std::uint64_t> counts{0, 1, 2, 3, n - 1, n, n + 1, 5 * n + 3, 100'000};
        const bool has_counts = program::counts_of(operation, n) != 0;
        if (has_counts || operation == Operation::barrier) counts = {0};
        const int roots = program::has_root(operation) ? ranks : 1;
        for (const std::uint64_t count : counts)
            for (int root = 0; root<roots; root += ranks> 17 || count > 5 * n ? 5 : 1)
                for (const bool commutative : {true, false}) {
                    Call call = call_of(operation, count, root);
                    if (has_counts) call.counts = uneven(program::counts_of(operation, n), n + count);
                    call.commutative = commutative;
                    const bool is_made = prove(creators, call);
                    const bool may_leave = leaves(script, call, topology.nodes());
                    CHECK((is_made || may_leave || (!commutative && in_any_order(script, operation))));
                }
    }
}

}  // namespace

TEST_CASE("the ready scripts are right for every number of ranks, root and count", "[script]") {
    for (const char* script : kReadyScripts) {
        if (std::string_view(script) == "timed") continue;
        for (int ranks = 1; ranks <= 17; ++ranks) {
            if (kSanitized && ranks != 3 && ranks != 8) continue;
            prove_all(script, one_node(ranks));
            prove_all(script, clusters_of(ranks, 3));
        }
        if (!kSanitized) prove_all(script, clusters_of(32, 4));
    }
}

TEST_CASE("the ready scripts have at most 60 lines and begin with their description", "[script]") {
    for (const char* script : kReadyScripts) {
        const std::string text = ready_script(script);
        INFO(script);
        CHECK(std::count(text.begin(), text.end(), '\n') <= 60);
        CHECK_THAT(text, Catch::StartsWith("-- "));
    }
}

TEST_CASE("a hierarchy crosses between clusters as seldom as can be", "[script]") {
    const Topology topology = clusters_of(12, 1);
    Creators creators(topology);
    REQUIRE(creators.add(ready_script("magpie"), "magpie.lua") == "");
    const auto crossings = [&](Operation operation, int root) {
        const Made made = creators.make(call_of(operation, 8, root));
        REQUIRE(made.error == "");
        int count = 0;
        for (int rank = 0; rank < 12; ++rank)
            for (const auto& step : made.program->ranks[static_cast<std::size_t>(rank)].steps)
                if (step.kind == program::Kind::send) count += step.peer % 3 != rank % 3 ? 1 : 0;
        return count;
    };
    CHECK(crossings(Operation::bcast, 0) == 2);
    CHECK(crossings(Operation::bcast, 7) == 2);
    CHECK(crossings(Operation::reduce, 5) == 2);
    CHECK(crossings(Operation::allreduce, 0) == 6);
}
