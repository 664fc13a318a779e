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

/// The state on which the functions of the prelude work: the owner of the interpreter (Interpreter::owner_of).
struct Workshop {
    Topology topology;
    Limits limits;
    std::function<void(std::string_view)> print;
    std::array<std::vector<std::uint64_t>, kOperationCount> units;  ///< of the creators, oldest first; 0: none
    bool wants_links = false;

    // State of the program under construction.
    Builder* builder = nullptr;  ///< null: none
    const Call* call = nullptr;
    bool is_scaled = false;
    std::uint64_t number = 0;  ///< number of this program: objects that a script has kept from another one are refused
    bool looked_at_bytes = false;
    std::vector<std::string> timed;
    std::string source;  ///< of the first step

    std::uint64_t lines_printed = 0;
    std::string message;              ///< why a function fails
    std::vector<std::int64_t> after;  ///< of the step being added
};

/// Pushes the table of functions with which the prelude is called. Runs within Interpreter::run.
void push_functions(lua_State* state);

/// Pushes a table with the fields of Workshop::call that a script sees. Likewise.
void push_call(lua_State* state);

/// Whether `text` matches `pattern`: `*` stands for any characters, `?` for one.
/// Cost: O(text * pattern).
bool matches(std::string_view text, std::string_view pattern);

}  // namespace shunt::script
