#include <cstring>
#include <string_view>

#include "native/script/values.hpp"

// me:send, me:receive, me:combine, me:copy, me:scratch, and the functions that open and close parts of steps.
namespace shunt::script {
namespace {

using program::Range;
using program::Step;

bool add_after(lua_State* state, int index) {
    std::int64_t step = 0;
    if (!integer_at(state, index, "after", step)) return false;
    workshop_of(state).after.push_back(step);
    return true;
}

/// Reads after = step, or {step, ...}.
bool take_after(lua_State* state, int index) {
    const Lua& l = lua();
    if (l.type(state, index) != kLuaTable) return add_after(state, index);
    const auto count = static_cast<long long>(l.rawlen(state, index));
    for (long long i = 1; i <= count; ++i) {
        l.rawgeti(state, index, i);
        if (!add_after(state, l.gettop(state))) return false;
        l.pop(state, 1);
    }
    return true;
}

bool take_chunk(lua_State* state, int index, std::uint64_t& chunk) {
    std::int64_t value = 0;
    if (!integer_at(state, index, "chunk", value)) return false;
    if (value < 1) return fails(state, "chunk must be 1 element or more");
    if (workshop_of(state).is_scaled)
        return fails(state, "a creator with `unit` has no chunks: it does not know how long the call is");
    chunk = static_cast<std::uint64_t>(value);
    return true;
}

/// Reads {chunk = elements, after = steps} at `index`, or nothing.
bool options_at(lua_State* state, int index, std::uint64_t& chunk) {
    const Lua& l = lua();
    workshop_of(state).after.clear();
    if (l.type(state, index) <= kLuaNil) return true;
    if (l.type(state, index) != kLuaTable) return fails(state, "options are a table: {chunk = 1000, after = step}");
    l.settop(state, index);
    l.pushnil(state);
    while (l.next(state, index) != 0) {
        std::size_t length = 0;
        const char* const text = l.type(state, -2) == kLuaString ? l.tolstring(state, -2, &length) : "";
        const std::string_view name(text, length);
        const int value = l.gettop(state);
        if (name == "chunk") {
            if (!take_chunk(state, value, chunk)) return false;
        } else if (name == "after") {
            if (!take_after(state, value)) return false;
        } else {
            return fails(state, "there is no option '" + std::string(name.substr(0, 60)) + "': only chunk and after");
        }
        l.settop(state, value - 1);
    }
    return true;
}

bool add(lua_State* state, int rank, Step step, std::uint32_t& index) {
    Workshop& shop = workshop_of(state);
    const char* source = nullptr;
    step.line = Interpreter::line_at_work(state, &source);
    if (shop.source.empty() && source != nullptr) shop.source = source;
    return shop.builder->add(rank, step, shop.after, index) || fails(state, shop.builder->error());
}

/// Adds a step and returns its index to the script.
int add_step(lua_State* state, int rank, const Step& step) {
    std::uint32_t index = 0;
    if (!add(state, rank, step, index)) return raise(state);
    lua().pushinteger(state, index);
    return 1;
}

int add_message(lua_State* state, program::Kind kind) {
    const bool sends = kind == program::Kind::send;
    const RankValue* const me = rank_at(state, 1);
    std::int64_t peer = 0;
    Range range;
    std::uint64_t chunk = 0;
    if (me == nullptr || !integer_at(state, 2, sends ? "the receiver" : "the sender", peer) ||
        !range_at(state, 3, sends ? "the range to send" : "the range to receive into", me->rank, range) ||
        !options_at(state, 4, chunk))
        return raise(state);
    if (peer != static_cast<std::int32_t>(peer)) peer = -1;
    const auto rank = static_cast<std::int32_t>(peer);
    return add_step(state, me->rank,
                    sends ? program::send_step(range, rank, chunk) : program::receive_step(range, rank, chunk));
}

int send(lua_State* state) { return add_message(state, program::Kind::send); }
int receive(lua_State* state) { return add_message(state, program::Kind::receive); }

/// Reads both ranges of a copy or combine, which must be equally long.
bool ranges_at(lua_State* state, const RankValue* me, Range& from, Range& to, std::uint64_t& chunk) {
    if (me == nullptr || !range_at(state, 2, "the first range", me->rank, from) ||
        !range_at(state, 3, "the second range", me->rank, to))
        return false;
    if (from.count != to.count)
        return fails(state, "ranges of " + std::to_string(from.count) + " and " + std::to_string(to.count) +
                                " elements: both must be equally long");
    return options_at(state, 4, chunk);
}

int copy(lua_State* state) {
    const RankValue* const me = rank_at(state, 1);
    Range from, to;
    std::uint64_t chunk = 0;
    if (!ranges_at(state, me, from, to, chunk)) return raise(state);
    return add_step(state, me->rank, program::copy_step(from, to, chunk));
}

int add_combine(lua_State* state, bool from_is_left) {
    const RankValue* const me = rank_at(state, 1);
    Range from, to;
    std::uint64_t chunk = 0;
    if (!ranges_at(state, me, from, to, chunk)) return raise(state);
    if (!combines(workshop_of(state).call->operation)) {
        fails(state, "nothing is combined in " + std::string(name_of(workshop_of(state).call->operation)));
        return raise(state);
    }
    return add_step(state, me->rank, program::combine_step(from, to, from_is_left, chunk));
}

int combine(lua_State* state) { return add_combine(state, false); }
int combine_left(lua_State* state) { return add_combine(state, true); }

/// me:scratch(count): a new range.
int scratch(lua_State* state) {
    const RankValue* const me = rank_at(state, 1);
    std::int64_t count = 0;
    if (me == nullptr || !integer_at(state, 2, "how many elements", count)) return raise(state);
    Builder& builder = *workshop_of(state).builder;
    Range made;
    if (!builder.add_scratch(me->rank, count, made)) {
        fails(state, builder.error());
        return raise(state);
    }
    push_range(state, me->rank, made);
    return 1;
}

/// open(me, together) and close(me), for the prelude only.
int open(lua_State* state) {
    const RankValue* const me = rank_at(state, 1);
    if (me == nullptr) return raise(state);
    Builder& builder = *workshop_of(state).builder;
    if (builder.open(me->rank, lua().toboolean(state, 2) != 0)) return 0;
    fails(state, builder.error());
    return raise(state);
}

int close(lua_State* state) {
    const RankValue* const me = rank_at(state, 1);
    if (me == nullptr) return raise(state);
    Builder& builder = *workshop_of(state).builder;
    if (builder.close(me->rank)) return 0;
    fails(state, builder.error());
    return raise(state);
}

}  // namespace

void add_step_functions(lua_State* state) {
    set_function(state, "send", &send);
    set_function(state, "receive", &receive);
    set_function(state, "copy", &copy);
    set_function(state, "combine", &combine);
    set_function(state, "combine_left", &combine_left);
    set_function(state, "scratch", &scratch);
}

void add_part_functions(lua_State* state) {
    set_function(state, "open", &open);
    set_function(state, "close", &close);
}

}  // namespace shunt::script
