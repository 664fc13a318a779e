#include "tools/launch/profile_name.hpp"

#include <algorithm>
#include <filesystem>

#include "tools/report/units.hpp"

namespace shunt::tools {

std::string program_name(std::string_view command_line) {
    std::string_view rest = command_line;
    const auto next = [&rest] {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        return word;
    };
    std::string name(base_name(next()));
    if (!name.starts_with("python")) return name;
    while (!rest.empty())
        if (const std::string_view word = next(); word.ends_with(".py")) return std::string(base_name(word));
    return name;
}

std::string free_profile_name(const std::string& stem) {
    const std::string base = stem.empty() ? "run" : stem;
    std::string name = base + ".shunt";
    std::error_code ignored;
    for (int number = 2; std::filesystem::exists(name, ignored); ++number)
        name = base + "." + std::to_string(number) + ".shunt";
    return name;
}

std::string absolute_path(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

}  // namespace shunt::tools
