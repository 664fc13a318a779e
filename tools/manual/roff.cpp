#include "tools/manual/roff.hpp"

#include <algorithm>
#include <cctype>

namespace shunt::tools {
namespace {

/// Writes one character so that the page shows exactly that ASCII character, and it can be copied into a shell.
void put_escaped(std::string& out, char c) {
    switch (c) {
        case '\\': out += "\\e"; break;
        case '-': out += "\\-"; break;
        case '~': out += "\\(ti"; break;
        case '^': out += "\\(ha"; break;
        case '`': out += "\\(ga"; break;
        case '\'': out += "\\(aq"; break;
        case '"': out += "\\(dq"; break;
        default: out += c;
    }
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) put_escaped(out, c);
    return out;
}

/// A dot at the beginning of a line would make it a request.
std::string guarded(std::string line) { return line.starts_with('.') ? "\\&" + line : line; }

std::string upper_case(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return out;
}

}  // namespace

std::string roff_text(std::string_view text) {
    std::string out;
    bool bold = false, after_blank = true;  // leading blanks are dropped
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\n';
        if (c == '`') out += (bold = !bold) ? "\\fB" : "\\fR";
        else if (!blank) put_escaped(out, c);
        else if (!after_blank) out += ' ';
        after_blank = blank;
    }
    if (bold) out += "\\fR";
    while (out.ends_with(' ')) out.pop_back();
    return guarded(out);
}

std::string roff_bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string roff_italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string roff_lines(std::string_view text) {
    std::string out = ".nf\n";
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        out += (end == 0 ? "" : "    ") + escaped(text.substr(0, end)) + '\n';
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return out + ".fi\n";
}

std::string roff_paragraphs(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto end = std::min(text.find("\n\n"), text.size());
        const std::string_view paragraph = text.substr(0, end);
        if (!out.empty()) out += ".PP\n";
        out += paragraph.starts_with(' ') ? roff_lines(paragraph) : roff_text(paragraph) + '\n';
        text.remove_prefix(std::min(text.size(), end + 2));
    }
    return out;
}

std::string roff_title(std::string_view name, int section) {
    return ".TH " + upper_case(name) + ' ' + std::to_string(section) + " \"" SHUNT_DATE "\" \"shunt " + SHUNT_VERSION +
           "\" \"Shunt\"\n";
}

std::string roff_heading(std::string_view text) { return ".SH " + escaped(text) + '\n'; }

std::string roff_item(const std::string& label, std::string_view text) {
    return ".TP\n" + label + '\n' + roff_text(text) + '\n';
}

}  // namespace shunt::tools
