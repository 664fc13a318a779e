#include "config/value.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "config/names.hpp"

namespace shunt::config {
namespace {

struct Unit {
    std::string_view name;
    std::int64_t factor;
};
// Largest first: the formatter uses the first that divides the value.
constexpr Unit kSizes[] = {{"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}};
constexpr Unit kTimes[] = {{"h", 3'600'000'000'000}, {"min", 60'000'000'000}, {"s", 1'000'000'000},
                           {"ms", 1'000'000},        {"us", 1'000},           {"ns", 1}};
constexpr std::string_view kOn[] = {"on", "yes", "true", "1"};
constexpr std::string_view kOff[] = {"off", "no", "false", "0"};

struct Number {
    std::int64_t value;
    std::string_view unit;
};

std::optional<Number> leading_number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    return Number{value, text.substr(static_cast<std::size_t>(end - text.data()))};
}

std::optional<std::int64_t> scaled(const Number& number, std::int64_t factor) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(number.value, factor, &product)) return std::nullopt;
    return product;
}

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

bool any_of(std::string_view text, const std::string_view (&words)[4]) {
    return std::ranges::any_of(words, [&](std::string_view word) { return same_word(word, text); });
}

std::optional<std::int64_t> parse_flag(std::string_view text) {
    if (any_of(text, kOn)) return 1;
    if (any_of(text, kOff)) return 0;
    return std::nullopt;
}

std::optional<std::int64_t> parse_choice(std::string_view choices, std::string_view text) {
    const auto words = split(choices, '|');
    const auto found = std::ranges::find_if(words, [&](std::string_view word) { return same_word(word, text); });
    if (found == words.end()) return std::nullopt;
    return std::distance(words.begin(), found);
}

std::optional<std::int64_t> parse_of(Kind kind, std::string_view text) {
    return kind == Kind::duration ? parse_duration_ns(text) : parse_integer(text);
}

template <std::size_t count>
std::string with_unit(std::int64_t value, const Unit (&units)[count]) {
    for (const Unit& unit : units) {
        if (value != 0 && value % unit.factor == 0) return std::to_string(value / unit.factor).append(unit.name);
    }
    return std::to_string(value);
}

}  // namespace

std::optional<std::int64_t> parse_integer(std::string_view text) {
    const auto number = leading_number(text);
    if (!number) return std::nullopt;
    if (number->unit.empty()) return number->value;
    for (const Unit& size : kSizes) {
        if (same_word(size.name, number->unit)) return scaled(*number, size.factor);
    }
    return std::nullopt;
}

std::optional<std::int64_t> parse_duration_ns(std::string_view text) {
    const auto number = leading_number(text);
    if (!number || number->value < 0) return std::nullopt;
    if (number->unit.empty() && number->value == 0) return 0;
    for (const Unit& time : kTimes) {
        if (time.name == number->unit) return scaled(*number, time.factor);
    }
    return std::nullopt;
}

std::optional<Range> parse_range(Kind kind, std::string_view text) {
    const auto dots = text.find("..");
    if (dots == std::string_view::npos) {
        const auto only = parse_of(kind, text);
        return only ? std::optional<Range>({*only, *only}) : std::nullopt;
    }
    const auto low = text.substr(0, dots), high = text.substr(dots + 2);
    Range range;
    if (!low.empty()) {
        const auto value = parse_of(kind, low);
        if (!value) return std::nullopt;
        range.low = *value;
    }
    if (!high.empty()) {
        const auto value = parse_of(kind, high);
        if (!value) return std::nullopt;
        range.high = *value;
    }
    if (range.low > range.high) return std::nullopt;
    return range;
}

std::optional<std::int64_t> parse_allowed(Kind kind, std::string_view range_text, std::string_view text) {
    if (kind == Kind::flag) return parse_flag(text);
    if (kind == Kind::choice) return parse_choice(range_text, text);
    if (kind == Kind::text || kind == Kind::rules) return std::nullopt;
    const auto range = parse_range(kind, range_text);
    const auto value = parse_of(kind, text);
    if (!value || !range || !range->contains(*value)) return std::nullopt;
    return value;
}

std::string format_value(Kind kind, std::string_view range_text, std::int64_t value) {
    if (kind == Kind::flag) return value != 0 ? "on" : "off";
    if (kind == Kind::duration) return with_unit(value, kTimes);
    if (kind == Kind::integer) return with_unit(value, kSizes);
    const auto words = split(range_text, '|');
    if (value < 0 || value >= std::ssize(words)) return {};
    return std::string(words[static_cast<std::size_t>(value)]);
}

std::string format_range(const Range& range) {
    if (range.low == range.high) return with_unit(range.low, kSizes);
    std::string text;
    if (range.low != INT64_MIN) text += with_unit(range.low, kSizes);
    text += "..";
    if (range.high != INT64_MAX) text += with_unit(range.high, kSizes);
    return text;
}

std::string refusal(Kind kind, std::string_view range_text, std::string_view text) {
    const auto reason = std::string("'").append(printable(text)).append("' is not ");
    const std::string range(range_text);
    switch (kind) {
        case Kind::flag: return reason + "on or off";
        case Kind::integer: return reason + "an integer in " + range + " (K, M and G are powers of 1024)";
        case Kind::duration:
            return reason + "a duration in " + range + " (a whole number with ns, us, ms, s, min or h)";
        case Kind::choice: {
            const auto words = split(range_text, '|');
            return reason + "one of " + range + " (the nearest is " + std::string(nearest(text, words)) + ")";
        }
        case Kind::text:
        case Kind::rules: break;
    }
    return reason + "allowed";
}

std::string printable(std::string_view text, std::size_t limit) {
    std::string shown(text.substr(0, limit));
    for (char& c : shown) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    }
    if (text.size() > limit) shown += "...";
    return shown;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n\v\f";
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> pieces;
    while (!text.empty()) {
        const auto end = std::min(text.find(separator), text.size());
        if (const auto piece = trimmed(text.substr(0, end)); !piece.empty()) pieces.push_back(piece);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return pieces;
}

}  // namespace shunt::config
