#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/analysis/analysis.hpp"

namespace shunt::tools::html {

/// `text` as HTML text or attribute value; control characters and bytes that are not UTF-8 become U+FFFD.
std::string escape(std::string_view text);
/// `text` as a JSON string with its quotes, safe inside a script element.
std::string json_string(std::string_view text);
/// A number with at most `decimals` decimals and a dot, whatever the locale.
std::string number(double value, int decimals = 2);

/// A cell of a table: the text shown, and the sorting key (empty: not a number, sorted as text).
struct Value {
    std::string markup;
    std::string key;
    std::string cls;
};
Value text(std::string_view shown);
Value time(double ns);
Value bytes(std::uint64_t value);
Value count(std::uint64_t value);
Value percent(double part, double whole);
Value markup(std::string trusted, double key);
inline Value none() { return {"&#8211;", "-1", "num none"}; }

/// A table that can be sorted by any column; its first column contains the row headings.
class Table {
public:
    Table(std::string caption, std::vector<std::string> head) : caption_(std::move(caption)), head_(std::move(head)) {}
    void add(std::vector<Value> row) { rows_.push_back(std::move(row)); }
    bool empty() const { return rows_.empty(); }
    /// Rows after the first `shown` are in a part that can be unfolded.
    std::string str(std::size_t shown = SIZE_MAX) const;

private:
    std::string body(std::size_t begin, std::size_t end) const;
    std::string caption_;
    std::vector<std::string> head_;
    std::vector<std::vector<Value>> rows_;
};

/// The plan for the next run (Analysis::plan), as lines to copy.
std::string plan_to_copy(const Analysis& run);

}  // namespace shunt::tools::html
