#include "native/script/builder.hpp"

#include "native/script/bindings.hpp"
#include "tests/unit/native/script/scripts.hpp"

using namespace shunt;
using namespace shunt::script;
using namespace shunt::script::test;

namespace {

using Afters = std::vector<std::vector<std::uint32_t>>;

/// The steps that each step of rank 0 waits for, in a Bcast of 10 elements whose steps are given by `steps`.
Afters afters_of(const std::string& steps) {
    const Made made = made_by(
        "creator('bcast', function(call) return function(me)\n"
        "if me.rank > 0 then return end\nlocal function c(o) return me:copy(me.output, "
        "me.output, o) end\n" +
            steps + "\nend end)",
        call_of(Operation::bcast, 10));
    INFO(made.error);
    REQUIRE(made.program != nullptr);
    Afters afters;
    for (const auto& step : made.program->ranks[0].steps) {
        const auto after = made.program->ranks[0].after(step);
        afters.emplace_back(after.begin(), after.end());
    }
    return afters;
}

}  // namespace

TEST_CASE("steps run one after the other, or together", "[script]") {
    CHECK(afters_of("c() c() c()") == Afters{{}, {0}, {1}});
    CHECK(afters_of("c() me:together(function() c() c() end) c()") == Afters{{}, {0}, {0}, {1, 2}});
    CHECK(afters_of("me:together(function() end) c() me:in_order(function() end) c()") == Afters{{}, {0}});
    CHECK(afters_of("me:together(function(me) me:in_order(function() c() c() end) c() end) c()") ==
          Afters{{}, {0}, {}, {1, 2}});
    CHECK(afters_of("c() me:together(function() me:together(function() c() c() end) c() end) c()") ==
          Afters{{}, {0}, {0}, {0}, {1, 2, 3}});
    CHECK(afters_of("c() me:exchange(1, me.output, 2, me.output) c()") == Afters{{}, {0}, {0}, {1, 2}});
}

TEST_CASE("a step may wait for others beside it", "[script]") {
    CHECK(afters_of("me:together(function() local a = c() local b = c() c{after = {a, b}} c{after = a} end) c()") ==
          Afters{{}, {}, {0, 1}, {0}, {2, 3}});
    CHECK(afters_of("c() c() c{after = 0}") == Afters{{}, {0}, {1, 0}});
}

TEST_CASE("many steps together are joined by one empty step", "[script]") {
    const Afters afters = afters_of("me:together(function() for i = 1, 6 do c() end end) c() c()");
    REQUIRE(afters.size() == 9);
    CHECK(afters[6] == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5});
    CHECK(afters[7] == std::vector<std::uint32_t>{6});
}

TEST_CASE("parts of a range are as equal as can be and cover it", "[script]") {
    std::vector<std::string> lines;
    Creators creators(one_node(2), {}, [&](std::string_view line) { lines.emplace_back(line); });
    REQUIRE(
        creators.add("creator('bcast', function(call) return function(me) if me.rank == 1 then return end\n"
                     "local o = me.output print(o:part(0, 3), o:part(1, 3), o:part(2, 3), o:part(3, 3, 0), o:part(1, "
                     "3, 2), o:slice(2, 8):part(1, 2), o:part(11, 12), o.first, o.count, me.steps, me.sent) end end)",
                     "test.lua") == "");
    REQUIRE(creators.make(call_of(Operation::bcast, 10)).error == "");
    CHECK(lines == std::vector<std::string>{"output[0+4] output[4+3] output[7+3] output[10+0] output[4+6] output[6+4] "
                                            "output[10+0] 0 10 0 0"});
}

TEST_CASE("patterns of addresses", "[script]") {
    CHECK(matches("10.1.0.7", "10.1.*"));
    CHECK(matches("10.1.0.7", "10.?.0.7"));
    CHECK(matches("10.1.0.7", "*"));
    CHECK(matches("10.1.0.7", "*.7"));
    CHECK(matches("10.1.0.7", "*1*7*"));
    CHECK(matches("", "*"));
    CHECK(matches("", ""));
    CHECK(!matches("10.1.0.7", "10.2.*"));
    CHECK(!matches("10.1.0.7", "10.1.0."));
    CHECK(!matches("10.1.0.7", "10.1.0.7?"));
    CHECK(!matches("10.10.0.7", "10.1.*"));
    CHECK(!matches("", "?"));
    const std::string long_text(2000, 'a');
    CHECK(!matches(long_text, "*a*a*a*a*a*a*a*b"));
}

TEST_CASE("groups by node, subnet, switch, address and rank", "[script]") {
    std::vector<std::string> lines;
    Creators creators(clusters_of(8, 2), {}, [&](std::string_view line) { lines.emplace_back(line); });
    REQUIRE(creators.add(R"(
        local function show(groups)
          local texts = {}
          for i, group in ipairs(groups) do texts[i] = table.concat(group, ",") end
          print(table.concat(texts, " | "))
        end
        show(topology.by_node())
        show(topology.by_subnet())
        show(topology.by_switch())
        show(topology.by_address {"10.2.*"})
        show(topology.by_address({"10.2.*"}, {7, 2, 0}))
        show(topology.by_node({5, 4, 1}))
        print(topology.ranks, topology.nodes, topology.node_of(5), topology.core_of(5), topology.address_of(5),
              topology.subnet_of(5), topology.switch_of(5), #topology.all)
    )",
                         "test.lua") == "");
    CHECK(lines == std::vector<std::string>{"0,1 | 2,3 | 4,5 | 6,7", "0,1,6,7 | 2,3 | 4,5", "0,1,2,3,4,5,6,7",
                                            "0,1,4,5,6,7 | 2,3", "7,0 | 2", "5,4 | 1",
                                            "8 4 2 1 10.3.0.3 10.3.0.0/16 s0 8"});
}

TEST_CASE("trees and hierarchies", "[script]") {
    std::vector<std::string> lines;
    Creators creators(clusters_of(8, 2), {}, [&](std::string_view line) { lines.emplace_back(line); });
    REQUIRE(creators.add(R"(
        local function show(tree)
          local texts = {"root " .. tree.root}
          for parent, children in pairs(tree.children) do
            texts[#texts + 1] = parent .. ":" .. table.concat(children, ",")
          end
          print(table.concat(texts, " "))
        end
        show(binomial(topology.all, 0))
        show(binomial(nil, 6))
        show(flat({5, 2, 3}, 2))
        show(chain({5, 2, 3}, 2))
        show(of_degree(3)(topology.all, 0))
        show(hierarchy(topology.by_node(), 3))
        show(hierarchy({{0, 1, 2, 3}, {4, 5, 6, 7}}, 0, flat, function(members, root)
          return hierarchy(topology.by_node(members), root, flat, flat)
        end))
    )",
                         "test.lua") == "");
    CHECK(lines == std::vector<std::string>{"root 0 0:4,2,1 2:3 4:6,5 6:7", "root 6 0:1 2:4,3 4:5 6:2,0,7",
                                            "root 2 2:3,5", "root 2 2:3 3:5", "root 0 0:1,2,3 1:4,5,6 2:7",
                                            "root 3 0:1 3:4,6,0,2 4:5 6:7", "root 0 0:4,2,1 2:3 4:6,5 6:7"});
    CHECK(error_of("of_degree(0)") == "test.lua:1: a tree of degree 0");
    CHECK(error_of("binomial({1, 2}, 0)") == "test.lua:1: the root 0 is no member of the tree");
    CHECK(error_of("binomial({1, 1}, 1)") != "");
}

TEST_CASE("measured links are visible only in creators", "[script]") {
    constexpr const char* kText =
        "topology.measure()\ncreator('bcast', function(call)\n"
        "  print(topology.latency(0, 3), topology.rate(3, 0))\n  return nil\nend)";
    std::vector<std::string> lines;
    Creators creators(clusters_of(4, 2), {}, [&](std::string_view line) { lines.emplace_back(line); });
    CHECK(!creators.wants_links());
    REQUIRE(creators.add(kText, "test.lua") == "");
    CHECK(creators.wants_links());
    CHECK(creators.make(call_of(Operation::bcast, 1)).error ==
          "test.lua:3: nothing is measured while a script is loaded: ask in a creator");
    creators.set_links({{0, 0}, {0.5, 100}, {0.25, 200}, {0, 0}});
    CHECK(creators.make(call_of(Operation::bcast, 1)).error == "");
    CHECK(lines == std::vector<std::string>{"0.5 200.0"});

    Creators failing(one_node(2));
    CHECK(failing.add("topology.measure() error('no')", "test.lua") == "test.lua:1: no");
    CHECK(!failing.wants_links());
}
