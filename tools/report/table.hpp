#pragma once
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace shunt::tools {

/// How text goes to the terminal.
struct TextStyle {
    std::size_t width = 80;  ///< columns
    bool colour = false;
};

/// A table of text. The first column is left-aligned and gives way (shortened in its middle) when the width does not
/// suffice; the others are right-aligned; then the last columns are left out.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> head) : head_(std::move(head)) {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    bool empty() const { return rows_.empty(); }
    /// `left`: how many of the first columns are left-aligned.
    void print(std::ostream& out, const TextStyle& style, std::size_t left = 1) const;

private:
    std::vector<std::string> head_;
    std::vector<std::vector<std::string>> rows_;
};

/// `text` in bold, dim or the colour of a warning when the style has colour.
std::string bold(const std::string& text, const TextStyle& style);
std::string dim(const std::string& text, const TextStyle& style);
std::string warning(const std::string& text, const TextStyle& style);

/// Words of `text` in lines of at most `width` columns; the first indented by `first`, the others by `rest`.
std::string wrap(const std::string& text, std::size_t width, const std::string& first, const std::string& rest);

/// Width of the terminal and colour when standard output is one; else 120 columns without colour.
TextStyle style_of_stdout();

}  // namespace shunt::tools
