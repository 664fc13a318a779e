#include "config/describe.hpp"

#include <algorithm>
#include <string_view>

namespace shunt::config {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::string_view kIndent = "    ";

std::string or_empty_mark(std::string_view text) { return text.empty() ? "(empty)" : printable(text, 1000); }

std::string source_text(const Loaded& loaded, std::size_t index) {
    return describe(index < loaded.sources.size() ? loaded.sources[index] : Source{});
}

std::string wrapped(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        auto end = text.size();
        if (end > kWidth) end = std::min(text.rfind(' ', kWidth), text.find(' ', kWidth));
        end = std::min(end, text.size());
        result.append(kIndent).append(text.substr(0, end)).append("\n");
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

// A bar would end the cell of a Markdown table.
std::string cell(std::string_view text) {
    std::string escaped;
    for (const char c : text) escaped.append(c == '|' ? "\\|" : std::string(1, c));
    return escaped;
}

std::string code(std::string_view text) {
    return text.empty() ? "(empty)" : std::string("`").append(cell(text)).append("`");
}

std::string range_cell(const Option& row) {
    return row.member.number != nullptr ? code(row.range_text) : std::string(row.range_text);
}

}  // namespace

std::string options_text(const Loaded& loaded, const OptionTable& table) {
    std::string text;
    const auto rows = table.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Option& row = rows[i];
        text.append(row.key).append(" = ").append(or_empty_mark(value_text(row, loaded.options)));
        text.append("    # ").append(source_text(loaded, i)).append("\n").append(wrapped(row.doc));
        text.append(kIndent)
            .append("default ")
            .append(or_empty_mark(row.default_text))
            .append(", allowed: ")
            .append(row.range_text);
        text.append(row.scope == OptionScope::equal_on_all_ranks ? "; equal on all ranks\n"
                                                                 : "; may differ between ranks\n");
        text.append(kIndent).append(environment_name(row)).append(", ").append(flag_name(row)).append("\n");
    }
    return text;
}

std::string options_record(const Loaded& loaded, const OptionTable& table) {
    std::string text;
    const auto rows = table.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        text.append(rows[i].key).append(" = ").append(printable(value_text(rows[i], loaded.options), 1000));
        text.append("    # ").append(source_text(loaded, i)).append("\n");
    }
    return text;
}

std::string options_markdown(const OptionTable& table) {
    std::string text =
        "# Options\n\n"
        "Written from the tables in `options.cpp` here and in the engines' folders; a test compares. Do not edit: run "
        "`unit_tests \"[write-options-md]\"`.\n\n"
        "Default < file (`SHUNT_CONFIG`) < environment < command line. File format, rules and units: "
        "[README.md](README.md).\n"
        "Options marked *all* must have the same value on all ranks; if they have not, nothing is rerouted.\n\n"
        "| Key | Default | Allowed | Environment | Ranks | Meaning |\n"
        "|---|---|---|---|---|---|\n";
    for (const Option& row : table.rows()) {
        text.append("| ")
            .append(code(row.key))
            .append(" | ")
            .append(code(row.default_text))
            .append(" | ")
            .append(range_cell(row));
        text.append(" | `").append(environment_name(row)).append("` | ");
        text.append(row.scope == OptionScope::equal_on_all_ranks ? "all" : "each")
            .append(" | ")
            .append(cell(row.doc))
            .append(" |\n");
    }
    return text;
}

}  // namespace shunt::config
