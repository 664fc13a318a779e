#include <dlfcn.h>

#include "tests/unit/native/script/scripts.hpp"

using namespace shunt;
using namespace shunt::script;
using namespace shunt::script::test;

namespace {

int calls = 0;

}  // namespace

// Functions that the library itself calls, for which the dynamic loader would use the program's.
#pragma GCC visibility push(default)
extern "C" {
void* lua_newstate(void*, void*) { return ++calls, nullptr; }
void lua_settop(void*, int) { ++calls; }
int lua_gettop(void*) { return ++calls; }
int lua_type(void*, int) { return ++calls; }
int lua_getfield(void*, int, const char*) { return ++calls; }
void lua_setfield(void*, int, const char*) { ++calls; }
void lua_pushvalue(void*, int) { ++calls; }
void lua_createtable(void*, int, int) { ++calls; }
void lua_callk(void*, int, int, long, void*) { ++calls; }
int lua_load(void*, void*, void*, const char*, const char*) { return ++calls; }
const char* lua_pushstring(void*, const char* text) { return ++calls, text; }
void luaL_setfuncs(void*, const void*, int) { ++calls; }
void luaL_checkversion_(void*, double, unsigned long) { ++calls; }
int luaL_loadbufferx(void*, const char*, unsigned long, const char*, const char*) { return ++calls; }
void luaL_requiref(void*, const char*, void*, int) { ++calls; }
int luaopen_base(void*) { return ++calls; }
}
#pragma GCC visibility pop

TEST_CASE("a program's own Lua is neither used nor disturbed", "[script]") {
    REQUIRE(::dlsym(RTLD_DEFAULT, "lua_newstate") == reinterpret_cast<void*>(&lua_newstate));
    Creators creators(one_node(5));
    if (::dlsym(RTLD_DEFAULT, "__sanitizer_report_error_summary") != nullptr) {  // then the two cannot be kept apart
        CHECK_THAT(creators.add(ready_script("ring"), "ring.lua"), Catch::Contains("a Lua of its own"));
        CHECK(calls == 0);
        return;
    }
    REQUIRE(creators.add(ready_script("ring"), "ring.lua") == "");
    const Made made = creators.make(call_of(Operation::allreduce, 12));
    REQUIRE(made.error == "");
    CHECK(program::check(*made.program, program::Memory::apart).error == "");
    CHECK(calls == 0);
}
