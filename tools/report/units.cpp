#include "tools/report/units.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "config/plan.hpp"

namespace shunt::tools {
namespace {

/// Three significant digits: 1.23, 12.3, 123.
std::string three_digits(double value) {
    char text[32];
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

std::string long_time(double seconds) {
    char text[48];
    const auto whole = static_cast<unsigned long long>(seconds);
    if (seconds < 3600) std::snprintf(text, sizeof text, "%llu m %02llu s", whole / 60, whole % 60);
    else std::snprintf(text, sizeof text, "%llu h %02llu m", whole / 3600, whole / 60 % 60);
    return text;
}

}  // namespace

std::string show_bytes(double bytes) {
    static constexpr std::array kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t unit = 0;
    while (bytes >= 1023.5 && unit + 1 < kUnits.size()) {
        bytes /= 1024;
        ++unit;
    }
    if (unit == 0 || bytes == std::floor(bytes))
        return std::to_string(static_cast<long long>(std::llround(bytes))) + " " + kUnits[unit];
    return three_digits(bytes) + " " + kUnits[unit];
}

std::string show_time(double ns) {
    if (!(ns >= 0.5)) return "0 s";
    if (ns < 999.5) return std::to_string(std::llround(ns)) + " ns";
    if (ns < 999.5e3) return three_digits(ns / 1e3) + " us";
    if (ns < 999.5e6) return three_digits(ns / 1e6) + " ms";
    if (ns < 600e9) return three_digits(ns / 1e9) + " s";
    return long_time(std::fmin(ns / 1e9, 1e15));
}

std::string show_count(std::uint64_t count) {
    if (count >= 10'000'000'000'000) return three_digits(static_cast<double>(count) / 1e12) + " T";
    if (count >= 10'000'000'000) return three_digits(static_cast<double>(count) / 1e9) + " G";
    if (count >= 10'000'000) return three_digits(static_cast<double>(count) / 1e6) + " M";
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); count >= 10'000 && at > 3;) digits.insert(at -= 3, " ");
    return digits;
}

std::string show_percent(double share) {
    char text[32];
    if (!std::isfinite(share)) return "-";
    if (share > 0 && share < 0.0005) return "<0.1 %";
    if (share >= 0.9995) return std::to_string(std::llround(std::fmin(share, 1e9) * 100)) + " %";
    std::snprintf(text, sizeof text, "%.1f %%", share * 100);
    return text;
}

std::string show_date(std::int64_t unix_ns) {
    const std::time_t seconds = static_cast<std::time_t>(unix_ns / 1'000'000'000);
    std::tm parts{};
    if (gmtime_r(&seconds, &parts) == nullptr) return "?";
    char text[64];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts);
    return text;
}

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    for (const char c : text) columns += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    return columns;
}

std::string shorten(std::string_view text, std::size_t width) {
    std::string clean;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        clean += byte < 0x20 || byte >= 0x7f ? '?' : c;  // no escape sequences of hostile names
    }
    if (clean.size() <= width) return clean;
    if (width <= 3) return clean.substr(0, width);
    const std::size_t tail = (width - 3) / 2;
    return clean.substr(0, width - 3 - tail) + "..." + clean.substr(clean.size() - tail);
}

std::string short_library(std::string_view library) { return config::mpi_name(library); }

std::string show_share(double part, double whole) { return whole > 0 ? show_percent(part / whole) : "-"; }

std::string plural(std::uint64_t count, const char* word) {
    return show_count(count) + " " + word + (count == 1 ? "" : "s");
}

std::string show_run_id(std::uint64_t id) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(id));
    return text;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace shunt::tools
