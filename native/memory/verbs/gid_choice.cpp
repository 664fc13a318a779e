#include "native/memory/verbs/gid_choice.hpp"

#include <algorithm>

namespace shunt::memory::verbs {
namespace {

/// ::ffff:a.b.c.d (RFC 4291 section 2.5.5.2).
bool is_ipv4(const Gid& gid) {
    return std::all_of(gid.bytes.begin(), gid.bytes.begin() + 10, [](std::uint8_t byte) { return byte == 0; }) &&
           gid.bytes[10] == 0xff && gid.bytes[11] == 0xff;
}

/// fe80::/10 (RFC 4291 section 2.5.6).
bool is_link_local(const Gid& gid) { return gid.bytes[0] == 0xfe && (gid.bytes[1] & 0xc0) == 0x80; }

int rank_of(const Gid& gid) {
    if (gid.kind == GidKind::infiniband) return 4;
    if (gid.kind == GidKind::roce_v1) return 3;
    return is_ipv4(gid) ? 0 : is_link_local(gid) ? 2 : 1;
}

}  // namespace

int choose_gid(std::span<const Gid> gids) {
    int best = -1;
    for (std::size_t i = 0; i < gids.size(); ++i) {
        const auto& other = gids[best < 0 ? i : static_cast<std::size_t>(best)];
        const int rank = rank_of(gids[i]), rival = rank_of(other);
        if (best < 0 || rank < rival || (rank == rival && gids[i].index < other.index)) best = static_cast<int>(i);
    }
    return best;
}

}  // namespace shunt::memory::verbs
