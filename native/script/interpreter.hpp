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

/// One Lua state in its limits. All that runs in it runs by run(), under a time and memory limit that nothing in it can
/// catch, in the C locale and the default floating point environment, whatever those of the program are.
///
/// Lua leaves a C function by longjmp when something fails. A function given to run(), or called from Lua, therefore
/// has no object with a destructor alive when it calls what may fail; where C++ may throw, it does so within a function
/// that calls nothing of Lua's.
class Interpreter {
public:
    /// Errors: `error()` says why it cannot run; then run() does nothing.   `owner`: what owner_of() gives.
    Interpreter(const Limits& limits, void* owner);
    ~Interpreter();
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    /// Calls `body` with `context` as light userdata at index 1, within the limits for `ranks` ranks. What it leaves on
    /// the stack is dropped.   Returns: whether it went well; else error() is "FILE:LINE: reason". `source`: the file
    /// that is named where no line is known.
    bool run(LuaFunction body, void* context, int ranks, std::string_view source);
    const std::string& error() const { return error_; }

    /// What the constructor was given, of the state's interpreter.
    static void* owner_of(lua_State* state);
    /// The line of the script at work, which is the innermost one that is not the prelude's; 0: none.
    static std::uint32_t line_at_work(lua_State* state, const char** source = nullptr);

    /// Counts `instructions` more.   Returns: the limit that is reached, if one is.
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
    std::uint32_t last_line_ = 0;  ///< that was seen at work, for errors that have none
    locale_t locale_ = nullptr;
};

}  // namespace shunt::script
