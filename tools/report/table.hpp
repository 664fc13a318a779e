#pragma once
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace shunt::tools {

/// Properties of the terminal.
struct TextStyle {
    std::size_t width = 80;  ///< columns
    bool colour = false;
};

/// A table of text. The first column is left-aligned, the others are right-aligned. If the width does not suffice, the
/// first column is shortened in its middle; if that is not enough, the last columns are left out.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> head) : head_(std::move(head)) {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    bool empty() const { return rows_.empty(); }
    /// `left`: number of left-aligned columns, from the first on.
    void print(std::ostream& out, const TextStyle& style, std::size_t left = 1) const;

private:
    std::vector<std::string> head_;
    std::vector<std::vector<std::string>> rows_;
};

/// `text` in bold, dim or the colour of a warning, if the style has colour.
std::string bold(const std::string& text, const TextStyle& style);
std::string dim(const std::string& text, const TextStyle& style);
std::string warning(const std::string& text, const TextStyle& style);

/// Words of `text` in lines of at most `width` columns; the first line is indented by `first`, the others by `rest`.
std::string wrap(const std::string& text, std::size_t width, const std::string& first, const std::string& rest);

/// Width of the terminal, and colour, if standard output is one; otherwise 120 columns without colour.
TextStyle style_of_stdout();

}  // namespace shunt::tools
