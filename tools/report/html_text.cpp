#include "tools/report/html_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "tools/report/units.hpp"

namespace shunt::tools::html {
namespace {

/// Length of the well-formed UTF-8 sequence at the start of `text`; 0: none.
std::size_t sequence_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
    const unsigned first = byte(0);
    if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
    if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const bool overlong = first == 0xe0 && byte(1) < 0xa0, surrogate = first == 0xed && byte(1) >= 0xa0;
        return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool outside = (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90);
        return follows(1) && follows(2) && follows(3) && !outside ? 4 : 0;
    }
    return 0;
}

template <class Put>
void each_character(std::string_view text, Put put) {
    while (!text.empty()) {
        const bool blank = text[0] == '\n' || text[0] == '\t';
        const std::size_t length = blank ? 1 : sequence_length(text);
        put(length == 0 ? std::string_view("\xef\xbf\xbd") : text.substr(0, length));
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
}

}  // namespace

std::string escape(std::string_view text) {
    std::string out;
    each_character(text, [&](std::string_view character) {
        switch (character[0]) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += character;
        }
    });
    return out;
}

std::string json_string(std::string_view text) {
    std::string out = "\"";
    each_character(text, [&](std::string_view character) {
        switch (character[0]) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\n': out += "\\n"; break;
            case '\t': out += "\\t"; break;
            case '<': out += "\\u003c"; break;  // so that the text contains no </script> and no <!--
            case '>': out += "\\u003e"; break;
            case '&': out += "\\u0026"; break;
            default: out += character;
        }
    });
    return out + '"';
}

std::string number(double value, int decimals) {
    if (!std::isfinite(value)) return "0";
    char buffer[400];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
    std::string out(buffer, end.ptr);
    if (out.find('.') == std::string::npos) return out;
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.') out.pop_back();
    return out == "-0" ? "0" : out;
}

Value text(std::string_view shown) { return {escape(shown), "", ""}; }
Value time(double ns) { return {escape(show_time(ns)), number(ns, 0), "num"}; }
Value bytes(std::uint64_t value) {
    return {escape(show_bytes(static_cast<double>(value))), std::to_string(value), "num"};
}
Value count(std::uint64_t value) { return {escape(show_count(value)), std::to_string(value), "num"}; }
Value percent(double part, double whole) {
    if (!(whole > 0)) return none();
    return {escape(show_percent(part / whole)), number(part / whole, 6), "num"};
}
Value markup(std::string trusted, double key) { return {std::move(trusted), number(key, 0), ""}; }

std::string Table::body(std::size_t begin, std::size_t end) const {
    std::string out;
    for (std::size_t r = begin; r < end; ++r) {
        out += "<tr>";
        for (std::size_t c = 0; c < rows_[r].size(); ++c) {
            const Value& value = rows_[r][c];
            const std::string attributes = (value.cls.empty() ? "" : " class=\"" + value.cls + "\"") +
                                           (value.key.empty() ? "" : " data-v=\"" + value.key + "\"");
            out += c == 0 ? "<th scope=\"row\"" + attributes + ">" + value.markup + "</th>"
                          : "<td" + attributes + ">" + value.markup + "</td>";
        }
        out += "</tr>\n";
    }
    return out;
}

std::string Table::str(std::size_t shown) const {
    std::string head;
    for (std::size_t c = 0; c < head_.size(); ++c) {
        const bool numeric = !rows_.empty() && c < rows_[0].size() && rows_[0][c].cls.starts_with("num");
        head += std::string("<th scope=\"col\"") + (numeric ? " class=\"num\"" : "") + ">" + escape(head_[c]) + "</th>";
    }
    const std::string open = "<div class=\"wide\"><table class=\"sortable\"><caption>" + escape(caption_) +
                             "</caption><thead><tr>" + head + "</tr></thead><tbody>\n";
    const std::string close = "</tbody></table></div>\n";
    if (rows_.size() <= shown || rows_.size() - shown <= 3) shown = rows_.size();
    std::string out = open + body(0, shown) + close;
    if (shown < rows_.size())
        out += "<details><summary>" + std::to_string(rows_.size() - shown) + " more</summary>" + open +
               body(shown, rows_.size()) + close + "</details>\n";
    return out;
}

std::string plan_to_copy(const Analysis& run) {
    return "<p class=\"note\">A plan for the next run: copy these lines into a file, for example app.plan, or let "
           "shunt analyze write it; then shunt run --plan app.plan -- mpirun ...</p>\n<pre class=\"plan\">" +
           escape(run.plan) + "</pre>\n";
}

}  // namespace shunt::tools::html
