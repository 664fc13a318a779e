#include "native/engines/script/link_programs.hpp"

#include <algorithm>

namespace shunt::script_engine {
namespace {

constexpr double kNearRate = 1e12;

}  // namespace

std::vector<std::vector<int>> rounds_of(int nodes) {
    const int places = nodes + nodes % 2;  // with an odd number one node has an absent partner
    std::vector<std::vector<int>> rounds;
    for (int round = 0; round + 1 < places; ++round) {
        std::vector<int>& partner = rounds.emplace_back(static_cast<std::size_t>(nodes), -1);
        const auto pair = [&](int a, int b) {
            if (a >= nodes || b >= nodes) return;
            partner[static_cast<std::size_t>(a)] = b;
            partner[static_cast<std::size_t>(b)] = a;
        };
        const int turning = places - 1;  // all but the last one turn
        pair(turning, round);
        for (int i = 1; i < places / 2; ++i) pair((round + i) % turning, (round + turning - i) % turning);
    }
    return rounds;
}

program::Program ping_program(int ranks, int a, int b, std::uint64_t count, int times) {
    program::Program made;
    made.operation = Operation::barrier;
    made.ranks.resize(static_cast<std::size_t>(ranks));
    const program::Range there{program::Buffer::scratch, 0, count}, back{program::Buffer::scratch, count, 1};
    for (const int rank : {a, b}) {
        program::RankProgram& steps = made.ranks[static_cast<std::size_t>(rank)];
        steps.scratch = count + 1;
        std::vector<std::uint32_t> last;
        for (int i = 0; i < times; ++i) {
            last = {steps.add(rank == a ? send_step(there, b) : receive_step(there, a), last)};
            last = {steps.add(rank == a ? receive_step(back, b) : send_step(back, a), last)};
        }
    }
    return made;
}

script::Link link_of(const LinkTimes& times) {
    constexpr double kSecond = 1e9;
    const auto longer = std::max<std::int64_t>(times.many - times.few, 1);
    return {static_cast<double>(times.pings) / (2 * kPings) / kSecond,
            static_cast<double>(kManyBytes - kFewBytes) * kSecond / static_cast<double>(longer)};
}

std::vector<script::Link> links_of(std::span<const LinkTimes> all, std::span<const int> node_of, int nodes) {
    const auto width = static_cast<std::size_t>(nodes);
    std::vector<script::Link> links(width * width);
    // For a node with one rank: nothing is nearer.
    for (std::size_t node = 0; node < width; ++node) links[node * width + node] = {0, kNearRate};
    for (std::size_t rank = 0; rank < node_of.size(); ++rank)
        for (std::size_t node = 0; node < width; ++node) {
            const LinkTimes& times = all[rank * width + node];
            if (times.pings == 0) continue;
            const auto own = static_cast<std::size_t>(node_of[rank]);
            links[own * width + node] = links[node * width + own] = link_of(times);
        }
    return links;
}

}  // namespace shunt::script_engine
