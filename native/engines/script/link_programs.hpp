#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "native/program/program.hpp"
#include "native/script/topology.hpp"

namespace shunt::script_engine {

/// Who measures with whom, round after round: in each round a node has one partner at most, and after all rounds each
/// node has had each other one. `partner[round][node]`: -1: it rests.   Source: the circle method of tournaments.
std::vector<std::vector<int>> rounds_of(int nodes);

/// A program of `ranks` ranks in which `a` sends `count` bytes to `b`, which answers with one byte, `times` times.
program::Program ping_program(int ranks, int a, int b, std::uint64_t count, int times);

/// The messages that a link is measured by.
inline constexpr int kPings = 20;
inline constexpr std::uint64_t kFewBytes = 64 << 10, kManyBytes = 192 << 10;

/// What one member has measured of the link to another node, in ns: kPings of one byte; one of kFewBytes; one of
/// kManyBytes. All 0: nothing.   Plain bytes.
struct LinkTimes {
    std::int64_t pings = 0, few = 0, many = 0;
};

/// The link that such times tell of: half of a ping, and the rate at which the longer message took longer.
script::Link link_of(const LinkTimes& times);

/// All links, [from * nodes + to], from what the members have measured, [rank * nodes + node]: a pair was measured by
/// one of them, and both directions are taken to be alike.
std::vector<script::Link> links_of(std::span<const LinkTimes> all, std::span<const int> node_of, int nodes);

}  // namespace shunt::script_engine
