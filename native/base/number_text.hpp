#pragma once
#include <string>
#include <string_view>

namespace shunt {

// Numbers in texts that are read again. Their point is a point in every locale: the program may have chosen one with a
// comma, which printf() and atof() would use.

/// As "%.*f".
std::string fixed_text(double value, int digits);
/// As "%.*g".
std::string short_text(double value, int digits);
/// The number at the beginning of `text`, after blanks; 0: there is none.
double number_at(std::string_view text);

}  // namespace shunt
