#pragma once
#include <array>
#include <cstdint>
#include <span>

namespace shunt::memory::verbs {

/// The kinds of addresses of a port.
enum class GidKind : std::uint8_t { infiniband, roce_v1, roce_v2 };

/// One address of a port, reduced to the inputs of the choice.
struct Gid {
    std::array<std::uint8_t, 16> bytes{};
    GidKind kind = GidKind::infiniband;
    std::uint32_t index = 0;
};

/// Chooses one of a port's addresses. The order: RoCE v2 over IPv4, which routers forward and every Ethernet setup has;
/// RoCE v2 over a global IPv6 address; over a link-local one; RoCE v1; InfiniBand. Among equals the lowest index.
/// Returns: index in `gids`, -1 if there are none.
int choose_gid(std::span<const Gid> gids);

}  // namespace shunt::memory::verbs
