#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace shunt::tools {

std::string show_bytes(double bytes);         ///< "0 B", "512 B", "1.5 KiB", "12.3 GiB"
std::string show_time(double ns);             ///< "0 s", "250 ns", "1.23 us", "45.6 ms", "12.3 s", "1 h 04 m"
std::string show_count(std::uint64_t count);  ///< "950", "12 345", "1.23 M"
std::string show_percent(double share);       ///< 0.123 -> "12.3 %"
std::string show_date(std::int64_t unix_ns);  ///< "2026-11-21 09:54:12 UTC"
/// `part` of `whole` in percent; "-" when `whole` is 0.
std::string show_share(double part, double whole);
std::string plural(std::uint64_t count, const char* word);  ///< "1 rank", "12 345 ranks"
std::string show_run_id(std::uint64_t id);                  ///< 16 hexadecimal digits
/// The part of `path` after the last slash.
std::string_view base_name(std::string_view path);
/// `text` on at most `width` columns, the middle replaced by "..." when longer; control characters become '?'.
std::string shorten(std::string_view text, std::size_t width);
/// The number of columns of `text`: its UTF-8 code points.
std::size_t columns_of(std::string_view text);
/// First words of an MPI library's version string: "Open MPI v4.1.4".
std::string short_library(std::string_view library);

}  // namespace shunt::tools
