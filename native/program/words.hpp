#pragma once
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shunt::program {

/// Removes the text up to the next end of line and returns it without a comment ("# ...").
inline std::string_view take_line(std::string_view& text) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line.substr(0, line.find('#'));
}

/// The number in `word`, all of which must be digits.
inline std::optional<std::uint64_t> parsed_number(std::string_view word) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || word.empty()) return std::nullopt;
    return value;
}

/// A word in the form of messages: short, without control characters.
inline std::string shown(std::string_view word) {
    std::string text;
    for (const char c : word.substr(0, 40)) text += c >= ' ' && c < 127 ? c : '?';
    if (word.size() > 40) text += "...";
    return text;
}

/// The words of one line, separated by blanks.   Owner: the line's text outlives it.
class Words {
public:
    explicit Words(std::string_view line) : rest_(line) { skip_blanks(); }
    bool at_end() const { return rest_.empty(); }
    /// The next word; empty at the end.
    std::string_view take() {
        last_ = rest_.substr(0, rest_.find_first_of(kBlanks));
        rest_.remove_prefix(last_.size());
        skip_blanks();
        return last_;
    }
    /// As take(), without removing it.
    std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(kBlanks)); }
    bool take_if(std::string_view word) {
        if (peek() != word) return false;
        take();
        return true;
    }
    std::optional<std::uint64_t> take_number() { return parsed_number(take()); }
    std::string_view last() const { return last_; }

private:
    static constexpr std::string_view kBlanks = " \t\r";
    void skip_blanks() { rest_.remove_prefix(std::min(rest_.size(), rest_.find_first_not_of(kBlanks))); }

    std::string_view rest_, last_;
};

}  // namespace shunt::program
