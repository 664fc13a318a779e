#include "native/script/lua_library.hpp"

#include <dlfcn.h>

namespace shunt::script {
namespace {

constexpr const char* kName = "liblua5.4.so.0";

constexpr const char* kRemedy = " (Debian package liblua5.4-0: apt install liblua5.4-0)";

/// A symbol exported by all sanitizer runtimes. They end a process that opens a library with RTLD_DEEPBIND.
constexpr const char* kSanitizer = "__sanitizer_report_error_summary";

/// Looks up one function after another in a library.
class Finder {
public:
    Finder(void* handle, const char* library) : handle_(handle), library_(library) {}
    const std::string& missing() const { return missing_; }

    template <class Function>
    void find(const char* name, Function& into) {
        into = reinterpret_cast<Function>(::dlsym(handle_, name));
        if (into == nullptr && missing_.empty())
            missing_ = std::string("scripts need Lua 5.4: ") + library_ + " has no " + name + kRemedy;
    }

private:
    void* handle_;
    const char* library_;
    std::string missing_;
};

void find_all(Finder& finder, Lua& into) {
#define SHUNT_FIND(name) finder.find("lua_" #name, into.name)
    SHUNT_FIND(newstate), SHUNT_FIND(close), SHUNT_FIND(sethook), SHUNT_FIND(getstack), SHUNT_FIND(getinfo);
    SHUNT_FIND(setupvalue), SHUNT_FIND(getallocf), SHUNT_FIND(pcallk), SHUNT_FIND(callk), SHUNT_FIND(error);
    SHUNT_FIND(gettop), SHUNT_FIND(settop), SHUNT_FIND(pushvalue), SHUNT_FIND(type), SHUNT_FIND(tointegerx);
    SHUNT_FIND(toboolean), SHUNT_FIND(tolstring), SHUNT_FIND(touserdata), SHUNT_FIND(rawlen), SHUNT_FIND(pushnil);
    SHUNT_FIND(pushboolean), SHUNT_FIND(pushnumber), SHUNT_FIND(pushinteger), SHUNT_FIND(pushlstring);
    SHUNT_FIND(pushlightuserdata), SHUNT_FIND(pushcclosure), SHUNT_FIND(createtable), SHUNT_FIND(newuserdatauv);
    SHUNT_FIND(setmetatable), SHUNT_FIND(rawget), SHUNT_FIND(rawgeti), SHUNT_FIND(rawseti), SHUNT_FIND(next);
    SHUNT_FIND(getfield), SHUNT_FIND(setfield);
#undef SHUNT_FIND
    finder.find("luaL_loadbufferx", into.loadbufferx);
    finder.find("luaL_requiref", into.requiref);
    finder.find("luaopen_base", into.open_base);
    finder.find("luaopen_string", into.open_string);
    finder.find("luaopen_math", into.open_math);
    finder.find("luaopen_table", into.open_table);
}

struct Loaded {
    Lua functions{};
    std::string why_not = load_lua_from(kName, functions);
};

const Loaded& loaded() {
    static const Loaded only;
    return only;
}

}  // namespace

std::string load_lua_from(const char* name, Lua& into) {
    const bool has_sanitizer = ::dlsym(RTLD_DEFAULT, kSanitizer) != nullptr;
    if (has_sanitizer && ::dlsym(RTLD_DEFAULT, "lua_newstate") != nullptr)
        return "scripts are off: this program has a Lua of its own, and a sanitizer, which keeps Shunt's Lua from it";
    void* const handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL | (has_sanitizer ? 0 : RTLD_DEEPBIND));
    if (handle == nullptr) {
        const char* const reason = ::dlerror();
        return std::string("scripts need Lua 5.4: ") + (reason != nullptr ? reason : name) + kRemedy;
    }
    Finder finder(handle, name);
    find_all(finder, into);
    return finder.missing();
}

const Lua* load_lua(std::string& why_not) {
    why_not = loaded().why_not;
    return why_not.empty() ? &loaded().functions : nullptr;
}

const Lua& lua() { return loaded().functions; }

}  // namespace shunt::script
