#include "native/engines/multicast/packet.hpp"

#include <bit>

#include "native/engines/multicast/erasure.hpp"
#include "native/engines/multicast/repair_plan.hpp"

namespace shunt::multicast {
namespace {

template <class Number>
void put(std::span<std::byte> out, std::size_t at, Number value) {
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        out[at + i] = static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i));
}

template <class Number>
Number get(std::span<const std::byte> in, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i) value |= std::to_integer<std::uint64_t>(in[at + i]) << (8 * i);
    return static_cast<Number>(value);
}

}  // namespace

void encode(const Header& header, std::span<std::byte> out) {
    put(out, 0, header.token);
    put(out, 8, header.operation);
    put(out, 12, header.sequence);
    put(out, 16, static_cast<std::uint8_t>(header.kind));
    put(out, 17, header.flags);
    put(out, 18, header.sender);
}

std::optional<Header> decode(std::span<const std::byte> datagram) {
    if (datagram.size() < kHeaderBytes) return std::nullopt;
    Header header;
    header.token = get<std::uint64_t>(datagram, 0);
    header.operation = get<std::uint32_t>(datagram, 8);
    header.sequence = get<std::uint32_t>(datagram, 12);
    header.kind = static_cast<Kind>(get<std::uint8_t>(datagram, 16));
    header.flags = get<std::uint8_t>(datagram, 17);
    header.sender = get<std::uint16_t>(datagram, 18);
    return header;
}

std::vector<std::byte> encode_request(const Request& request) {
    std::vector<std::byte> body(8 + 8 * request.ranges.size());
    put(std::span(body), 0, request.total);
    for (std::size_t i = 0; i < request.ranges.size(); ++i) {
        put(std::span(body), 8 + 8 * i, request.ranges[i].first);
        put(std::span(body), 12 + 8 * i, request.ranges[i].count);
    }
    return body;
}

std::optional<Request> decode_request(std::span<const std::byte> body) {
    if (body.size() < 8 || body.size() % 8 != 0 || body.size() > 8 + 8 * kMostRanges) return std::nullopt;
    Request request{get<std::uint64_t>(body, 0), {}};
    for (std::size_t at = 8; at < body.size(); at += 8)
        request.ranges.push_back({get<std::uint32_t>(body, at), get<std::uint32_t>(body, at + 4)});
    return request;
}

std::uint32_t parity_sequence(const ParityName& name) {
    return static_cast<std::uint32_t>(std::countr_zero(name.classes)) << 24 | name.row << 16 | name.index;
}

std::optional<ParityName> parity_name(std::uint32_t sequence) {
    const std::uint32_t doublings = sequence >> 24;
    const ParityName name{1u << (doublings & 31), sequence >> 16 & 0xff, sequence & 0xffff};
    if (doublings > 31 || name.classes > kMostClasses || name.row >= kMostRows || name.index >= name.classes)
        return std::nullopt;
    return name;
}

std::array<std::byte, 8> encode_total(std::uint64_t total) {
    std::array<std::byte, 8> body;
    put(std::span(body), 0, total);
    return body;
}

std::optional<std::uint64_t> decode_total(std::span<const std::byte> body) {
    if (body.size() != 8) return std::nullopt;
    return get<std::uint64_t>(body, 0);
}

std::vector<std::byte> encode_nodes(std::span<const int> nodes) {
    std::vector<std::byte> body(2 * nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) put(std::span(body), 2 * i, static_cast<std::uint16_t>(nodes[i]));
    return body;
}

bool names_node(std::span<const std::byte> body, int node) {
    for (std::size_t at = 0; at + 2 <= body.size(); at += 2)
        if (get<std::uint16_t>(body, at) == node) return true;
    return false;
}

}  // namespace shunt::multicast
