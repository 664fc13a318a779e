#pragma once
#include <string>
#include <utility>

#include "native/script/bindings.hpp"
#include "native/script/interpreter.hpp"

// How the functions that Lua calls read their arguments.
namespace shunt::script {

/// A rank of the program under construction, as scripts hold it.
struct RankValue {
    static constexpr std::uint64_t kTag = 0x72616e6b;
    std::uint64_t tag = kTag;
    std::uint64_t number = 0;  ///< Workshop::number
    int rank = 0;
};

/// A range of that rank's memory.
struct RangeValue {
    static constexpr std::uint64_t kTag = 0x72616e67;
    std::uint64_t tag = kTag;
    std::uint64_t number = 0;
    int rank = 0;
    program::Range range;
};

inline Workshop& workshop_of(lua_State* state) { return *static_cast<Workshop*>(Interpreter::owner_of(state)); }

/// Ends the function with the error Workshop::message. No object with a destructor may be alive.
inline int raise(lua_State* state) {
    const std::string& message = workshop_of(state).message;
    lua().pushlstring(state, message.data(), message.size());
    return lua().error(state);
}

/// Stores `message` for raise().   Returns: false.
bool fails(lua_State* state, std::string message);

/// The value at `index`; on failure a message that names it as `name`. Objects of another program are refused.
/// Ranges must belong to the rank `rank`.
const RankValue* rank_at(lua_State* state, int index);
bool integer_at(lua_State* state, int index, const char* name, std::int64_t& value);
bool range_at(lua_State* state, int index, const char* name, int rank, program::Range& range);
/// A range of any rank.
const RangeValue* range_value_at(lua_State* state, int index, const char* name);

/// Pushes a new range, with the methods of ranges.
void push_range(lua_State* state, int rank, program::Range range);
void push_rank(lua_State* state, int rank);
/// Pushes the table of methods of ranks and ranges. Made at the first call.
void push_methods(lua_State* state, const char* name);

/// Adds functions to the table on top: methods of ranks and the functions of parts (steps.cpp), ranges (values.cpp).
void add_step_functions(lua_State* state);
void add_part_functions(lua_State* state);
void add_value_functions(lua_State* state);

/// Sets `name` in the table on top.
inline void set_function(lua_State* state, const char* name, LuaFunction function) {
    lua().pushcclosure(state, function, 0);
    lua().setfield(state, -2, name);
}

}  // namespace shunt::script
