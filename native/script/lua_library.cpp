#include "native/script/lua_library.hpp"

#include <dlfcn.h>

namespace shunt::script {
namespace {

constexpr const char* kName = "liblua5.4.so.0";
constexpr const char* kPackage = "liblua5.4-0";

#if defined(__has_feature)
#define SHUNT_HAS_FEATURE(x) __has_feature(x)
#else
#define SHUNT_HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || SHUNT_HAS_FEATURE(address_sanitizer)
constexpr int kToItself = 0;  // sanitizers refuse RTLD_DEEPBIND
#else
constexpr int kToItself = RTLD_DEEPBIND;
#endif

struct Loaded {
    Lua functions{};
    std::string why_not;

    Loaded() {
        void* const handle = ::dlopen(kName, RTLD_NOW | RTLD_LOCAL | kToItself);
        if (handle == nullptr) {
            const char* const reason = ::dlerror();
            why_not = std::string("scripts need Lua 5.4: ") + (reason != nullptr ? reason : kName) +
                      " (Debian package " + kPackage + ": apt install " + kPackage + ")";
            return;
        }
        find_all(handle);
    }

private:
    template <class Function>
    void find(void* handle, const char* name, Function& into) {
        into = reinterpret_cast<Function>(::dlsym(handle, name));
        if (into == nullptr && why_not.empty())
            why_not = std::string("scripts need Lua 5.4: ") + kName + " has no " + name + " (Debian package " +
                      kPackage + ")";
    }

    void find_all(void* handle) {
#define SHUNT_FIND(name) find(handle, "lua_" #name, functions.name)
        SHUNT_FIND(newstate), SHUNT_FIND(close), SHUNT_FIND(sethook), SHUNT_FIND(getstack), SHUNT_FIND(getinfo);
        SHUNT_FIND(setupvalue), SHUNT_FIND(getallocf), SHUNT_FIND(pcallk), SHUNT_FIND(callk), SHUNT_FIND(error);
        SHUNT_FIND(gettop), SHUNT_FIND(settop), SHUNT_FIND(checkstack), SHUNT_FIND(pushvalue), SHUNT_FIND(type);
        SHUNT_FIND(isinteger), SHUNT_FIND(tointegerx), SHUNT_FIND(toboolean), SHUNT_FIND(tolstring);
        SHUNT_FIND(touserdata), SHUNT_FIND(rawequal), SHUNT_FIND(rawlen), SHUNT_FIND(pushnil), SHUNT_FIND(pushboolean);
        SHUNT_FIND(pushnumber), SHUNT_FIND(pushinteger), SHUNT_FIND(pushlstring), SHUNT_FIND(pushlightuserdata);
        SHUNT_FIND(pushcclosure), SHUNT_FIND(createtable), SHUNT_FIND(newuserdatauv), SHUNT_FIND(getmetatable);
        SHUNT_FIND(setmetatable), SHUNT_FIND(rawget), SHUNT_FIND(rawgeti), SHUNT_FIND(rawset), SHUNT_FIND(rawseti);
        SHUNT_FIND(next), SHUNT_FIND(getfield), SHUNT_FIND(setfield);
#undef SHUNT_FIND
        find(handle, "luaL_loadbufferx", functions.loadbufferx);
        find(handle, "luaL_requiref", functions.requiref);
        find(handle, "luaopen_base", functions.open_base);
        find(handle, "luaopen_string", functions.open_string);
        find(handle, "luaopen_math", functions.open_math);
        find(handle, "luaopen_table", functions.open_table);
    }
};

const Loaded& loaded() {
    static const Loaded only;
    return only;
}

}  // namespace

const Lua* load_lua(std::string& why_not) {
    why_not = loaded().why_not;
    return why_not.empty() ? &loaded().functions : nullptr;
}

const Lua& lua() { return loaded().functions; }

}  // namespace shunt::script
