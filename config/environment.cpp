#include "config/environment.hpp"

#include <cstdlib>
#include <string_view>

extern "C" char** environ;

namespace shunt::config {

std::vector<std::string> process_environment() {
    std::vector<std::string> variables;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view variable(*entry);
        const auto name = variable.substr(0, variable.find('='));
        if (name == "SHUNT" || name.starts_with("SHUNT_") || name == "TMPDIR") variables.emplace_back(variable);
    }
    return variables;
}

const char* environment_value(const char* name) { return std::getenv(name); }

}  // namespace shunt::config
