#include "config/names.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace shunt::config {
namespace {

constexpr std::size_t kLongest = 64;
using Line = std::array<std::size_t, kLongest + 1>;

char plain(char c) { return c == '-' || c == '.' ? '_' : lower(c); }

}  // namespace

// Optimal string alignment, with three lines of the table at a time, so that no memory is allocated.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    a = a.substr(0, kLongest);
    b = b.substr(0, kLongest);
    Line two_above{}, above{}, line{};
    for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        line[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = plain(a[i - 1]) == plain(b[j - 1]);
            line[j] = std::min({above[j] + 1, line[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
            const bool swapped =
                i > 1 && j > 1 && plain(a[i - 1]) == plain(b[j - 2]) && plain(a[i - 2]) == plain(b[j - 1]);
            if (swapped) line[j] = std::min(line[j], two_above[j - 2] + 1);
        }
        two_above = std::exchange(above, line);
    }
    return above[b.size()];
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
    std::string_view best;
    std::size_t best_distance = SIZE_MAX;
    for (const auto candidate : known) {
        const auto distance = edit_distance(word, candidate);
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = candidate;
    }
    return best;
}

}  // namespace shunt::config
