#pragma once
#include <string>
#include <string_view>

namespace shunt::tools {

/// Text of a manual page, in roff with the macros of man(7). Words between ` and ` become bold.
std::string roff_text(std::string_view text);

/// `text` in bold, or in italics; nothing in it is markup.
std::string roff_bold(std::string_view text);
std::string roff_italic(std::string_view text);

/// Paragraphs, separated by empty lines. A paragraph that begins with a blank is set unchanged.
std::string roff_paragraphs(std::string_view text);

/// Lines unchanged, but indented.
std::string roff_lines(std::string_view text);

/// The first line of a page.   `name`: "shunt-run"; `section`: 1 or 5.
std::string roff_title(std::string_view name, int section);

/// The heading of a part of the page.
std::string roff_heading(std::string_view text);

/// An item of a list: `label`, in roff, then `text`, indented.
std::string roff_item(const std::string& label, std::string_view text);

}  // namespace shunt::tools
