#pragma once
#include <cstdint>
#include <vector>

#include "native/engines/multicast/packet.hpp"

namespace shunt::multicast {

/// The packets that one receiver lacks, as in its last nak.
struct Lack {
    int node = 0;
    bool direct = false;     ///< multicast does not reach it
    bool no_parity = false;  ///< it cannot use parity packets
    std::vector<Range> ranges = {};
    std::uint32_t sent = 0;  ///< packets sent for the first time before that nak
};

/// One datagram of a round of repairs.
struct Repair {
    enum class What : std::uint8_t { packet, parity, end };
    static constexpr int kEveryone = -1;
    What what = What::packet;
    int node = kEveryone;       ///< or the one receiving node
    std::uint32_t index = 0;    ///< packet, or class of packets
    std::uint32_t classes = 0;  ///< parity: packet p is number p / classes of class p mod classes; a power of two
    std::uint32_t row = 0;      ///< parity: which row of its class
};

/// A round of repairs in sending order: the urgent ones, then those of receivers that lack very many packets.
struct Plan {
    std::vector<Repair> repairs;
    std::size_t urgent = 0;
    std::uint32_t rows = 0;  ///< how many rows of the code are used
};

/// The most packets that one receiver is sent in a round; it asks for the rest when the round has ended.
inline constexpr std::uint32_t kMostRepairs = 1024;

/// The most classes a parity packet can name.
inline constexpr std::uint32_t kMostClasses = 1 << 15;
/// How many packets the largest of `classes` classes has.
constexpr std::uint32_t packets_of_class(std::uint32_t packets, std::uint32_t classes) {
    return (packets - 1) / classes + 1;
}

/// The cheapest round of repairs for an operation of `packets` packets. A packet that one receiver lacks is sent to
/// that receiver, a packet that several lack to all. Where receivers lack different packets of a class, the class gets
/// as many rows of parity as the worst receiver lacks packets of it (one row, if the class is longer than the code
/// allows). Rows are numbered from `first_row` on, so that rows of an earlier round are not sent again. The round ends
/// with an `end` to the receivers concerned. Ranges must lie within `packets`.   Source: parity repair: Nonnenmacher,
/// Biersack, Towsley 1998; the choice of classes is ours.
Plan plan_repairs(const std::vector<Lack>& lacks, std::uint32_t packets, std::uint32_t first_row = 0);

}  // namespace shunt::multicast
