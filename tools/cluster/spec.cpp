#include "tools/cluster/spec.hpp"

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace shunt::tools {
namespace {

constexpr std::string_view kFormat = "shunt-cluster 1";

bool read_number(std::string_view text, double& value) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size() && !text.empty();
}

using Units = std::initializer_list<std::pair<std::string_view, double>>;

/// A number with one of the units, tried in this order, from `least` to `most`.   Fails: false.
bool read_quantity(std::string_view text, Units units, double least, double most, std::int64_t& quantity) {
    double factor = 0, number = 0;
    for (const auto& [unit, value] : units)
        if (text.ends_with(unit)) {
            text.remove_suffix(unit.size());
            factor = value;
            break;
        }
    if (factor == 0 || !read_number(text, number) || !(number * factor >= least && number * factor <= most))
        return false;
    quantity = static_cast<std::int64_t>(number * factor);
    return true;
}

std::string refuse_clusters(const ClusterSpec& spec) {
    if (spec.clusters < 1 || spec.clusters > kMostClusters)
        return "--clusters must be 1 to " + std::to_string(kMostClusters);
    if (spec.clusters > 1 && spec.wan_ns == 0)
        return "several clusters need the latency between them, for example --wan 400us";
    if (spec.clusters == 1 && spec.wan_ns != 0) return "--wan needs several clusters, for example --clusters 3";
    if (spec.clusters > 1 && spec.switches > 1) return "several clusters have one switch each: give no --switches";
    if (spec.hosts < spec.clusters) return "each cluster needs at least one host";
    return {};
}

bool is_name(const std::string& name) {
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    return !name.empty() && name.size() <= 16 && is_letter(name[0]) &&
           std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

bool is_mark(const std::string& mark) {
    return mark.size() == 16 && mark.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool read_line(const std::string& key, const std::string& value, ClusterRecord& record) {
    ClusterSpec& spec = record.spec;
    if (key == "name") spec.name = value;
    else if (key == "mark") spec.mark = value;
    else if (key == "phase") record.complete = value == "complete";
    else if (key == "hosts") spec.hosts = std::atoi(value.c_str());
    else if (key == "ranks-per-host") spec.ranks_per_host = std::atoi(value.c_str());
    else if (key == "switches") spec.switches = std::atoi(value.c_str());
    else if (key == "clusters") spec.clusters = std::atoi(value.c_str());
    else if (key == "wan-ns") spec.wan_ns = std::atoll(value.c_str());
    else if (key == "forwarder")
        return std::sscanf(value.c_str(), "%d %" SCNu64, &record.forwarder.process, &record.forwarder.started) == 2;
    else if (key == "mtu") spec.mtu_bytes = std::atoi(value.c_str());
    else if (key == "rate") spec.rate_bits = std::atoll(value.c_str());
    else if (key == "loss") return read_number(value, spec.loss);
    else if (key == "network") spec.network = std::atoi(value.c_str());
    else if (key == "namespace") record.namespaces.push_back(value);
    else return false;
    return true;
}

/// The first three numbers of addresses behind switch `number`.
std::string network_part(const ClusterSpec& spec, int number) {
    return "10." + std::to_string(spec.clusters > 1 ? number : 77) + "." + std::to_string(spec.network) + ".";
}

}  // namespace

bool parse_rate(std::string_view text, std::int64_t& bits) {
    return read_quantity(text, {{"kbit", 1e3}, {"mbit", 1e6}, {"gbit", 1e9}}, 64e3, 100e9, bits);
}

bool parse_latency(std::string_view text, std::int64_t& nanoseconds) {
    return read_quantity(text, {{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}, 1e3, 1e9, nanoseconds);
}

std::string show_latency(std::int64_t nanoseconds) {
    char text[32];
    const bool milli = nanoseconds >= 1'000'000;
    std::snprintf(text, sizeof text, "%.6g%s", static_cast<double>(nanoseconds) / (milli ? 1e6 : 1e3),
                  milli ? "ms" : "us");
    return text;
}

bool parse_loss(std::string_view text, double& share) {
    double percent = 0;
    if (!text.ends_with('%') || !read_number(text.substr(0, text.size() - 1), percent)) return false;
    if (!(percent >= 0 && percent < 100)) return false;  // also refuses NaN
    share = percent / 100;
    return true;
}

std::string show_rate(std::int64_t bits) {
    char text[32];
    const double value = static_cast<double>(bits);
    const bool giga = bits >= 1'000'000'000, mega = bits >= 1'000'000;
    std::snprintf(text, sizeof text, "%.4g%s",
                  value / (giga   ? 1e9
                           : mega ? 1e6
                                  : 1e3),
                  giga   ? "gbit"
                  : mega ? "mbit"
                         : "kbit");
    return text;
}

std::string refuse_spec(const ClusterSpec& spec) {
    if (!is_name(spec.name))
        return "--name must be a lower-case letter, then lower-case letters and digits, 16 characters at most; not '" +
               spec.name + "'";
    if (spec.hosts < 1 || spec.hosts > kMostHosts) return "--hosts must be 1 to " + std::to_string(kMostHosts);
    if (spec.switches < 1 || spec.switches > kMostSwitches) return "--switches must be 1 or 2";
    if (spec.hosts < spec.switches) return "two switches need at least two hosts";
    if (spec.ranks_per_host < 1 || spec.ranks_per_host > 1024) return "--ranks-per-host must be 1 to 1024";
    if (spec.mtu_bytes < 576 || spec.mtu_bytes > 9000) return "--mtu must be 576 to 9000 bytes";
    return refuse_clusters(spec);
}

std::string host_name(const ClusterSpec& spec, int host) { return spec.name + "-" + std::to_string(host); }

std::string host_address(const ClusterSpec& spec, int host) {
    return network_part(spec, switch_of(spec, host)) + std::to_string(host);
}

std::string switch_address(const ClusterSpec& spec, int number) {
    return network_part(spec, number) + std::to_string(spec.clusters > 1 ? 253 : 252 + number);
}

std::string switch_network(const ClusterSpec& spec, int number) { return network_part(spec, number) + "0/24"; }

int switch_count(const ClusterSpec& spec) { return std::max(spec.switches, spec.clusters); }

int switch_of(const ClusterSpec& spec, int host) { return 1 + (host - 1) * switch_count(spec) / spec.hosts; }

std::string switch_namespace(const ClusterSpec& spec) { return "shunt-" + spec.name + "-switch"; }

std::string wan_namespace(const ClusterSpec& spec) { return "shunt-" + spec.name + "-wan"; }

std::string host_namespace(const ClusterSpec& spec, int host) { return "shunt-" + host_name(spec, host); }

std::vector<std::string> namespaces_of(const ClusterSpec& spec) {
    std::vector<std::string> all{switch_namespace(spec)};
    for (int host = 1; host <= spec.hosts; ++host) all.push_back(host_namespace(spec, host));
    if (spec.clusters > 1) all.push_back(wan_namespace(spec));
    return all;
}

std::string mark_text(const ClusterSpec& spec) { return "shunt-cluster:" + spec.name + ":" + spec.mark; }

std::string record_text(const ClusterRecord& record) {
    const ClusterSpec& spec = record.spec;
    std::ostringstream out;
    out << kFormat << "\nname " << spec.name << "\nmark " << spec.mark << "\nphase "
        << (record.complete ? "complete" : "making") << "\nhosts " << spec.hosts << "\nranks-per-host "
        << spec.ranks_per_host << "\nswitches " << spec.switches << "\nmtu " << spec.mtu_bytes << "\nrate "
        << spec.rate_bits << "\nloss " << spec.loss << "\nnetwork " << spec.network << '\n';
    if (spec.clusters > 1) out << "clusters " << spec.clusters << "\nwan-ns " << spec.wan_ns << '\n';
    if (record.forwarder.process != 0)
        out << "forwarder " << record.forwarder.process << ' ' << record.forwarder.started << '\n';
    for (const std::string& name : record.namespaces) out << "namespace " << name << '\n';
    return out.str();
}

bool parse_record(const std::string& text, ClusterRecord& record, std::string& error) {
    std::istringstream in(text);
    std::string line;
    record = {};
    if (!std::getline(in, line) || line != kFormat) {
        error = "its first line is not '" + std::string(kFormat) + "'";
        return false;
    }
    while (std::getline(in, line)) {
        const auto blank = line.find(' ');
        if (blank != std::string::npos && read_line(line.substr(0, blank), line.substr(blank + 1), record)) continue;
        error = "'" + line + "' means nothing";
        return false;
    }
    error = refuse_spec(record.spec);
    if (error.empty() && !is_mark(record.spec.mark)) error = "it has no mark";
    return error.empty();
}

}  // namespace shunt::tools
