#include "tools/report/table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastFirst = 20;

std::string padded(const std::string& text, std::size_t width, bool left) {
    const std::size_t used = columns_of(text);
    const std::string blank(width > used ? width - used : 0, ' ');
    return left ? text + blank : blank + text;
}

std::string in(const char* code, const std::string& text, const TextStyle& style) {
    return style.colour ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
}

std::string without_trailing_blanks(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

}  // namespace

std::string bold(const std::string& text, const TextStyle& style) { return in("1", text, style); }
std::string dim(const std::string& text, const TextStyle& style) { return in("2", text, style); }
std::string warning(const std::string& text, const TextStyle& style) { return in("1;33", text, style); }

void TextTable::print(std::ostream& out, const TextStyle& style, std::size_t left) const {
    std::vector<std::size_t> widths;
    for (const std::string& cell : head_) widths.push_back(columns_of(cell));
    for (const auto& row : rows_)
        for (std::size_t c = 0; c < row.size() && c < widths.size(); ++c)
            widths[c] = std::max(widths[c], columns_of(row[c]));
    std::size_t total = 0, shown = 0;
    for (; shown < widths.size(); ++shown) {
        const std::size_t first = shown == 0 ? std::min(widths[0], kLeastFirst) : widths[shown] + kGap;
        if (total + first > style.width) break;
        total += first;
    }
    if (shown == 0) return;
    widths[0] = std::min(widths[0], std::min(widths[0], kLeastFirst) + (style.width - total));
    const auto line = [&](const std::vector<std::string>& row) {
        std::string text;
        for (std::size_t c = 0; c < shown && c < row.size(); ++c) {
            if (c > 0) text += std::string(kGap, ' ');
            text += padded(c == 0 ? shorten(row[c], widths[0]) : row[c], widths[c], c < left);
        }
        return without_trailing_blanks(text);
    };
    out << dim(line(head_), style) << '\n';
    for (const auto& row : rows_) out << line(row) << '\n';
}

std::string wrap(const std::string& text, std::size_t width, const std::string& first, const std::string& rest) {
    std::istringstream words(text);
    std::string out = first, word;
    std::size_t column = columns_of(first);
    bool begun = false;
    while (words >> word) {
        const std::size_t length = columns_of(word);
        if (begun && column + 1 + length > width) {
            out += '\n' + rest;
            column = columns_of(rest);
            begun = false;
        }
        if (begun) {
            out += ' ';
            ++column;
        }
        out += word;
        column += length;
        begun = true;
    }
    return out + '\n';
}

TextStyle style_of_stdout() {
    TextStyle style;
    if (isatty(STDOUT_FILENO)) {
        winsize size{};
        if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) style.width = size.ws_col;
        style.colour = true;
    } else {
        style.width = 120;
    }
    return style;
}

}  // namespace shunt::tools
