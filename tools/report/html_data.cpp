#include "tools/report/html_data.hpp"

#include <algorithm>
#include <map>

#include "tools/report/html_text.hpp"

namespace shunt::tools::html {
namespace {

constexpr std::int32_t kMostBlocks = 512;
constexpr std::size_t kMostFunctions = 14;

struct Traffic {
    std::uint64_t bytes = 0, messages = 0;
    double wait_ns = 0;
};
using Blocks = std::map<std::uint64_t, Traffic>;

/// Ranks per row of the matrix.
std::int32_t block_of(const Analysis& run) {
    return run.pairs.size() <= kMostPairs ? 1 : std::max(1, (run.facts.world_size + kMostBlocks - 1) / kMostBlocks);
}

template <class Pick>
Blocks collect(const Analysis& run, std::int32_t block, Pick pick) {
    const auto n = static_cast<std::uint64_t>((run.facts.world_size + block - 1) / block);
    Blocks out;
    for (const PairTraffic& pair : run.pairs) {
        const Traffic traffic = pick(pair);
        if (traffic.messages == 0 && traffic.bytes == 0 && traffic.wait_ns < 500) continue;
        Traffic& sum =
            out[static_cast<std::uint64_t>(pair.from / block) * n + static_cast<std::uint64_t>(pair.to / block)];
        sum.bytes += traffic.bytes;
        sum.messages += traffic.messages;
        sum.wait_ns += traffic.wait_ns;
    }
    return out;
}

std::string packed(const Blocks& blocks) {
    std::vector<std::uint8_t> bytes;
    std::uint64_t previous = 0;
    for (const auto& [index, traffic] : blocks) {
        put_varint(bytes, index - previous);
        put_varint(bytes, traffic.bytes);
        put_varint(bytes, traffic.messages);
        put_varint(bytes, static_cast<std::uint64_t>(traffic.wait_ns / 1000));
        previous = index;
    }
    return base64(bytes);
}

template <class Range, class Pick>
std::string list(const Range& range, Pick pick) {
    std::string out = "[";
    for (const auto& entry : range) out += (out.size() > 1 ? "," : "") + pick(entry);
    return out + "]";
}

std::string microseconds(double ns) { return number(ns / 1000, 0); }

std::string functions(const Analysis& run) {
    std::string out = "[";
    for (std::size_t f = 0; f < std::min(run.functions.size(), kMostFunctions); ++f) {
        const FunctionRow& row = run.functions[f];
        const bool split = is_communication(row.kind);
        out += (f ? "," : "") + std::string("{\"name\":") + json_string(row.name) +
               ",\"split\":" + (split ? "true" : "false") +
               ",\"time\":" + list(row.by_rank, [](const Split& s) { return microseconds(s.time_ns); }) +
               ",\"wait\":" + list(row.by_rank, [](const Split& s) { return microseconds(s.wait_ns); }) + "}";
    }
    return out + "]";
}

std::vector<std::string> hosts_of(const Analysis& run) {
    std::vector<std::string> hosts(static_cast<std::size_t>(std::max(0, run.facts.node_count)));
    for (const RankRow& rank : run.ranks)
        if (static_cast<std::size_t>(rank.node) < hosts.size()) hosts[static_cast<std::size_t>(rank.node)] = rank.host;
    return hosts;
}

std::vector<std::int32_t> nodes_of(const Analysis& run) {
    std::vector<std::int32_t> nodes(static_cast<std::size_t>(std::max(0, run.facts.world_size)), -1);
    for (const RankRow& rank : run.ranks) nodes[static_cast<std::size_t>(rank.world_rank)] = rank.node;
    return nodes;
}

}  // namespace

std::string report_data(const Analysis& run) {
    const std::int32_t block = block_of(run);
    const Blocks messages = collect(run, block, [](const PairTraffic& pair) {
        // The sender's figures are used; the receiver's only if there is no record of the sender.
        return pair.messages ? Traffic{pair.bytes, pair.messages, pair.wait_ns}
                             : Traffic{pair.received_bytes, pair.received_messages, pair.wait_ns};
    });
    const Blocks one_sided = collect(run, block, [](const PairTraffic& pair) {
        return Traffic{pair.one_sided_bytes, pair.one_sided_messages, 0};
    });
    const Blocks collectives = collect(run, block, [](const PairTraffic& pair) {
        return Traffic{pair.collective_bytes, pair.collective_bytes ? 1u : 0u, 0};
    });
    const auto time = [&](auto pick) {
        return list(run.ranks, [&](const RankRow& rank) { return microseconds(pick(rank)); });
    };
    return "{\"size\":" + std::to_string(run.facts.world_size) + ",\"block\":" + std::to_string(block) +
           ",\"hosts\":" + list(hosts_of(run), [](const std::string& host) { return json_string(host); }) +
           ",\"nodes\":" + list(nodes_of(run), [](std::int32_t node) { return std::to_string(node); }) +
           ",\"messages\":\"" + packed(messages) + "\",\"oneSided\":\"" + packed(one_sided) + "\",\"collectives\":\"" +
           packed(collectives) + "\"" +
           ",\"ranks\":" + list(run.ranks, [](const RankRow& rank) { return std::to_string(rank.world_rank); }) +
           ",\"wall\":" + time([](const RankRow& rank) { return rank.wall_ns; }) +
           ",\"transfer\":" + time([](const RankRow& rank) { return rank.transfer_ns(); }) +
           ",\"wait\":" + time([](const RankRow& rank) { return rank.mpi.wait_ns; }) +
           ",\"other\":" + time([](const RankRow& rank) { return rank.other_ns; }) +
           ",\"functions\":" + functions(run) + "}";
}

std::string base64(const std::vector<std::uint8_t>& bytes) {
    static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto at = [&](std::size_t k) { return i + k < bytes.size() ? std::uint32_t{bytes[i + k]} : 0u; };
        const std::uint32_t word = at(0) << 16 | at(1) << 8 | at(2);
        out += kDigits[word >> 18];
        out += kDigits[word >> 12 & 63];
        out += i + 1 < bytes.size() ? kDigits[word >> 6 & 63] : '=';
        out += i + 2 < bytes.size() ? kDigits[word & 63] : '=';
    }
    return out;
}

void put_varint(std::vector<std::uint8_t>& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 0x80));
    out.push_back(static_cast<std::uint8_t>(value));
}

}  // namespace shunt::tools::html
