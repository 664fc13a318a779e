#pragma once
#include <cstddef>
#include <span>
#include <string_view>

namespace shunt::config {

/// An ASCII letter in lower case; the host program's locale has no say.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// How many letters must be added, dropped, changed or swapped with their neighbour to turn `a` into `b`. Case does not
/// count, and `-`, `.` and `_` are one letter. Only the first 64 letters of each are looked at.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The word of `known` with the smallest edit distance to `word`, the first of equals; empty when `known` is.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

}  // namespace shunt::config
