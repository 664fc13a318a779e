#pragma once
#include <cstddef>
#include <span>
#include <string_view>

namespace shunt::config {

/// The lower-case form of an ASCII letter; independent of the host program's locale.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// How many letters must be added, removed, changed or swapped with their neighbour to turn `a` into `b`. Case is
/// ignored, and `-`, `.` and `_` are the same letter. Only the first 64 letters of each are compared.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The word of `known` with the smallest edit distance to `word`, the first of equals; empty if `known` is empty.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

}  // namespace shunt::config
