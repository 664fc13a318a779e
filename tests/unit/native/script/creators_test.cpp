#include "native/program/checker.hpp"
#include "native/script/builder.hpp"
#include "native/script/scaled.hpp"
#include "tests/unit/native/script/scripts.hpp"

using namespace shunt;
using namespace shunt::script;
using namespace shunt::script::test;

namespace {

constexpr const char* kFlat =
    "creator('bcast', function(call) return function(me) bcast_down(me, flat(topology.all, call.root), me.output) end "
    "end)\n";

std::size_t steps_of(const Made& made) {
    std::size_t steps = 0;
    for (const auto& rank : made.program->ranks) steps += rank.steps.size();
    return steps;
}

}  // namespace

TEST_CASE("creators are asked newest first and pass on", "[script]") {
    Creators creators(one_node(4));
    CHECK(!creators.has(Operation::bcast));
    CHECK(creators.make(call_of(Operation::bcast, 1)).program == nullptr);
    REQUIRE(creators.add(kFlat, "old.lua") == "");
    REQUIRE(creators.add("creator('bcast', function(call, next)\n"
                         "  if call.count > 100 then return nil end\n"
                         "  if call.count > 10 then return next(call) end\n"
                         "  return function(me) bcast_down(me, chain(topology.all, call.root), me.output) end\n"
                         "end)\n",
                         "new.lua") == "");
    CHECK(creators.has(Operation::bcast));
    CHECK(!creators.has(Operation::reduce));
    CHECK(creators.make(call_of(Operation::bcast, 5)).creator == "new.lua:1");
    CHECK(creators.make(call_of(Operation::bcast, 50)).creator == "old.lua:1");
    CHECK(creators.make(call_of(Operation::bcast, 500)).creator == "old.lua:1");
    CHECK(creators.make(call_of(Operation::bcast, 5)).program->source == "new.lua");

    Creators passing(one_node(4));
    REQUIRE(passing.add("creator('bcast', function(call, next) return next(call) end)", "test.lua") == "");
    const Made none = passing.make(call_of(Operation::bcast, 5));
    CHECK(none.program == nullptr);
    CHECK(none.error == "");
}

TEST_CASE("a program is kept by the facts on which it depends", "[script]") {
    Creators creators(one_node(4));
    REQUIRE(creators.add(kFlat, "test.lua") == "");
    REQUIRE(creators.add("creator('reduce', function(call)\n"
                         "  local tree = call.bytes > 80 and chain or flat\n"
                         "  return function(me) reduce_up(me, tree(topology.all, call.root), me.input, me.output) end\n"
                         "end)",
                         "bytes.lua") == "");
    const auto runs_for = [&](const Call& call) {
        const auto before = creators.times_run();
        REQUIRE(creators.make(call).program != nullptr);
        return creators.times_run() - before;
    };
    Call call = call_of(Operation::bcast, 10);
    CHECK(runs_for(call) == 1);
    CHECK(runs_for(call) == 0);
    call.element_bytes = 4;
    CHECK(runs_for(call) == 0);  // it has not used bytes
    call.commutative = false;
    CHECK(runs_for(call) == 0);  // nothing is combined
    call.count = 11;
    CHECK(runs_for(call) == 1);
    call.root = 1;
    CHECK(runs_for(call) == 1);

    Call reduce = call_of(Operation::reduce, 10);
    CHECK(runs_for(reduce) == 1);
    CHECK(runs_for(reduce) == 0);
    reduce.element_bytes = 16;
    CHECK(runs_for(reduce) == 1);
    CHECK(steps_of(creators.make(reduce)) != steps_of(creators.make(call_of(Operation::reduce, 10))));
    CHECK(creators.make(reduce).was_cached);
    creators.set_links({});
    CHECK(!creators.make(reduce).was_cached);
}

TEST_CASE("failures are kept as well, and the cache has an end", "[script]") {
    Limits limits;
    limits.cached = 3;
    Creators creators(one_node(2), limits);
    REQUIRE(creators.add("creator('bcast', function() error('no') end)", "test.lua") == "");
    CHECK(creators.make(call_of(Operation::bcast, 1)).error == "test.lua:1: no");
    CHECK(creators.make(call_of(Operation::bcast, 1)).error == "test.lua:1: no");
    CHECK(creators.times_run() == 1);
    for (std::uint64_t count = 2; count < 5; ++count)
        CHECK(!creators.make(call_of(Operation::bcast, count)).was_cached);
    CHECK(!creators.make(call_of(Operation::bcast, 1)).was_cached);
    CHECK(creators.make(call_of(Operation::bcast, 4)).was_cached);
}

TEST_CASE("programs of many steps are kept in smaller numbers", "[script]") {
    Limits limits;
    limits.cached_steps = 10;
    Creators creators(one_node(4), limits);  // 6 steps each
    REQUIRE(creators.add(kFlat, "test.lua") == "");
    CHECK(!creators.make(call_of(Operation::bcast, 1)).was_cached);
    CHECK(creators.make(call_of(Operation::bcast, 1)).was_cached);
    CHECK(!creators.make(call_of(Operation::bcast, 2)).was_cached);
    CHECK(creators.make(call_of(Operation::bcast, 2)).was_cached);
    CHECK(!creators.make(call_of(Operation::bcast, 1)).was_cached);
}

TEST_CASE("wrappers need no knowledge of the wrapped creator", "[script]") {
    std::vector<std::string> lines;
    Creators creators(one_node(5), {}, [&](std::string_view line) { lines.emplace_back(line); });
    REQUIRE(creators.add(kFlat, "flat.lua") == "");
    REQUIRE(creators.add(ready_script("timed"), "timed.lua") == "");
    const Made made = creators.make(call_of(Operation::bcast, 7, 1));
    REQUIRE(made.error == "");
    CHECK(made.creator == "flat.lua:1");
    CHECK(made.timed == std::vector<std::string>{"bcast of 7 elements"});
    CHECK(lines == std::vector<std::string>{"bcast: at most 4 steps and 28 elements sent by a rank"});
    CHECK(program::equal(*made.program, *made_by(kFlat, call_of(Operation::bcast, 7, 1), 5).program));
    CHECK(creators.make(call_of(Operation::barrier, 0)).program == nullptr);
}

TEST_CASE("few names are timed, and they can be printed", "[script]") {
    const Made made = made_by(
        "creator('bcast', function() return timed('a\\27[2J\\n', timed(('x'):rep(500), function() "
        "end)) end)",
        call_of(Operation::bcast, 1));
    CHECK(made.timed == std::vector<std::string>{"a [2J ", std::string(100, 'x')});
    CHECK(
        made_by("creator('bcast', function() return function(me)\nfor i = 1, 20 do timed('x', print)(me) end end end)",
                call_of(Operation::bcast, 1))
            .error == "test.lua:2: more than 16 names are timed in one program");
}

TEST_CASE("a program for a unit serves every multiple, and equals the program made for it", "[script]") {
    const std::string text = ready_script("bruck");
    Creators creators(one_node(6));
    REQUIRE(creators.add(text, "bruck.lua") == "");
    const std::string plain = text.substr(0, text.find(", {unit = 1}")) + ")";  // Allgather alone
    for (const std::uint64_t count : {1u, 2u, 7u, 4096u}) {
        const Made scaled = creators.make(call_of(Operation::allgather, count));
        const Made exact = made_by(plain, call_of(Operation::allgather, count), 6);
        REQUIRE(exact.error == "");
        CHECK(scaled.scale == count);
        CHECK(exact.scale == 1);
        CHECK(scaled.to_prove->count == 1);
        CHECK(program::equal(*scaled.program, *exact.program));
    }
    CHECK(creators.times_run() == 2);  // exactly for one element, and once for one element as a unit
    CHECK(creators.make(call_of(Operation::allgather, 0)).scale == 1);

    Creators in_ranks(one_node(6));
    REQUIRE(in_ranks.add(
                "creator('allreduce', function(call) print(call.count) return function(me) end end, {unit = 'ranks'})",
                "test.lua") == "");
    CHECK(in_ranks.make(call_of(Operation::allreduce, 12)).to_prove->count == 6);
    CHECK(in_ranks.make(call_of(Operation::allreduce, 13)).to_prove->count == 13);
    CHECK(made_by("creator('bcast', function(call) return call.bytes > 3 and print end, {unit = 1})",
                  call_of(Operation::bcast, 10))
              .error == "test.lua:1: a creator with `unit` does not see bytes: its program is used for all lengths");
    CHECK(made_by("creator('bcast', function(call) return function(me)\nme:copy(me.output, me.output, {chunk = 1}) end "
                  "end, {unit = 1})",
                  call_of(Operation::bcast, 10))
              .error == "test.lua:2: a creator with `unit` has no chunks: it does not know how long the call is");
}

TEST_CASE("nothing of one program can be used in another", "[script]") {
    Creators creators(one_node(3));
    REQUIRE(creators.add("local kept\ncreator('bcast', function(call) return function(me)\n"
                         "kept = kept or {me = me, range = me.output}\n"
                         "if call.count == 2 then me:copy(kept.range, me.output) end\n"
                         "if call.count == 3 then kept.me:copy(me.output, me.output) end\n"
                         "if call.count == 4 then print(kept.me.rank) end\n"
                         "end end)",
                         "test.lua") == "");
    CHECK(creators.make(call_of(Operation::bcast, 1)).error == "");
    CHECK(creators.make(call_of(Operation::bcast, 2)).error ==
          "test.lua:4: the range belongs to a program that is finished: keep none from call to call");
    CHECK(creators.make(call_of(Operation::bcast, 3)).error ==
          "test.lua:5: the rank belongs to a program that is finished: keep none from call to call");
    CHECK(creators.make(call_of(Operation::bcast, 4)).error ==
          "test.lua:6: the rank belongs to a program that is finished: keep none from call to call");
    CHECK(made_by("local first creator('bcast', function(call) return function(me) first = first or me.output\n"
                  "me:copy(first, me.output) end end)",
                  call_of(Operation::bcast, 2))
              .error == "test.lua:2: the first range is memory of rank 0, not of rank 1");
}

TEST_CASE("a script may give the steps of all ranks at once", "[script]") {
    const Made made = made_by(
        "creator('bcast', function(call) return all(function(ranks)\n"
        "for rank = 1, call.ranks - 1 do\n"
        "  ranks[0]:send(rank, ranks[0].output)\n"
        "  ranks[rank]:receive(0, ranks[rank].output)\nend\nend) end)",
        call_of(Operation::bcast, 5));
    REQUIRE(made.error == "");
    CHECK(program::check(*made.program, program::Memory::apart).error == "");
    CHECK(made.program->ranks[0].steps.size() == 3);
    CHECK(made.program->ranks[0].steps[0].line == 3);
}

TEST_CASE("impossible calls are refused", "[script]") {
    CHECK(made_by(kFlat, call_of(Operation::bcast, 5, 4)).error != "");
    CHECK(made_by(kFlat, call_of(Operation::bcast, 5, -1)).error != "");
    Call call = call_of(Operation::gatherv, 0);
    call.counts = {1, 2};
    CHECK(made_by(kFlat, call).error != "");
    CHECK(made_by(kFlat, call_of(Operation::bcast, UINT64_MAX)).error != "");
}

TEST_CASE("blocks of the v forms lie where MPI has them", "[script]") {
    Call call = call_of(Operation::alltoallv, 0);
    call.counts = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::vector<std::string> lines;
    Creators creators(one_node(3), {}, [&](std::string_view line) { lines.emplace_back(line); });
    REQUIRE(creators.add("creator('alltoallv', function(call) return function(me)\n"
                         "print(me.input:block(1), me.output:block(1), me.input:block(1, 2), call.counts[3]) end end)",
                         "test.lua") == "");
    REQUIRE(creators.make(call).error == "");
    CHECK(lines == std::vector<std::string>{"input[1+2] output[1+4] input[1+5] 4",
                                            "input[4+5] output[2+5] input[4+11] 4",
                                            "input[7+8] output[3+6] input[7+17] 4"});
}
