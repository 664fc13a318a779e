#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "native/script/builder.hpp"
#include "native/script/creators.hpp"
#include "native/script/lua_library.hpp"

namespace shunt::script {

/// What the functions of the prelude work on: the owner of the interpreter (Interpreter::owner_of).
struct Workshop {
    Topology topology;
    Limits limits;
    std::function<void(std::string_view)> print;
    std::array<std::vector<std::uint64_t>, kOperationCount> units;  ///< of the creators, oldest first; 0: none
    bool wants_links = false;

    // Of the program in the making.
    Builder* builder = nullptr;  ///< null: none
    const Call* call = nullptr;
    bool is_scaled = false;
    std::uint64_t number = 0;  ///< which one it is: what a script has kept from another is refused
    bool looked_at_bytes = false;
    std::vector<std::string> timed;
    std::string source;  ///< of the first step

    std::uint64_t lines_printed = 0;
    std::string message;              ///< why a function fails
    std::vector<std::int64_t> after;  ///< of the step at work
};

/// Leaves the table of functions on the stack that the prelude is called with. Runs within Interpreter::run.
void push_functions(lua_State* state);

/// Pushes, as a table, what a script sees of Workshop::call. Likewise.
void push_call(lua_State* state);

/// Whether `text` is what `pattern` describes: `*` stands for any characters, `?` for one.
/// Cost: O(text * pattern).
bool matches(std::string_view text, std::string_view pattern);

}  // namespace shunt::script
