#pragma once
#include <array>
#include <cstdint>
#include <span>

namespace shunt::memory::verbs {

/// The kinds of addresses that a port has.
enum class GidKind : std::uint8_t { infiniband, roce_v1, roce_v2 };

/// One address of a port, as far as the choice needs it.
struct Gid {
    std::array<std::uint8_t, 16> bytes{};
    GidKind kind = GidKind::infiniband;
    std::uint32_t index = 0;
};

/// Which of a port's addresses to use: RoCE v2 over IPv4, which routers pass on and which every Ethernet setup has;
/// then over a global IPv6 address, then a link-local one; then RoCE v1 and InfiniBand. Among equals the lowest index.
/// Returns: place in `gids`, -1 when there are none.
int choose_gid(std::span<const Gid> gids);

}  // namespace shunt::memory::verbs
