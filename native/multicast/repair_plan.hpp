#pragma once
#include <cstdint>
#include <vector>

#include "native/multicast/packet.hpp"

namespace shunt::multicast {

/// What one receiver lacks, as its last nak said.
struct Lack {
    int node = 0;
    bool direct = false;     ///< multicast does not reach it
    bool no_parity = false;  ///< it cannot use parity packets
    std::vector<Range> ranges = {};
    std::uint32_t sent = 0;  ///< packets sent for the first time when it said so
};

/// One datagram of a round of repairs.
struct Repair {
    enum class What : std::uint8_t { packet, parity, end };
    static constexpr int kEveryone = -1;
    What what = What::packet;
    int node = kEveryone;       ///< or the one node it goes to
    std::uint32_t index = 0;    ///< packet, or class of packets
    std::uint32_t classes = 0;  ///< parity: packet p is of class p mod classes
};

/// A round of repairs in the order they are to be sent: the urgent ones, then those of receivers that lack very much.
struct Plan {
    std::vector<Repair> repairs;
    std::size_t urgent = 0;
};

/// The most packets one receiver is sent in a round; it asks for the rest when the round has ended.
inline constexpr std::uint32_t kMostRepairs = 1024;

/// The cheapest round for what the receivers lack of an operation of `packets` packets: a packet that one lacks goes to that one, what
/// several lack to all, and where receivers lack different packets one parity packet per class stands for all of them. Ends with an end to
/// whom it concerns.
/// Ranges must lie within `packets`.   Source: parity repair: Nonnenmacher, Biersack, Towsley 1998; the choice of classes is ours.
Plan plan_repairs(const std::vector<Lack>& lacks, std::uint32_t packets);

}  // namespace shunt::multicast
