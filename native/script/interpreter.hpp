#pragma once
#include <clocale>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

#include "native/script/creators.hpp"
#include "native/script/lua_library.hpp"

namespace shunt::script {

/// One Lua state with its limits. All Lua code runs through run(), under a time and memory limit that the code cannot
/// catch, in the C locale and the default floating point environment, whatever those of the program are.
///
/// Lua leaves a C function by longjmp when an error occurs. A function given to run(), or called from Lua, therefore
/// must have no object with a destructor alive when it calls a function that may fail. C++ code that may throw is in a
/// separate function that calls no Lua function.
class Interpreter {
public:
    /// Errors: `error()` explains why it cannot run; then run() does nothing.   `owner`: the result of owner_of().
    Interpreter(const Limits& limits, void* owner);
    ~Interpreter();
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    /// Calls `body` with `context` as light userdata at index 1, within the limits for `ranks` ranks. Values that it
    /// leaves on the stack are dropped.   Returns: whether it succeeded; otherwise error() is "FILE:LINE: reason".
    /// `source`: the file named in the message if no line is known.
    bool run(LuaFunction body, void* context, int ranks, std::string_view source);
    const std::string& error() const { return error_; }

    /// The `owner` that the constructor of the state's interpreter was given.
    static void* owner_of(lua_State* state);
    /// The current line of the script: the innermost one that is not in the prelude; 0: none.
    static std::uint32_t line_at_work(lua_State* state, const char** source = nullptr);

    /// Counts `instructions` more.   Returns: the exceeded limit; null: none.
    static const char* add_work(lua_State* state, std::uint64_t instructions);

private:
    static void* allocate(void* self, void* block, std::size_t old_bytes, std::size_t new_bytes);
    static void count_instructions(lua_State* state, LuaActivation* activation);
    static int locate_error(lua_State* state);
    bool allows(std::size_t old_bytes, std::size_t new_bytes, bool is_string);
    const char* limit_reached() const;
    std::uint64_t work_done() const;
    void begin(int ranks);
    void take_error(int status, std::string_view source);

    Limits limits_;
    void* owner_;
    lua_State* state_ = nullptr;
    std::string error_;
    std::uint64_t memory_ = 0;        ///< bytes in use
    std::uint64_t allocated_ = 0;     ///< bytes since begin()
    std::uint64_t instructions_ = 0;  ///< likewise
    std::uint64_t most_work_ = 0;
    std::uint64_t deadline_ = 0;  ///< of the thread's processor time, nanoseconds
    const char* refused_ = nullptr;
    std::uint32_t last_line_ = 0;  ///< last line seen running, for errors without a line
    locale_t locale_ = nullptr;
};

}  // namespace shunt::script
