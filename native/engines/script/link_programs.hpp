#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "native/program/program.hpp"
#include "native/script/topology.hpp"

namespace shunt::script_engine {

/// Which nodes measure with each other, round after round: in each round a node has one partner at most, and after all
/// rounds it has had each other node once. `partner[round][node]`: -1: no partner.   Source: the circle method of
/// tournaments.
std::vector<std::vector<int>> rounds_of(int nodes);

/// A program of `ranks` ranks in which `a` sends `count` bytes to `b`, which answers with one byte, `times` times.
program::Program ping_program(int ranks, int a, int b, std::uint64_t count, int times);

/// The messages by which a link is measured.
inline constexpr int kPings = 20;
inline constexpr std::uint64_t kFewBytes = 64 << 10, kManyBytes = 192 << 10;

/// One member's measurements of the link to another node, in ns: kPings of one byte; one of kFewBytes; one of
/// kManyBytes. All 0: none.   Plain bytes.
struct LinkTimes {
    std::int64_t pings = 0, few = 0, many = 0;
};

/// The link with such times: latency is half of a ping, the rate comes from the extra time of the longer message.
script::Link link_of(const LinkTimes& times);

/// All links, [from * nodes + to], from the members' measurements, [rank * nodes + node]. One member of a pair has
/// measured it, and both directions are assumed to be alike.
std::vector<script::Link> links_of(std::span<const LinkTimes> all, std::span<const int> node_of, int nodes);

}  // namespace shunt::script_engine
