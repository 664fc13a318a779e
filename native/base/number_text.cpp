#include "native/base/number_text.hpp"

#include <algorithm>
#include <charconv>

namespace shunt {
namespace {

std::string text_of(double value, std::chars_format format, int digits) {
    char text[400];  // the largest number has 309 digits before the point
    const auto [end, error] = std::to_chars(text, text + sizeof text, value, format, std::clamp(digits, 0, 60));
    return {text, end};
}

}  // namespace

std::string fixed_text(double value, int digits) { return text_of(value, std::chars_format::fixed, digits); }

std::string short_text(double value, int digits) { return text_of(value, std::chars_format::general, digits); }

double number_at(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

}  // namespace shunt
