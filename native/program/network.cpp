#include "native/program/network.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "native/base/outcome.hpp"
#include "native/program/words.hpp"

namespace shunt::program {
namespace {

using std::string_view;

constexpr std::uint32_t kMostNodes = 1u << 16;
constexpr double kLongestNs = 1e12;

struct Unit {
    string_view name;
    double factor;
};
constexpr Unit kRates[] = {{"Gbit/s", 1e9 / 8}, {"Mbit/s", 1e6 / 8}, {"GB/s", 1e9}, {"MB/s", 1e6}, {"B/s", 1}};
constexpr Unit kTimes[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}};
constexpr Unit kSizes[] = {{"KiB", 1024}, {"MiB", 1048576}, {"KB", 1024}, {"MB", 1048576}, {"B", 1}};

/// Parses "25us" with the given units: a number of at most `most`, in the unit of factor 1.
template <std::size_t N>
std::optional<double> measured(string_view word, const Unit (&units)[N], double most) {
    for (const Unit& unit : units) {
        if (!word.ends_with(unit.name)) continue;
        const string_view digits = word.substr(0, word.size() - unit.name.size());
        double value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc() || end != digits.data() + digits.size() || !(value >= 0)) continue;
        if (value * unit.factor <= most) return value * unit.factor;
    }
    return std::nullopt;
}

class NetworkReader {
public:
    NetworkReader(string_view text, string_view source) : text_(text), source_(source) {}

    ParsedNetwork read() {
        for (std::uint32_t line = 1; !text_.empty(); ++line) {
            words_ = Words(take_line(text_));
            if (!words_.at_end()) read_line(words_.take());
            if (error_.empty() && !words_.at_end()) fail(words_.take(), "nothing more");
            if (!error_.empty()) return {std::nullopt, joined({source_, ":", std::to_string(line), ": ", error_})};
        }
        return {std::move(network_), {}};
    }

private:
    void read_line(string_view word) {
        if (word == "ranks-per-node") read_ranks_per_node();
        else if (word == "nodes") read_nodes(network_.nodes);
        else if (word == "port") read_port();
        else if (word == "local") read_rate_and_latency(network_.local_rate, network_.local_latency);
        else if (word == "message") network_.message = time();
        else if (word == "eager") network_.eager = size();
        else if (word == "combine") network_.combine_rate = rate();
        else if (word == "copy") network_.copy_rate = rate();
        else if (word == "switch") read_switch();
        else fail(word, "ranks-per-node, nodes, port, local, message, eager, combine, copy or switch");
    }

    void fail(string_view word, string_view expected) {
        if (error_.empty()) error_ = joined({"\"", shown(word), "\": expected ", expected});
    }

    void read_ranks_per_node() {
        const auto ranks = words_.take_number();
        if (!ranks || *ranks == 0) fail(words_.last(), "a number of ranks");
        network_.ranks_per_node = ranks.value_or(1) == 0 ? 1 : ranks.value_or(1);
    }

    /// Reads numbers of nodes up to the end of the line, or to a word that is no number; "4-7" means four nodes.
    void read_nodes(std::vector<std::uint32_t>& nodes) {
        while (!words_.at_end() && error_.empty()) {
            const string_view word = words_.peek();
            if (word[0] < '0' || word[0] > '9') return;
            words_.take();
            const auto dash = word.find('-');
            const auto low = parsed_number(word.substr(0, dash));
            const auto high = dash == string_view::npos ? low : parsed_number(word.substr(dash + 1));
            if (!low || !high || *low > *high || *high >= kMostNodes) return fail(word, "nodes, such as 3 or 4-7");
            for (std::uint64_t node = *low; node <= *high; ++node) nodes.push_back(static_cast<std::uint32_t>(node));
            if (nodes.size() > kMostNodes) return fail(word, "fewer nodes");
        }
    }

    void read_rate_and_latency(double& rate, std::uint64_t& latency) {
        while (!words_.at_end() && error_.empty()) {
            if (words_.take_if("rate")) rate = this->rate();
            else if (words_.take_if("latency")) latency = time();
            else return fail(words_.take(), "rate or latency");
        }
    }

    void read_port() {
        while (!words_.at_end() && error_.empty()) {
            if (words_.take_if("burst")) network_.port_burst = size();
            else if (words_.take_if("rate")) network_.port_rate = rate();
            else if (words_.take_if("latency")) network_.port_latency = time();
            else return fail(words_.take(), "rate, latency or burst");
        }
    }

    void read_switch() {
        Network::Switch one;
        if (!words_.take_if("nodes")) return fail(words_.take(), "nodes");
        read_nodes(one.nodes);
        read_rate_and_latency(one.rate, one.latency);
        network_.switches.push_back(std::move(one));
    }

    double rate() {
        const auto value = measured(words_.take(), kRates, 1e15);
        if (!value || !(*value >= 1)) fail(words_.last(), "a rate, such as 1Gbit/s or 110MB/s");
        return value.value_or(0);
    }
    std::uint64_t time() {
        const auto value = measured(words_.take(), kTimes, kLongestNs);
        if (!value) fail(words_.last(), "a time, such as 25us");
        return static_cast<std::uint64_t>(value.value_or(0));
    }
    std::uint64_t size() {
        const auto value = measured(words_.take(), kSizes, 1e15);
        if (!value) fail(words_.last(), "a size, such as 64KiB");
        return static_cast<std::uint64_t>(value.value_or(0));
    }

    string_view text_, source_;
    Words words_{{}};
    Network network_;
    std::string error_;
};

std::string rate_text(double rate) { return joined({std::to_string(static_cast<std::uint64_t>(rate)), "B/s"}); }
std::string time_text(std::uint64_t ns) { return joined({std::to_string(ns), "ns"}); }

}  // namespace

ParsedNetwork parse_network(string_view text, string_view source) { return NetworkReader(text, source).read(); }

std::string to_text(const Network& network) {
    std::string text = joined({"ranks-per-node ", std::to_string(network.ranks_per_node), "\n"});
    if (!network.nodes.empty()) {
        text += "nodes";
        for (const auto node : network.nodes) text += joined({" ", std::to_string(node)});
        text += "\n";
    }
    text += joined({"port rate ",
                    rate_text(network.port_rate),
                    " latency ",
                    time_text(network.port_latency),
                    " burst ",
                    std::to_string(network.port_burst),
                    "B",
                    "\nmessage ",
                    time_text(network.message),
                    "\neager ",
                    std::to_string(network.eager),
                    "B\nlocal rate ",
                    rate_text(network.local_rate),
                    " latency ",
                    time_text(network.local_latency),
                    "\ncombine ",
                    rate_text(network.combine_rate),
                    "\ncopy ",
                    rate_text(network.copy_rate),
                    "\n"});
    for (const auto& one : network.switches) {
        text += "switch nodes";
        for (const auto node : one.nodes) text += joined({" ", std::to_string(node)});
        if (one.rate > 0) text += joined({" rate ", rate_text(one.rate)});
        text += joined({" latency ", time_text(one.latency), "\n"});
    }
    return text;
}

}  // namespace shunt::program
