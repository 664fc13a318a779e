#pragma once
#include <cstddef>
#include <string>

// The part of Lua 5.4's C interface that is used, declared here: its headers are not needed to compile, and Shunt does
// not link to the library.   Source: Lua 5.4 Reference Manual, chapters 4 and 5.
struct lua_State;

namespace shunt::script {

using LuaFunction = int (*)(lua_State*);
using LuaAllocate = void* (*)(void* owner, void* block, std::size_t old_bytes, std::size_t new_bytes);

/// A level of the stack: lua_Debug.
struct LuaActivation {
    int event = 0;
    const char* name = nullptr;
    const char* name_kind = nullptr;
    const char* what = nullptr;
    const char* source = nullptr;
    std::size_t source_length = 0;
    int current_line = -1;
    int first_line = 0;
    int last_line = 0;
    unsigned char upvalues = 0;
    unsigned char parameters = 0;
    char is_vararg = 0;
    char is_tail_call = 0;
    unsigned short first_transfer = 0;
    unsigned short transfers = 0;
    char short_source[60] = {};
    void* call = nullptr;
};
using LuaHook = void (*)(lua_State*, LuaActivation*);

inline constexpr int kLuaNone = -1, kLuaNil = 0, kLuaBoolean = 1, kLuaNumber = 3, kLuaString = 4, kLuaTable = 5,
                     kLuaFunctionType = 6, kLuaUserdata = 7;
inline constexpr int kLuaOk = 0, kLuaMemoryError = 4;
inline constexpr int kLuaRegistry = -1'000'000 - 1000;
inline constexpr int kLuaCountMask = 8;
constexpr int lua_upvalue(int index) { return kLuaRegistry - index; }

/// The functions of liblua5.4.so.0 under their names, without lua_ unless noted. Loaded at run time with private
/// symbols: a program's own Lua of any version is neither used nor disturbed. It is never unloaded.
struct Lua {
    lua_State* (*newstate)(LuaAllocate, void* owner);
    void (*close)(lua_State*);
    void (*sethook)(lua_State*, LuaHook, int mask, int count);
    int (*getstack)(lua_State*, int level, LuaActivation*);
    int (*getinfo)(lua_State*, const char* what, LuaActivation*);
    const char* (*setupvalue)(lua_State*, int function, int index);
    LuaAllocate (*getallocf)(lua_State*, void** owner);
    int (*pcallk)(lua_State*, int arguments, int results, int handler, std::ptrdiff_t, void*);
    void (*callk)(lua_State*, int arguments, int results, std::ptrdiff_t, void*);
    int (*error)(lua_State*);
    int (*gettop)(lua_State*);
    void (*settop)(lua_State*, int);
    void (*pushvalue)(lua_State*, int);
    int (*type)(lua_State*, int);
    long long (*tointegerx)(lua_State*, int, int* is_integer);
    int (*toboolean)(lua_State*, int);
    const char* (*tolstring)(lua_State*, int, std::size_t*);
    void* (*touserdata)(lua_State*, int);
    unsigned long long (*rawlen)(lua_State*, int);
    void (*pushnil)(lua_State*);
    void (*pushboolean)(lua_State*, int);
    void (*pushnumber)(lua_State*, double);
    void (*pushinteger)(lua_State*, long long);
    const char* (*pushlstring)(lua_State*, const char*, std::size_t);
    void (*pushlightuserdata)(lua_State*, void*);
    void (*pushcclosure)(lua_State*, LuaFunction, int upvalues);
    void (*createtable)(lua_State*, int, int);
    void* (*newuserdatauv)(lua_State*, std::size_t, int);
    int (*setmetatable)(lua_State*, int);
    int (*rawget)(lua_State*, int);
    int (*rawgeti)(lua_State*, int, long long);
    void (*rawseti)(lua_State*, int, long long);
    int (*next)(lua_State*, int);
    int (*getfield)(lua_State*, int, const char*);
    void (*setfield)(lua_State*, int, const char*);
    int (*loadbufferx)(lua_State*, const char*, std::size_t, const char* name, const char* mode);  ///< luaL_
    void (*requiref)(lua_State*, const char* name, LuaFunction, int is_global);                    ///< luaL_
    int (*open_base)(lua_State*);                                                                  ///< luaopen_
    int (*open_string)(lua_State*);
    int (*open_math)(lua_State*);
    int (*open_table)(lua_State*);

    void pop(lua_State* state, int count) const { settop(state, -count - 1); }
};

/// Fills `into` from the library `name`.   Returns: the error, with the Debian package; or empty.   Thread: any.
std::string load_lua_from(const char* name, Lua& into);

/// The library, loaded by the first call; null: `why_not` names the Debian package.   Thread: any.
const Lua* load_lua(std::string& why_not);

/// The library, after a successful load_lua().
const Lua& lua();

}  // namespace shunt::script
