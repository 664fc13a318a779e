#include "native/script/values.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <string_view>

namespace shunt::script {
namespace {

using program::Buffer;
using program::Range;

constexpr const char* kRankMethods = "shunt.rank.methods";
constexpr const char* kRangeMethods = "shunt.range.methods";

const char* type_name(lua_State* state, int index) {
    constexpr const char* kNames[] = {"nothing", "nil",     "a boolean",  "an address", "a number",
                                      "a text",  "a table", "a function", "an object",  "a coroutine"};
    return kNames[lua().type(state, index) + 1];
}

template <class Value>
const Value* object_at(lua_State* state, int index) {
    if (lua().type(state, index) != kLuaUserdata) return nullptr;
    const auto* const value = static_cast<const Value*>(lua().touserdata(state, index));
    return value->tag == Value::kTag ? value : nullptr;
}

bool is_of_program(lua_State* state, std::uint64_t number, const char* name) {
    const Workshop& shop = workshop_of(state);
    if (shop.builder != nullptr && shop.number == number) return true;
    return fails(state, std::string(name) + " belongs to a program that is finished: keep none from call to call");
}

std::string_view text_at(lua_State* state, int index) {
    if (lua().type(state, index) != kLuaString) return {};
    std::size_t length = 0;
    const char* const text = lua().tolstring(state, index, &length);
    return {text, length};
}

void push_buffer(lua_State* state, int rank, Buffer buffer) {
    push_range(state, rank, {buffer, 0, workshop_of(state).builder->size_of(rank, buffer)});
}

/// me.rank and the like; `me:send` is in the table of methods.
bool push_rank_field(lua_State* state, int rank, std::string_view name) {
    Builder& builder = *workshop_of(state).builder;
    if (name == "rank") lua().pushinteger(state, rank);
    else if (name == "input") push_buffer(state, rank, Buffer::send);
    else if (name == "output") push_buffer(state, rank, Buffer::receive);
    else if (name == "steps")
        lua().pushinteger(state, static_cast<long long>(builder.program().ranks[rank].steps.size()));
    else if (name == "sent") lua().pushinteger(state, static_cast<long long>(builder.sent_by(rank)));
    else return false;
    return true;
}

bool push_method(lua_State* state, const char* methods) {
    push_methods(state, methods);
    lua().pushvalue(state, 2);
    return lua().rawget(state, -2) != kLuaNil;
}

bool has_no(lua_State* state, const char* what) {
    const std::string_view name = text_at(state, 2).substr(0, 60);
    return fails(state, std::string(what) + " has no '" + std::string(name) + "'");
}

int index_rank(lua_State* state) {
    if (push_method(state, kRankMethods)) return 1;
    const RankValue* const me = rank_at(state, 1);
    if (me == nullptr) return raise(state);
    if (push_rank_field(state, me->rank, text_at(state, 2))) return 1;
    has_no(state, "a rank");
    return raise(state);
}

int index_range(lua_State* state) {
    const auto* const value = object_at<RangeValue>(state, 1);
    const std::string_view name = text_at(state, 2);
    if (value != nullptr && name == "count") {
        lua().pushinteger(state, static_cast<long long>(value->range.count));
        return 1;
    }
    if (value != nullptr && name == "first") {
        lua().pushinteger(state, static_cast<long long>(value->range.first));
        return 1;
    }
    if (push_method(state, kRangeMethods)) return 1;
    has_no(state, "a range");
    return raise(state);
}

/// range:slice(first, count)
int slice(lua_State* state) {
    const RangeValue* const value = range_value_at(state, 1, "the range to slice");
    std::int64_t first = 0, count = 0;
    if (value == nullptr || !integer_at(state, 2, "the first element", first) ||
        !integer_at(state, 3, "the number of elements", count))
        return raise(state);
    const Range range = value->range;
    const int rank = value->rank;
    const auto size = static_cast<std::int64_t>(range.count);
    if (first < 0 || count < 0 || first > size || count > size - first) {
        fails(state, "slice(" + std::to_string(first) + ", " + std::to_string(count) + ") of " + std::to_string(size) +
                         " elements");
        return raise(state);
    }
    push_range(state, rank,
               {range.buffer, range.first + static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count)});
    return 1;
}

/// First element of part `index` of `parts`; the first `count` % `parts` parts have one element more.
std::uint64_t part_begin(std::uint64_t count, std::uint64_t parts, std::uint64_t index) {
    return count / parts * index + std::min(index, count % parts);
}

/// range:part(i, n): the i-th of n parts, from 0; range:part(i, n, k): k parts from there on.
int part(lua_State* state) {
    const RangeValue* const value = range_value_at(state, 1, "the range to divide");
    std::int64_t index = 0, parts = 0, many = 1;
    if (value == nullptr || !integer_at(state, 2, "which part", index) ||
        !integer_at(state, 3, "how many parts", parts))
        return raise(state);
    if (lua().type(state, 4) > kLuaNil && !integer_at(state, 4, "the number of parts taken", many)) return raise(state);
    if (parts < 1 || many < 0 || index < 0 || index > parts || many > parts - index) {
        fails(state, "part(" + std::to_string(index) + ", " + std::to_string(parts) + "): parts are counted from 0");
        return raise(state);
    }
    const auto unsigned_parts = static_cast<std::uint64_t>(parts);
    const Range range = value->range;
    const std::uint64_t begin = part_begin(range.count, unsigned_parts, static_cast<std::uint64_t>(index));
    const std::uint64_t end = part_begin(range.count, unsigned_parts, static_cast<std::uint64_t>(index + many));
    push_range(state, value->rank, {range.buffer, range.first + begin, end - begin});
    return 1;
}

bool find_blocks(lua_State* state, int rank, const Range& whole, std::int64_t first, std::int64_t many, Range& found) {
    Builder& builder = *workshop_of(state).builder;
    if (whole.first != 0 || whole.count != builder.size_of(rank, whole.buffer))
        return fails(state, "blocks are of a whole buffer: use part(i, n) or slice(first, count)");
    return builder.find_blocks(rank, whole.buffer, first, many, found) || fails(state, builder.error());
}

/// range:block(i): the block of rank i; range:block(i, k): k blocks from there on.
int block(lua_State* state) {
    const RangeValue* const value = range_value_at(state, 1, "the range of blocks");
    std::int64_t first = 0, many = 1;
    if (value == nullptr || !integer_at(state, 2, "which block", first)) return raise(state);
    if (lua().type(state, 3) > kLuaNil && !integer_at(state, 3, "the number of blocks", many)) return raise(state);
    Range found;
    if (!find_blocks(state, value->rank, value->range, first, many, found)) return raise(state);
    push_range(state, value->rank, found);
    return 1;
}

/// describe(object): its text.
int describe(lua_State* state) {
    char text[100] = "an object";
    if (const auto* const rank = object_at<RankValue>(state, 1))
        std::snprintf(text, sizeof text, "rank %d", rank->rank);
    if (const auto* const value = object_at<RangeValue>(state, 1))
        std::snprintf(text, sizeof text, "%s[%llu+%llu]", name_of(value->range.buffer),
                      static_cast<unsigned long long>(value->range.first),
                      static_cast<unsigned long long>(value->range.count));
    lua().pushlstring(state, text, std::strlen(text));
    return 1;
}

void push_metatable(lua_State* state, const char* name, const char* shown, LuaFunction index) {
    const Lua& l = lua();
    if (l.getfield(state, kLuaRegistry, name) == kLuaTable) return;
    l.pop(state, 1);
    l.createtable(state, 0, 2);
    set_function(state, "__index", index);
    l.pushlstring(state, shown, std::strlen(shown));
    l.setfield(state, -2, "__name");
    l.pushvalue(state, -1);
    l.setfield(state, kLuaRegistry, name);
}

}  // namespace

bool fails(lua_State* state, std::string message) {
    workshop_of(state).message = std::move(message);
    return false;
}

const RankValue* rank_at(lua_State* state, int index) {
    const auto* const value = object_at<RankValue>(state, index);
    if (value == nullptr) {
        fails(state,
              std::string("a rank must stand before the colon, as in me:send(...), not ") + type_name(state, index));
        return nullptr;
    }
    return is_of_program(state, value->number, "the rank") ? value : nullptr;
}

bool integer_at(lua_State* state, int index, const char* name, std::int64_t& value) {
    int is_integer = 0;
    if (lua().type(state, index) == kLuaNumber) value = lua().tointegerx(state, index, &is_integer);
    if (is_integer != 0) return true;
    return fails(state, std::string(name) + " must be a whole number, not " +
                            (lua().type(state, index) == kLuaNumber ? "a fraction" : type_name(state, index)));
}

const RangeValue* range_value_at(lua_State* state, int index, const char* name) {
    const auto* const value = object_at<RangeValue>(state, index);
    if (value == nullptr) {
        fails(state, std::string(name) + " must be a range, such as me.input or me.output:part(i, n), not " +
                         type_name(state, index));
        return nullptr;
    }
    return is_of_program(state, value->number, "the range") ? value : nullptr;
}

bool range_at(lua_State* state, int index, const char* name, int rank, Range& range) {
    const RangeValue* const value = range_value_at(state, index, name);
    if (value == nullptr) return false;
    if (value->rank != rank)
        return fails(state, std::string(name) + " is memory of rank " + std::to_string(value->rank) + ", not of rank " +
                                std::to_string(rank));
    range = value->range;
    return true;
}

void push_methods(lua_State* state, const char* name) {
    const Lua& l = lua();
    if (l.getfield(state, kLuaRegistry, name) == kLuaTable) return;
    l.pop(state, 1);
    l.createtable(state, 0, 0);
    l.pushvalue(state, -1);
    l.setfield(state, kLuaRegistry, name);
}

void push_range(lua_State* state, int rank, Range range) {
    void* const memory = lua().newuserdatauv(state, sizeof(RangeValue), 0);
    new (memory) RangeValue{RangeValue::kTag, workshop_of(state).number, rank, range};
    push_metatable(state, "shunt.range", "range", &index_range);
    lua().setmetatable(state, -2);
}

void push_rank(lua_State* state, int rank) {
    void* const memory = lua().newuserdatauv(state, sizeof(RankValue), 0);
    new (memory) RankValue{RankValue::kTag, workshop_of(state).number, rank};
    push_metatable(state, "shunt.rank", "rank", &index_rank);
    lua().setmetatable(state, -2);
}

void add_value_functions(lua_State* state) {
    const Lua& l = lua();
    set_function(state, "describe", &describe);
    add_part_functions(state);
    push_methods(state, kRangeMethods);
    set_function(state, "slice", &slice);
    set_function(state, "part", &part);
    set_function(state, "block", &block);
    l.pop(state, 1);
    push_methods(state, kRankMethods);
    add_step_functions(state);
    l.setfield(state, -2, "rank_methods");
}

}  // namespace shunt::script
