#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace shunt::multicast {

/// How an operation's bytes are cut into packets: packet i carries [i * payload, min((i + 1) * payload, total)). An
/// operation without bytes is one empty packet.
struct Layout {
    std::size_t total = 0;    ///< bytes of the operation
    std::size_t payload = 1;  ///< bytes of every packet but the last

    std::uint32_t packets() const {
        return total == 0 ? 1 : static_cast<std::uint32_t>((total + payload - 1) / payload);
    }
    std::size_t offset(std::uint32_t packet) const { return packet * payload; }
    std::size_t length(std::uint32_t packet) const { return std::min(payload, total - offset(packet)); }
    bool is_last(std::uint32_t packet) const { return packet + 1 == packets(); }
};

/// Whether an operation of that many bytes has few enough packets to number them.
constexpr bool can_be_cut(std::uint64_t total, std::size_t payload) { return total / payload < UINT32_MAX; }

}  // namespace shunt::multicast
