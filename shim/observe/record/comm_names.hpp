#pragma once
// The two names of a communicator in its entry: one for readers and, after its NUL, the one that rules use.
#include <cstring>
#include <string_view>

#include "shim/observe/record/format.hpp"

namespace shunt::record {

/// Whether the text can be a name that rules use: of MPI_COMM_WORLD, of a communicator made from it, or an id.
constexpr bool is_rule_name(std::string_view text) {
    return text == "world" || text.starts_with("world/") || text.starts_with("0x");
}

/// The name by which rules identify that communicator. Empty if no rule can name it; in older profiles also if the
/// program has given it a name.   Owner: `entry`.
inline std::string_view rule_name(const CommEntry& entry) {
    const std::string_view name(entry.name, strnlen(entry.name, sizeof entry.name));
    if (name.size() + 1 < sizeof entry.name) {
        const char* behind = entry.name + name.size() + 1;
        const std::string_view second(behind, strnlen(behind, sizeof entry.name - name.size() - 1));
        if (is_rule_name(second)) return second;
    }
    if (name == "MPI_COMM_WORLD") return "world";
    return is_rule_name(name) ? name : std::string_view();
}

/// Whether both names fit into an entry.
constexpr bool have_room(std::string_view name, std::string_view for_rules) {
    return name.size() + 1 + for_rules.size() < sizeof CommEntry::name;
}

/// Writes both names; `for_rules` may be empty. If they do not fit, `name` is cut at its end.
inline void set_names(CommEntry& entry, std::string_view name, std::string_view for_rules) {
    std::memset(entry.name, 0, sizeof entry.name);
    if (name == for_rules && name.size() < sizeof entry.name) for_rules = {};
    const std::size_t behind = for_rules.empty() ? 0 : for_rules.size() + 1;
    name = name.substr(0, sizeof entry.name - 1 - behind);
    name.copy(entry.name, name.size());
    for_rules.copy(entry.name + name.size() + 1, for_rules.size());
}

}  // namespace shunt::record
