// What do the schedules of many-to-many patterns cost, and how long does it take to make them? Prints one CSV row for
// each pattern and algorithm; needs no MPI and no network.   usage: schedule [seed]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "native/base/random.hpp"
#include "native/schedule/all_to_all.hpp"
#include "native/schedule/choose.hpp"
#include "native/schedule/cost.hpp"
#include "native/schedule/greedy.hpp"
#include "native/schedule/split.hpp"

using namespace shunt;
using namespace shunt::schedule;

namespace {

constexpr std::int64_t kKilobyte = 1024;

struct Case {
    std::string name;
    Pattern pattern;
    Topology topology;
};

/// The paper's table: all pairs of 16 nodes, shuffled; the first ones have 64 KB, the next 16 KB, the rest 100 B.
Pattern paper_pattern(Random& random) {
    std::vector<Message> pairs;
    for (std::int32_t from = 0; from < 16; ++from)
        for (std::int32_t to = 0; to < 16; ++to)
            if (from != to) pairs.push_back({from, to, 100});
    for (std::size_t left = pairs.size(); left > 1; --left) std::swap(pairs[left - 1], pairs[random.below(left)]);
    for (std::size_t i = 0; i < 180; ++i) pairs[i].bytes = i < 160 ? 64 * kKilobyte : 16 * kKilobyte;
    return canonical(16, pairs).value();
}

Pattern each_to(std::int32_t nodes, int peers, const std::function<Message(std::int32_t, int)>& message) {
    std::vector<Message> messages;
    for (std::int32_t node = 0; node < nodes; ++node)
        for (int i = 0; i < peers; ++i) messages.push_back(message(node, i));
    return canonical(nodes, messages).value();
}

Pattern random_peers(Random& random, std::int32_t nodes, int peers, std::int64_t least, std::int64_t most) {
    return each_to(nodes, peers, [&](std::int32_t node, int) {
        const auto to = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(nodes)));
        return Message{node, to,
                       least + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most - least + 1)))};
    });
}

/// The hardest pattern to split: every port has exactly the same load, in messages of different sizes.
Pattern equal_loads(Random& random, std::int32_t nodes, int peers) {
    std::vector<Message> shifts;
    for (int i = 0; i < peers; ++i)
        shifts.push_back({0, static_cast<std::int32_t>(1 + random.below(static_cast<std::uint64_t>(nodes) - 1)),
                          static_cast<std::int64_t>(1 + random.below(64 * kKilobyte))});
    std::vector<std::int32_t> name(static_cast<std::size_t>(nodes));
    for (std::int32_t node = 0; node < nodes; ++node) name[static_cast<std::size_t>(node)] = node;
    for (std::size_t left = name.size(); left > 1; --left) std::swap(name[left - 1], name[random.below(left)]);
    return each_to(nodes, peers, [&](std::int32_t node, int i) {
        const auto& shift = shifts[static_cast<std::size_t>(i)];
        return Message{node, name[static_cast<std::size_t>((node + shift.to) % nodes)], shift.bytes};
    });
}

/// Every port has the same load here too, but in mixed sizes: a sum of many random perfect matchings within `peers`
/// shifts.
Pattern mixed_equal_loads(Random& random, std::int32_t nodes, int peers) {
    std::vector<Message> messages;
    const auto draw = [&](int limit) {
        return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(limit)));
    };
    for (int round = 0; round < 4 * peers; ++round) {
        const std::int32_t a = 1 + draw(peers), b = 1 + draw(peers);
        const auto bytes = static_cast<std::int64_t>(1 + random.below(32 * kKilobyte));
        std::vector<bool> done(static_cast<std::size_t>(nodes));
        for (std::int32_t start = 0; start < nodes; ++start) {
            const std::int32_t shift =
                random.chance(1, 2) ? a : b;  // one choice for each cycle of the two shifts together
            for (std::int32_t node = start; !done[static_cast<std::size_t>(node)];
                 node = (node + a - b + nodes) % nodes) {
                done[static_cast<std::size_t>(node)] = true;
                messages.push_back({node, (node + shift) % nodes, bytes});
            }
        }
    }
    return canonical(nodes, messages).value();
}

/// All nodes send to the same few nodes.
Pattern storms(std::int32_t nodes, int hubs) {
    return each_to(nodes, hubs, [&](std::int32_t node, int hub) {
        return Message{node, hub, 1000 + (node * 7 + hub * 13) % 5000};
    });
}

Topology switches_of(std::int32_t nodes, std::int32_t on_each, std::int32_t pairs) {
    Topology topology;
    for (std::int32_t node = 0; node < nodes; ++node) topology.switch_of.push_back(node / on_each);
    topology.uplink_pairs.assign(static_cast<std::size_t>((nodes + on_each - 1) / on_each), pairs);
    return topology;
}

void row(const Case& test, const char* algorithm, const std::function<Schedule()>& make) {
    const std::clock_t begin = std::clock();
    const Schedule schedule = make();
    const double taken_ms = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    const CostModel model;
    const double bound = static_cast<double>(bound_bytes(test.pattern, test.topology));
    const double bytes = static_cast<double>(serial_bytes(schedule, test.pattern, test.topology));
    const double cost = static_cast<double>(cost_ps(schedule, test.pattern, test.topology, model));
    const bool right = flaw_of(schedule, test.pattern, test.topology) == Flaw::none;
    std::printf("%s,%zu,%s,%u,%zu,%.4f,%.4f,%.1f%s\n", test.name.c_str(), test.pattern.messages.size(), algorithm,
                schedule.phases(), schedule.pieces.size(), bytes / bound,
                cost / (bound * static_cast<double>(model.byte_ps)), taken_ms, right ? "" : ",WRONG");
    std::fflush(stdout);
    if (!right) std::exit(1);
}

void rows(const Case& test) {
    row(test, "greedy", [&] { return greedy(test.pattern, test.topology, 0); });
    row(test, "all-to-all", [&] { return all_to_all(test.pattern, test.topology, 0); });
    if (test.pattern.messages.size() < 20'000)
        row(test, "split exact", [&] { return split(test.pattern, test.topology, 0); });
    for (const int permille : {10, 30, 100})
        if (permille == 10 || test.pattern.messages.size() < 20'000)
            row(test, ("split " + std::to_string(permille)).c_str(),
                [&] { return split(test.pattern, test.topology, permille); });
    row(test, "auto", [&] { return choose(test.pattern, test.topology, 0, CostModel{}).schedule; });
}

}  // namespace

int main(int count, char** words) {
    const std::uint64_t seed = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1;
    Random random(seed);
    std::printf(
        "# seed %llu; bytes/bound: what the phases take over what no schedule comes below; cost/bound: with 100 us a "
        "phase, 10 us a piece, "
        "20 Mbit/s\npattern,messages,algorithm,phases,pieces,bytes/bound,cost/bound,cpu_ms\n",
        static_cast<unsigned long long>(seed));
    rows({"paper's random pattern on 16", paper_pattern(random), {}});
    rows({"the same on 2 switches of 8 with 4", paper_pattern(random), switches_of(16, 8, 4)});
    rows({"all-to-all of 64 x 64 KB",
          each_to(64, 64,
                  [](auto node, int i) {
                      return Message{node, i, 64 * kKilobyte};
                  }),
          {}});
    rows({"64 nodes to 32 peers 1 B-64 KB", random_peers(random, 64, 32, 1, 64 * kKilobyte), {}});
    rows({"equal loads, 64 nodes, 32 peers", equal_loads(random, 64, 32), {}});
    rows({"4096 nodes to 64 peers 64 KB", random_peers(random, 4096, 64, 64 * kKilobyte, 64 * kKilobyte), {}});
    rows({"4096 nodes to 64 peers 1 B-64 KB", random_peers(random, 4096, 64, 1, 64 * kKilobyte), {}});
    rows({"equal loads, 4096 nodes, 64 peers", equal_loads(random, 4096, 64), {}});
    rows({"equal loads of mixed sizes, 64 nodes", mixed_equal_loads(random, 64, 32), {}});
    rows({"equal loads of mixed sizes, 4096 nodes", mixed_equal_loads(random, 4096, 64), {}});
    rows({"4096 nodes to the same 64", storms(4096, 64), {}});
    rows({"4096 on switches of 64 with 16", random_peers(random, 4096, 64, 1, 64 * kKilobyte),
          switches_of(4096, 64, 16)});
    return 0;
}
