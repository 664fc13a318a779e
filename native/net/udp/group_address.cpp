#include "native/net/udp/group_address.hpp"

#include <string>

#include "native/base/random.hpp"
#include "native/net/remedy.hpp"

namespace shunt::net {
namespace {

/// Ethernet addresses contain only the low 23 bits of a group; switches flood those of 224.0.0.0/24 whatever the upper
/// bits are.
bool flooded(Ipv4 address) { return (address.bits & 0x7fffff) < 256; }

bool passed_over(const Subnet& range, Ipv4 address) {
    const bool in_last_256 = range.prefix_bits < 24 && (address.bits | 255) == (address.bits | ~range.mask());
    return in_last_256 || flooded(address);
}

Outcome refused(std::string_view text, std::string_view why) {
    return {Status::declined, joined({"'", text, "' ", why, "; ", kNameRange})};
}

}  // namespace

Opened<Subnet> parse_group_range(std::string_view text) {
    const auto range = parse_subnet(text);
    if (!range) return {refused(text, "is no range of IPv4 addresses (ADDRESS/BITS)"), {}};
    if (range->prefix_bits < 4 || !range->network.is_multicast())
        return {refused(text, "is not within 224.0.0.0/4, the multicast addresses"), {}};
    constexpr Subnet local_control{{0xe0000000}, 24};
    if (range->contains(local_control.network) || local_control.contains(range->network))
        return {
            refused(text,
                    "overlaps 224.0.0.0/24, which belongs to routing protocols and is sent to every port of a switch"),
            {}};
    if (range->prefix_bits >= 24 && flooded(range->network))
        return {refused(text, "has the Ethernet addresses of 224.0.0.0/24, which switches send to every port"), {}};
    return {{}, *range};
}

Endpoint group_address(const Subnet& range, const GroupKey& key) {
    std::uint64_t state = key.job_secret;
    state = splitmix64(state) ^ (std::uint64_t{key.channel} << 32 | key.extra);
    Endpoint group;
    // Ranges that parse_group_range accepts consist of such addresses by half at most, so this ends soon.
    for (int attempt = 0; attempt < 64; ++attempt) {
        const std::uint64_t hash = splitmix64(state);
        group.address.bits = range.network.bits | (static_cast<std::uint32_t>(hash) & ~range.mask());
        group.port = static_cast<std::uint16_t>(kFirstGroupPort + (hash >> 32) % kGroupPorts);
        if (!passed_over(range, group.address)) break;
    }
    return group;
}

}  // namespace shunt::net
