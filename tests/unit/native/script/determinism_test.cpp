#include <cstring>

#include "tests/unit/native/script/scripts.hpp"

using namespace shunt;
using namespace shunt::script;
using namespace shunt::script::test;

namespace {

/// The seed of Lua's hashes depends on addresses of the stack, which differ in deeper calls.
template <class Function>
auto deeper(int levels, const Function& function) -> decltype(function()) {
    volatile char room[64];
    room[levels % 64] = 1;
    if (levels == 0) return function();
    auto result = deeper(levels - 1, function);
    room[0] = room[levels % 64];
    return result;
}

constexpr const char* kMuchOrder = R"(
local weights, seen = {}, {}
for i = 1, 60 do weights["name" .. i * 7919 % 101] = i end
weights[3], weights[1.5], weights[-2], weights[true] = 0, 0, 0, 0
for name in pairs(weights) do seen[#seen + 1] = tostring(name) end
local peers = {}
for i = 0, topology.ranks - 1 do peers[#peers + 1] = {rank = i, weight = weights[seen[i + 5]] or 0} end
table.sort(peers, function(a, b) return a.weight % 3 < b.weight % 3 end)
creator("bcast", function(call)
  return function(me)
    for _, peer in ipairs(peers) do
      if me.rank == call.root and peer.rank ~= me.rank then me:send(peer.rank, me.output) end
    end
    if me.rank ~= call.root then me:receive(call.root, me.output) end
  end
end)
print(table.concat(seen, " "), tostring(peers), tostring(print), string.format("%s %s", {}, flat))
)";

}  // namespace

TEST_CASE("equal scripts make equal programs", "[script]") {
    std::vector<std::string> texts, printed;
    for (int depth : {0, 1, 2, 5, 17, 40}) {
        texts.push_back(deeper(depth, [&] {
            Creators creators(one_node(9), {}, [&](std::string_view line) { printed.emplace_back(line); });
            REQUIRE(creators.add(kMuchOrder, "test.lua") == "");
            const Made made = creators.make(call_of(Operation::bcast, 5, 2));
            REQUIRE(made.error == "");
            CHECK(program::check(*made.program, program::Memory::apart).error == "");
            return program::to_text(*made.program);
        }));
    }
    REQUIRE(printed.size() == texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        CHECK(texts[i] == texts[0]);
        CHECK(printed[i] == printed[0]);
    }
    CHECK_THAT(printed[0], Catch::StartsWith("true -2 1.5 3 name100 name11 name12 "));
    CHECK_THAT(printed[0], Catch::EndsWith(" table function table function"));
}

TEST_CASE("pairs visits the entries that exist when it begins, also false keys", "[script]") {
    std::vector<std::string> printed;
    Creators creators(one_node(2), {}, [&](std::string_view line) { printed.emplace_back(line); });
    REQUIRE(creators.add("local t = {b = 1, a = 2, c = 3, [false] = 4, [0] = 5}\n"
                         "for k, v in pairs(t) do print(k, v) t.b = nil end\nfor k in pairs({}) do print(k) end",
                         "test.lua") == "");
    CHECK(printed == std::vector<std::string>{"false 4", "0 5", "a 2", "c 3"});
}

TEST_CASE("lists are sorted stably, and functions that change lists agree with Lua's", "[script]") {
    CHECK(error_of(R"(
        local t = {}
        for i = 1, 100 do t[i] = {key = i * 37 % 5, i = i} end
        table.sort(t, function(a, b) return a.key < b.key end)
        for i = 2, 100 do
          assert(t[i - 1].key < t[i].key or (t[i - 1].key == t[i].key and t[i - 1].i < t[i].i))
        end
        for count = 0, 20 do
          local list = {}
          for i = 1, count do list[i] = i * 7 % 11 end
          table.sort(list)
          for i = 2, count do assert(list[i - 1] <= list[i]) end
        end
        local l = {1, 2, 3}
        table.insert(l, 4) table.insert(l, 1, 0)
        assert(table.concat(l, ",") == "0,1,2,3,4")
        assert(table.remove(l, 2) == 1 and table.remove(l) == 4 and table.concat(l, ",") == "0,2,3")
        assert(select("#", table.unpack({1, 2, 3})) == 3 and table.pack(1, nil).n == 2)
        assert(math.floor_log2(1) == 0 and math.floor_log2(7) == 2)
        assert(math.ceil_log2(7) == 3 and math.ceil_log2(8) == 3)
        assert(("%d|%s|%5.1f|%%"):format(3, nil, 2.5) == "3|nil|  2.5|%")
    )") == "");
}
