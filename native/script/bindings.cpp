#include "native/script/bindings.hpp"

#include <string_view>

#include "native/program/goal.hpp"
#include "native/script/values.hpp"

namespace shunt::script {
namespace {

constexpr std::size_t kLongestPrinted = 1000;
constexpr std::size_t kLongestName = 100;
constexpr std::size_t kMostTimed = 16;

std::string_view text_at(lua_State* state, int index) {
    if (lua().type(state, index) != kLuaString) return {};
    std::size_t length = 0;
    const char* const text = lua().tolstring(state, index, &length);
    return {text, length};
}

void push_text(lua_State* state, std::string_view text) { lua().pushlstring(state, text.data(), text.size()); }

void set_integer(lua_State* state, const char* name, std::uint64_t value) {
    lua().pushinteger(state, static_cast<long long>(value));
    lua().setfield(state, -2, name);
}

/// work(n): counts n more instructions, for work that C does in one.
int add_work(lua_State* state) {
    std::int64_t count = 0;
    if (!integer_at(state, 1, "the number of elements", count)) return raise(state);
    if (count <= 0) return 0;
    const char* const reached = Interpreter::add_work(state, static_cast<std::uint64_t>(count));
    if (reached == nullptr) return 0;
    fails(state, reached);
    return raise(state);
}

/// place(rank): node, core, address, subnet, switch. The prelude has checked the rank.
int place(lua_State* state) {
    std::int64_t rank = 0;
    const Topology& topology = workshop_of(state).topology;
    if (!integer_at(state, 1, "the rank", rank)) return raise(state);
    const Place& found = topology.places[static_cast<std::size_t>(rank)];
    lua().pushinteger(state, found.node);
    lua().pushinteger(state, found.core);
    push_text(state, found.address);
    push_text(state, found.subnet);
    push_text(state, found.switch_name);
    return 5;
}

bool find_link(lua_State* state, Link& link) {
    std::int64_t from = 0, to = 0;
    const Topology& topology = workshop_of(state).topology;
    if (!integer_at(state, 1, "the first rank", from) || !integer_at(state, 2, "the second rank", to)) return false;
    const auto nodes = static_cast<std::size_t>(topology.nodes());
    if (topology.links.size() != nodes * nodes)
        return fails(state, workshop_of(state).wants_links
                                ? "nothing is measured while a script is loaded: ask in a creator"
                                : "nothing was measured: say topology.measure() outside of all functions");
    const auto node = [&](std::int64_t rank) {
        return static_cast<std::size_t>(topology.places[static_cast<std::size_t>(rank)].node);
    };
    link = topology.links[node(from) * nodes + node(to)];
    return true;
}

/// link(from, to): latency in seconds, rate in bytes per second.
int link(lua_State* state) {
    Link found;
    if (!find_link(state, found)) return raise(state);
    lua().pushnumber(state, found.latency);
    lua().pushnumber(state, found.rate);
    return 2;
}

int measure(lua_State* state) {
    Workshop& shop = workshop_of(state);
    if (shop.builder != nullptr) {
        fails(state, "topology.measure() must be said outside of all functions: it is measured once, before all calls");
        return raise(state);
    }
    shop.wants_links = true;
    return 0;
}

int match(lua_State* state) {
    lua().pushboolean(state, matches(text_at(state, 1), text_at(state, 2)) ? 1 : 0);
    return 1;
}

/// add(operation, unit): adds a creator, newer than the others.
int add_creator(lua_State* state) {
    std::int64_t unit = 0;
    const auto operation = operation_named(text_at(state, 1));
    if (!integer_at(state, 2, "unit", unit) || !operation) return raise(state);
    Workshop& shop = workshop_of(state);
    if (shop.builder != nullptr) {
        fails(state, "creators are added outside of all functions, when the script is loaded");
        return raise(state);
    }
    shop.units[static_cast<std::size_t>(*operation)].push_back(static_cast<std::uint64_t>(unit));
    return 0;
}

int line(lua_State* state) {
    lua().pushinteger(state, Interpreter::line_at_work(state));
    return 1;
}

/// Programs that depend on it are cached only for this length of elements.
int element_bytes(lua_State* state) {
    Workshop& shop = workshop_of(state);
    if (shop.call == nullptr || shop.is_scaled) {
        fails(state, "a creator with `unit` does not see bytes: its program is used for all lengths");
        return raise(state);
    }
    shop.looked_at_bytes = true;
    lua().pushinteger(state, static_cast<long long>(shop.call->element_bytes));
    return 1;
}

/// The first `most` bytes at most, without control characters.
std::string printable(std::string_view text, std::size_t most) {
    std::string line(text.substr(0, most));
    for (char& c : line)
        if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
    return line;
}

int note_timed(lua_State* state) {
    std::vector<std::string>& timed = workshop_of(state).timed;
    if (timed.size() < kMostTimed) {
        timed.push_back(printable(text_at(state, 1), kLongestName));
        return 0;
    }
    fails(state, "more than " + std::to_string(kMostTimed) + " names are timed in one program");
    return raise(state);
}

void print_line(Workshop& shop, std::string_view text) {
    if (!shop.print || shop.lines_printed++ >= shop.limits.printed_lines) return;
    shop.print(printable(text, kLongestPrinted));
}

int print(lua_State* state) {
    print_line(workshop_of(state), text_at(state, 1));
    return 0;
}

int rank(lua_State* state) {
    std::int64_t number = 0;
    if (!integer_at(state, 1, "the rank", number)) return raise(state);
    push_rank(state, static_cast<int>(number));
    return 1;
}

/// set_text_methods(metatable)
int set_text_methods(lua_State* state) {
    push_text(state, "");
    lua().pushvalue(state, 1);
    lua().setmetatable(state, -2);
    return 0;
}

void push_operations(lua_State* state) {
    lua().createtable(state, 0, 0);
    for (std::size_t i = 0; i < kOperationCount; ++i) {
        if (!program::is_known(static_cast<Operation>(i))) continue;
        lua().pushboolean(state, 1);
        lua().setfield(state, -2, kOperations[i].name.data());
    }
}

}  // namespace

bool matches(std::string_view text, std::string_view pattern) {
    std::size_t at = 0, in = 0, star = std::string_view::npos, resumed = 0;
    while (at < text.size()) {
        if (in < pattern.size() && pattern[in] == '*') {
            star = in++;
            resumed = at;
        } else if (in < pattern.size() && (pattern[in] == '?' || pattern[in] == text[at])) {
            ++in, ++at;
        } else if (star != std::string_view::npos) {
            in = star + 1;
            at = ++resumed;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', in) == std::string_view::npos;
}

void push_functions(lua_State* state) {
    const Workshop& shop = workshop_of(state);
    lua().createtable(state, 0, 0);
    set_integer(state, "ranks", static_cast<std::uint64_t>(shop.topology.ranks()));
    set_integer(state, "nodes", static_cast<std::uint64_t>(shop.topology.nodes()));
    push_operations(state);
    lua().setfield(state, -2, "operations");
    add_value_functions(state);
    constexpr std::pair<const char*, LuaFunction> kFunctions[] = {
        {"work", &add_work},    {"place", &place},     {"link", &link}, {"measure", &measure},
        {"matches", &match},    {"add", &add_creator}, {"line", &line}, {"element_bytes", &element_bytes},
        {"timed", &note_timed}, {"print", &print},     {"rank", &rank}, {"set_text_methods", &set_text_methods},
    };
    for (const auto& [name, function] : kFunctions) set_function(state, name, function);
}

void push_call(lua_State* state) {
    const Call& call = *workshop_of(state).call;
    lua().createtable(state, 0, 8);
    push_text(state, name_of(call.operation));
    lua().setfield(state, -2, "operation");
    set_integer(state, "ranks", static_cast<std::uint64_t>(workshop_of(state).topology.ranks()));
    set_integer(state, "count", call.count);
    set_integer(state, "root", static_cast<std::uint64_t>(call.root));
    lua().pushboolean(state, call.commutative ? 1 : 0);
    lua().setfield(state, -2, "commutative");
    if (call.counts.empty()) return;
    lua().createtable(state, 0, 0);
    for (std::size_t i = 0; i < call.counts.size(); ++i) {
        lua().pushinteger(state, static_cast<long long>(call.counts[i]));
        lua().rawseti(state, -2, static_cast<long long>(i));
    }
    lua().setfield(state, -2, "counts");
}

}  // namespace shunt::script
