#include "config/environment.hpp"

#include <algorithm>
#include <cstdlib>

extern "C" char** environ;

namespace shunt::config {

std::vector<std::string> process_environment() {
    std::vector<std::string> variables;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view variable(*entry);
        const auto name = variable.substr(0, variable.find('='));
        const bool is_place = name == "TMPDIR" || name == "HOME" || name == "XDG_CACHE_HOME";
        if (name == "SHUNT" || name.starts_with("SHUNT_") || is_place) variables.emplace_back(variable);
    }
    return variables;
}

const char* environment_value(const char* name) { return std::getenv(name); }

std::string variable_beginning_with(std::string_view prefix) {
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view variable(*entry);
        const auto name = variable.substr(0, variable.find('='));
        if (name.starts_with(prefix)) return std::string(name);
    }
    return {};
}

std::vector<std::string> variables_beginning_with(std::initializer_list<std::string_view> prefixes) {
    std::vector<std::string> variables;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view variable(*entry);
        if (std::ranges::any_of(prefixes, [&](std::string_view prefix) { return variable.starts_with(prefix); }))
            variables.emplace_back(variable);
    }
    std::ranges::sort(variables);
    return variables;
}

bool set_variable(const char* name, const char* value) { return setenv(name, value, 1) == 0; }

void unset_variable(const char* name) { unsetenv(name); }

}  // namespace shunt::config
