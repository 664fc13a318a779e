#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/option.hpp"

namespace shunt::config {

/// Type of the value of an option or a rule's parameter. A flag may also be given by synonyms of on and off.
using Kind = OptionKind;

/// A range that includes both ends.
struct Range {
    std::int64_t low = INT64_MIN;
    std::int64_t high = INT64_MAX;
    bool contains(std::int64_t value) const { return low <= value && value <= high; }
    bool unbounded() const { return low == INT64_MIN && high == INT64_MAX; }
    friend bool operator==(const Range&, const Range&) = default;
};

/// A whole number, optionally negative, optionally followed by K, M or G (powers of 1024, either case).
/// Fails: nothing, if `text` has another form or does not fit 63 bits.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// A whole number followed by ns, us, ms, s, min or h; a bare 0 needs no unit.   Units: ns.
/// Fails: nothing, if `text` has another form or does not fit 63 bits.
std::optional<std::int64_t> parse_duration_ns(std::string_view text);

/// `a..b`, `a..`, `..b`, `..` or `a` (a range of one), its ends of kind `kind` (integer or duration).
/// Fails: nothing, if `text` has another form or the range is empty.
std::optional<Range> parse_range(Kind kind, std::string_view text);

/// `text` as a number allowed by `range_text`: the integer, the ns, 0/1 of a flag, or the 0-based index of a choice.
/// Fails: nothing, if `text` is of another kind or not allowed; always for kinds text and rules.
std::optional<std::int64_t> parse_allowed(Kind kind, std::string_view range_text, std::string_view text);

/// The shortest text that parse_allowed() reads back as `value`.
std::string format_value(Kind kind, std::string_view range_text, std::int64_t value);

/// A range in its shortest form that parse_range() reads back.
std::string format_range(const Range& range);

/// Why `text` was refused, for a message: "'5K' is not an integer in 1M..1G ...".
std::string refusal(Kind kind, std::string_view range_text, std::string_view text);

/// `text` in a form for a line of a message or a file: control characters become '?', bytes beyond `limit` are cut.
std::string printable(std::string_view text, std::size_t limit = 80);

/// `text` without blanks at either end.
std::string_view trimmed(std::string_view text);

/// The pieces of `text` between the `separator`s, trimmed; empty ones are left out.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace shunt::config
