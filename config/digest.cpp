#include "config/digest.hpp"

#include <string>
#include <string_view>

namespace shunt::config {
namespace {

// FNV-1a; a NUL after each piece keeps "ab","c" apart from "a","bc".
std::uint64_t mixed(std::uint64_t hash, std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash * 0x100000001b3u;
}

}  // namespace

std::uint64_t digest(const Options& options, const RuleSet& rules, const OptionTable& table) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const Option& row : table.rows()) {
        // Rules are included in canonical form, not as typed.
        if (row.scope != OptionScope::equal_on_all_ranks || row.member.kind == Kind::rules) continue;
        hash = mixed(mixed(hash, row.key), value_text(row, options));
    }
    return mixed(hash, canonical_text(rules));
}

}  // namespace shunt::config
