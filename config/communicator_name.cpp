#include "config/communicator_name.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>

#include "config/names.hpp"

namespace shunt::config {
namespace {

constexpr std::string_view kWorld = "world";
/// Calls that make communicators, by the names that the shim uses.
constexpr std::string_view kMakers[] = {"dup", "split", "cart", "graph", "dist_graph", "merge", "intercomm", "comm"};

std::string_view take_element(std::string_view& path) {
    const std::string_view element = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(path.size(), element.size() + 1));
    return element;
}

bool fits_element(std::string_view pattern, std::string_view element) {
    return pattern == element || pattern == element.substr(0, element.find('#'));
}

template <class Number>
std::optional<Number> number_of(std::string_view digits, int base) {
    Number number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return number;
}

std::string refuse(std::string_view word, std::string_view why) {
    return std::string("comm: '").append(word).append("' ").append(why).append(
        "; a communicator is named as `shunt report --comms` shows it, such as world, world/split#0, "
        "world/split (any number) or an id 0x...");
}

std::string check_element(std::string_view word, std::string_view element) {
    const std::string_view maker = element.substr(0, element.find('#'));
    if (std::ranges::find(kMakers, maker) == std::end(kMakers))
        return refuse(word,
                      std::string("has an unknown part; the nearest known one is ").append(nearest(maker, kMakers)));
    if (maker.size() == element.size() || number_of<std::uint32_t>(element.substr(maker.size() + 1), 10)) return {};
    return refuse(word, "has no number behind '#'");
}

}  // namespace

bool CommunicatorPattern::fits(const CommunicatorName& name) const {
    if (is_any()) return true;
    if (id != 0) return id == name.id;
    std::string_view wanted = path, given = name.path;
    while (!wanted.empty() && !given.empty())
        if (!fits_element(take_element(wanted), take_element(given))) return false;
    return wanted.empty() && given.empty();
}

std::string parse_communicator(std::string_view word, CommunicatorPattern& pattern) {
    if (word.starts_with("0x")) {
        const auto id = number_of<std::uint64_t>(word.substr(2), 16);
        if (!id || *id == 0) return refuse(word, "is no id");
        pattern.id = *id;
        return {};
    }
    std::string_view rest = word;
    if (take_element(rest) != kWorld) return refuse(word, "does not begin with world");
    if (word.back() == '/') return refuse(word, "ends with '/'");
    while (!rest.empty())
        if (auto error = check_element(word, take_element(rest)); !error.empty()) return error;
    pattern.path = word;
    return {};
}

std::string to_text(const CommunicatorPattern& pattern) {
    if (pattern.id == 0) return pattern.path;
    char text[19];
    std::snprintf(text, sizeof text, "0x%016llx", static_cast<unsigned long long>(pattern.id));
    return text;
}

std::string example_path(const CommunicatorPattern& pattern) {
    std::string path;
    for (std::string_view rest = pattern.path; !rest.empty();) {
        const std::string_view element = take_element(rest);
        path.append(path.empty() ? "" : "/").append(element);
        if (element != kWorld && element.find('#') == std::string_view::npos)
            path.append("#").append(std::to_string(UINT32_MAX));
    }
    return path;
}

}  // namespace shunt::config
