#include "tools/script/machine.hpp"

#include <map>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "config/value.hpp"

namespace shunt::tools {
namespace {

constexpr double kMeasuredBytes = 1 << 20;  // bytes for which the times of moving and combining are given

/// The times of a file of options, by key: "tcp-move" -> ns.
std::map<std::string, double, std::less<>> times_of(const std::string& text) {
    std::map<std::string, double, std::less<>> times;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto equals = line.find('=');
        if (line.starts_with('#') || equals == line.npos) continue;
        const auto value = config::parse_duration_ns(config::trimmed(std::string_view(line).substr(equals + 1)));
        if (value && *value > 0)
            times[std::string(config::trimmed(std::string_view(line).substr(0, equals)))] = static_cast<double>(*value);
    }
    return times;
}

program::Network measured_machine(const std::string& text) {
    const auto times = times_of(text);
    const auto rate = [&](std::string_view key, double& into) {
        if (const auto found = times.find(key); found != times.end()) into = kMeasuredBytes * 1e9 / found->second;
    };
    const auto time = [&](std::string_view key, std::uint64_t& into) {
        if (const auto found = times.find(key); found != times.end()) into = static_cast<std::uint64_t>(found->second);
    };
    program::Network network;
    rate("tcp-move", network.port_rate);
    rate("shm-move", network.local_rate);
    rate("shm-move", network.copy_rate);
    rate("shm-combine", network.combine_rate);
    time("shm-latency", network.local_latency);
    time("tcp-latency", network.port_latency);
    return network;
}

}  // namespace

program::Network machine_of(const std::string& text, const std::string& source) {
    if (text.find("[pipeline]") != text.npos) return measured_machine(text);
    auto read = program::parse_network(text, source);
    if (!read.network) throw std::runtime_error(read.error);
    return std::move(*read.network);
}

}  // namespace shunt::tools
