#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace shunt::multicast {

/// The kind of a datagram. The numbers are the wire format.
enum class Kind : std::uint8_t {
    data = 1,    ///< root: packet `sequence` of the operation
    parity = 2,  ///< root: a row of parity of a class of packets; `sequence` = parity_sequence()
    end = 3,     ///< root: this round is sent; receivers with missing packets send a nak
    nak = 4,     ///< receiver: these packets are missing
    length = 5,  ///< root: the operation's length, which differs from yours
    ack = 6,     ///< all operations of root `sequence` up to this one are received, here or (tree) in my whole subtree
    status = 7,  ///< root: the named nodes that have everything must acknowledge
    arrive = 8,  ///< barrier of root `sequence`: I am here, or (tree) my whole subtree is
};

namespace flag {
inline constexpr std::uint8_t last = 1;    ///< data: the operation's last packet; its end is the operation's length
inline constexpr std::uint8_t repair = 2;  ///< data: not the first transmission
inline constexpr std::uint8_t anew =
    2;  ///< nak: this node was out of the group, so its silence is no evidence about multicast
inline constexpr std::uint8_t direct = 4;       ///< from the root: sent to this node alone; nak: answer to me alone
inline constexpr std::uint8_t acknowledge = 8;  ///< data, end: acknowledge as soon as you have everything
inline constexpr std::uint8_t tree =
    16;  ///< data, end, status: acknowledge to your parent; ack, arrive: for the whole subtree
inline constexpr std::uint8_t no_parity = 32;  ///< nak: I cannot use parity
inline constexpr std::uint8_t progress = 64;   ///< nak: packets arrived since my last one
inline constexpr std::uint8_t checkpoint =
    128;  ///< data, parity, end, length: the root asks for a checkpoint before the next call
}  // namespace flag

/// The 20 bytes every datagram begins with, little-endian in this order.
struct Header {
    std::uint64_t token = 0;
    std::uint32_t operation = 0;
    std::uint32_t sequence = 0;
    Kind kind = Kind::data;
    std::uint8_t flags = 0;
    std::uint16_t sender = 0;
};
inline constexpr std::size_t kHeaderBytes = 20;
/// Follows the body of an authenticated datagram: SipHash-2-4 of all bytes before it, by the communicator's key.
inline constexpr std::size_t kTagBytes = 8;

/// Packets [first, first + count).
struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    bool operator==(const Range&) const = default;
};

/// The body of a nak: the length that the receiver expects, and the missing packets.
struct Request {
    std::uint64_t total = 0;
    std::vector<Range> ranges;
};

/// The most ranges that a nak names; the receiver asks for more after the next repairs.
inline constexpr std::size_t kMostRanges = 160;

/// Writes `header` to the first kHeaderBytes of `out`.
void encode(const Header& header, std::span<std::byte> out);
/// Reads a header of any kind; none when the datagram is too short.
std::optional<Header> decode(std::span<const std::byte> datagram);

std::vector<std::byte> encode_request(const Request& request);
/// Reads a nak's body; none unless it is exactly a total and at most kMostRanges ranges.
std::optional<Request> decode_request(std::span<const std::byte> body);

/// Which parity a packet carries: row `row` (erasure.hpp) of the packets p with p mod classes = index. Packet p is
/// number p / classes of these.
struct ParityName {
    std::uint32_t classes = 1;  ///< a power of two, at most 2^15
    std::uint32_t row = 0;
    std::uint32_t index = 0;
    bool operator==(const ParityName&) const = default;
};
std::uint32_t parity_sequence(const ParityName& name);
/// None when there is no such class or row.
std::optional<ParityName> parity_name(std::uint32_t sequence);

std::array<std::byte, 8> encode_total(std::uint64_t total);
std::optional<std::uint64_t> decode_total(std::span<const std::byte> body);

std::vector<std::byte> encode_nodes(std::span<const int> nodes);
/// True when `node` is in the encoded list of a status request.
bool names_node(std::span<const std::byte> body, int node);

}  // namespace shunt::multicast
