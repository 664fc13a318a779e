#include <cfenv>
#include <chrono>
#include <cstring>
#include <functional>
#include <new>

#include "native/script/lua_library.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/script/scripts.hpp"

using namespace shunt;
using namespace shunt::script;
using namespace shunt::script::test;
using Catch::Contains;
using Catch::StartsWith;

namespace {

Limits small_limits() {
    Limits limits;
    limits.work = 2'000'000;
    limits.work_per_rank = 0;
    limits.memory = 8u << 20;
    return limits;
}

}  // namespace

TEST_CASE("a missing Lua is said with its Debian package", "[script]") {
    Lua functions{};
    const std::string error = load_lua_from("liblua-nowhere.so.0", functions);
    CHECK_THAT(error, Contains("liblua-nowhere.so.0") && Contains("apt install liblua5.4-0"));
    CHECK_THAT(load_lua_from("libc.so.6", functions), Contains("has no lua_newstate"));
    CHECK(why_no_scripts() == "");
}

TEST_CASE("scripts have nothing that reaches outside of them", "[script]") {
    for (const char* name : {"io",
                             "os",
                             "package",
                             "debug",
                             "coroutine",
                             "utf8",
                             "require",
                             "load",
                             "loadfile",
                             "loadstring",
                             "dofile",
                             "collectgarbage",
                             "next",
                             "pcall",
                             "xpcall",
                             "rawget",
                             "rawset",
                             "rawequal",
                             "rawlen",
                             "setmetatable",
                             "getmetatable",
                             "warn",
                             "_G",
                             "_VERSION",
                             "math.random",
                             "math.randomseed",
                             "math.log",
                             "string.dump",
                             "string.find",
                             "string.match",
                             "string.gmatch",
                             "string.gsub",
                             "string.pack",
                             "string.unpack",
                             "table.move",
                             "('x').dump",
                             "('x').find",
                             "('x').gsub"})
        CHECK(error_of(std::string("if ") + name + " ~= nil then error('it is there') end") == "");
    CHECK_THAT(error_of(std::string_view("\x1bLua\x54\x00", 6)), Contains("binary chunk"));
    CHECK_THAT(error_of("local me = ('').__index.rep"), StartsWith("test.lua:1: "));
}

TEST_CASE("errors of scripts name file, line and reason", "[script]") {
    const std::pair<const char*, const char*> kCases[] = {
        {"\nx = 1 +", "test.lua:2: unexpected symbol near <eof>"},
        {"\n\nerror('no')", "test.lua:3: no"},
        {"local function f() error('no', 2) end\nf()", "test.lua:2: no"},
        {"assert(false, 'no')", "test.lua:1: no"},
        {"error({})", "test.lua:1: an error that is not a text"},
        {"error()", "test.lua:1: an error that is not a text"},
        {"\nnosuch.field()", "test.lua:2: attempt to index a nil value (global 'nosuch')"},
        {"local x = '10' + 1", "test.lua:1: attempt to perform arithmetic on a string value (constant '10')"},
        {"creator('foo', print)", "test.lua:1: no operation 'foo' can be made by a script"},
        {"creator('alltoallw', print)", "test.lua:1: no operation 'alltoallw' can be made by a script"},
        {"\ncreator('bcast', 3)", "test.lua:2: a creator must be a function, not number"},
        {"creator('bcast', print, {unit = 0})", "test.lua:1: unit must be 1 or more, or 'ranks'"},
        {"for k in pairs({[{}] = 1}) do end",
         "test.lua:1: pairs: the keys must be numbers, texts or booleans, not a table"},
        {"table.sort({1, 'a'})", "test.lua:1: attempt to compare string with number"},
        {"flat(topology.all, 4)", "test.lua:1: there is no rank 4"},
        {"hierarchy({{0, 1}, {1, 2}}, 0)", "test.lua:1: rank 1 is twice in a tree"},
        {"string.format('%p', {})", "test.lua:1: string.format: there is no %p"},
        {"string.format('%-08.3p', {})", "test.lua:1: string.format: there is no %p"},
        {"topology.latency(0, 1)", "test.lua:1: nothing was measured: say topology.measure() outside of all functions"},
    };
    for (const auto& [text, error] : kCases) CHECK(error_of(text) == error);
}

TEST_CASE("errors of steps name the line that is at work", "[script]") {
    const std::pair<const char*, const char*> kCases[] = {
        {"me:send(9, me.output)", "test.lua:2: there is no rank 9: the last is 3"},
        {"\nme:send(-1, me.output)", "test.lua:3: there is no rank -1: the last is 3"},
        {"me:send(1 << 40, me.output)", "test.lua:2: there is no rank -1: the last is 3"},
        {"me:send(me.rank, me.output)", "test.lua:2: a message of rank 0 to itself: use copy"},
        {"me:send(1.5, me.output)", "test.lua:2: the receiver must be a whole number, not a fraction"},
        {"me:send('1', me.output)", "test.lua:2: the receiver must be a whole number, not a text"},
        {"me:send(1)",
         "test.lua:2: the range to send must be a range, such as me.input or me.output:part(i, n), not nothing"},
        {"me.send(1, me.output)", "test.lua:2: a rank must stand before the colon, as in me:send(...), not a number"},
        {"me:send(1, me)",
         "test.lua:2: the range to send must be a range, such as me.input or me.output:part(i, n), not an object"},
        {"me:copy(me.output, me.output:part(0, 2))",
         "test.lua:2: ranges of 10 and 5 elements: both must be equally long"},
        {"me:combine(me.output, me.output)", "test.lua:2: nothing is combined in bcast"},
        {"me.output:slice(5, 6)", "test.lua:2: slice(5, 6) of 10 elements"},
        {"me.output:slice(-1, 1)", "test.lua:2: slice(-1, 1) of 10 elements"},
        {"me.output:part(2, 2)", "test.lua:2: part(2, 2): parts are counted from 0"},
        {"me.output:part(0, 0)", "test.lua:2: part(0, 0): parts are counted from 0"},
        {"me.output:block(0)",
         "test.lua:2: output of rank 0 has no blocks in bcast: use part(i, n) or slice(first, count)"},
        {"me:scratch(-1)", "test.lua:2: scratch of -1 elements"},
        {"me:scratch(1 << 50)", "test.lua:2: more than 392 elements of scratch for rank 0"},
        {"me:copy(me.output, me.output, {chunk = 0})", "test.lua:2: chunk must be 1 element or more"},
        {"me:copy(me.output, me.output, {chunks = 1})",
         "test.lua:2: there is no option 'chunks': only chunk and after"},
        {"me:copy(me.output, me.output, {after = 0})", "test.lua:2: after a step that rank 0 does not have yet"},
        {"me:foo()", "test.lua:2: a rank has no 'foo'"},
        {"local x = me.output.size", "test.lua:2: a range has no 'size'"},
        {"me.rank = 3", "test.lua:2: attempt to index a rank value (local 'me')"},
        {"local x = call.size", "test.lua:2: a call has no 'size'"},
        {"creator('bcast', print)",
         "test.lua:2: creators are added outside of all functions, when the script is loaded"},
        {"topology.measure()",
         "test.lua:2: topology.measure() must be said outside of all functions: it is measured once, before all calls"},
    };
    for (const auto& [steps, error] : kCases) CHECK(error_of_steps(steps) == error);
    CHECK(error_of_steps("me:copy(me.input, me.input)", Operation::allreduce) ==
          "test.lua:2: input of rank 0 is only read: it is the program's own memory");
    CHECK_THAT(made_by("\ncreator('bcast', function() return 3 end)", call_of(Operation::bcast, 1)).error,
               StartsWith("test.lua:2: the creator has returned a number"));
}

TEST_CASE("limits end endless scripts, and no part of the script can continue", "[script]") {
    const char* const kEndless[] = {
        "while true do end",
        "goto x ::x:: goto x",
        "local function f() return f() end f()",
        "for i = 1, math.huge do end",
        "local t = {} for i = 1, 1e9 do t[i % 100] = i .. '' end",
        "local t = {} for i = 1, 100000 do t[i] = '' end while true do table.concat(t) end",
        "local t = {} for i = 1, 100000 do t[i] = 0 end while true do table.unpack(t) end",
        "while true do string.rep('a', 60000) end",
        "table.insert({}, -1 << 60, 1)",
        "table.sort({3, 2, 1}, function() while true do end end)",
        "local t = {} for i = 1, 1e9 do t = {t} end",
        "local s = 'x' for i = 1, 15 do s = s .. s end while true do local t = s .. 'y' end",
    };
    for (const char* text : kEndless) {
        const auto begin = std::chrono::steady_clock::now();
        const std::string error = error_of(text, 4, small_limits());
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        INFO(text);
        CHECK_THAT(error, StartsWith("test.lua:1: the script "));
        CHECK(took.count() < (kSanitized ? 60 : 10));
    }
    CHECK_THAT(error_of("string.rep('', 1 << 60)"), Contains("at most 65536 times"));
    CHECK_THAT(error_of("local t = {} for i = 1, 100 do t[i] = ('x'):rep(60000) end table.concat(t)"),
               Contains("64 KiB"));
    CHECK_THAT(error_of("table.concat({}, 'x', 1, 1 << 62)"), Contains("takes too long"));
    CHECK_THAT(error_of("table.unpack({}, 1, 1 << 62)"), Contains("takes too long"));
    CHECK_THAT(error_of("local function f() return 1 + f() end f()"), StartsWith("test.lua:1: "));
    CHECK_THAT(error_of(std::string(300'000, '(')), Contains("262144 bytes"));
    CHECK(error_of(std::string(100'000, '(')) == "test.lua: C stack overflow");
    CHECK(error_of("return " + std::string(100'000, '{')) == "test.lua: C stack overflow");
    CHECK_THAT(error_of("local x = " + std::string(100'000, '-') + "1"), Contains("test.lua"));
}

TEST_CASE("a time limit holds where instructions are few", "[script]") {
    Limits limits;
    limits.work = UINT64_MAX / 8;
    limits.milliseconds = 50;
    CHECK_THAT(error_of("while true do end", 4, limits), Contains("stopped after its time"));
}

TEST_CASE("a program has at most so many steps", "[script]") {
    Limits limits;
    limits.steps = 10;
    limits.steps_per_rank = 0;
    Creators creators(one_node(2), limits);
    REQUIRE(
        creators.add("creator('bcast', function() return function(me) while true do me:copy(me.output, me.output) end "
                     "end end)",
                     "test.lua") == "");
    CHECK(creators.make(call_of(Operation::bcast, 1)).error == "test.lua:1: more than 10 steps in one program");
    CHECK_THAT(error_of_steps("while true do me:scratch(1) end"), Contains("elements of scratch"));
    CHECK_THAT(error_of_steps("local function f() me:together(f) end f()"), Contains("parts within each other"));
    CHECK_THAT(error_of_steps("local t = {} for i = 1, 2000 do t[i] = me:copy(me.output, me.output) end "
                              "me:copy(me.output, me.output, {after = t})"),
               Contains("after more than 1024 steps"));
}

TEST_CASE("a failed script leaves the other creators whole", "[script]") {
    Creators creators(one_node(4), small_limits());
    REQUIRE(creators.add(ready_script("flat"), "flat.lua") == "");
    CHECK_THAT(creators.add("creator('any', function() return 3 end) while true do end", "bad.lua"),
               StartsWith("bad.lua:1: the script takes too long"));
    CHECK(!creators.has(Operation::barrier));
    CHECK_THAT(creators.add("creator('barrier', print) local t = {} while true do t[#t + 1] = {} end", "bad.lua"),
               StartsWith("bad.lua:1: the script needs too much memory"));
    CHECK(!creators.has(Operation::barrier));
    CHECK(creators.make(call_of(Operation::bcast, 10)).creator == "flat.lua:3");
}

TEST_CASE("a program's floating point traps and rounding do not reach scripts, nor theirs the program", "[script]") {
    std::fenv_t before;
    std::fegetenv(&before);
    std::feclearexcept(FE_ALL_EXCEPT);
    std::fesetround(FE_UPWARD);
    ::feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
    const std::string error = error_of(
        "local big = 1 / 0 local none = big - big if none == none or 1 / 3 * 3 ~= 1 then error('rounding') end "
        "if 0.1 + 0.2 ~= 0.30000000000000004 then error('rounding') end");
    const int rounding = std::fegetround();
    const int traps = ::fegetexcept();
    std::fesetenv(&before);
    CHECK(error == "");
    CHECK(rounding == FE_UPWARD);
    CHECK(traps == (FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW));
}

TEST_CASE("memory that the process lacks ends the scripts, not the process", "[script]") {
    bool is_full = false;
    Creators creators(one_node(2), {}, [&](std::string_view) {
        if (is_full) throw std::bad_alloc();
    });
    REQUIRE(creators.add("creator('bcast', function() print('x') return function() end end)", "test.lua") == "");
    is_full = true;
    CHECK(creators.make(call_of(Operation::bcast, 1)).error == "test.lua: not enough memory");
    is_full = false;
    CHECK(creators.make(call_of(Operation::bcast, 2)).error != "");  // the state is closed
    CHECK(creators.add("x = 1", "other.lua") != "");
}

TEST_CASE("printing is bounded and has no control characters", "[script]") {
    std::vector<std::string> lines;
    Limits limits;
    limits.printed_lines = 3;
    Creators creators(one_node(2), limits, [&](std::string_view line) { lines.emplace_back(line); });
    REQUIRE(creators.add("print(1, nil, true, 1.5, {}, print, 'a\\27[2Jb\\n') print(('x'):rep(5000))\n"
                         "for i = 1, 10 do print(i) end",
                         "test.lua") == "");
    REQUIRE(lines.size() == 3);
    CHECK(lines[0] == "1 nil true 1.5 table function a [2Jb ");
    CHECK(lines[1].size() == 1000);
    CHECK(lines[2] == "1");
}
