#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "native/transport/interface_choice.hpp"

namespace shunt::transport {

/// A member's list of addresses as it goes into what it tells first.
using ToldAddresses = std::array<std::byte, kNodeAddressesBytes>;

/// Collects `bytes` bytes of every member into `all` (members x bytes), in order of rank; false when that failed.   Blocks: collective.
using GatherBytes = std::function<bool(const void* mine, std::size_t bytes, void* all)>;

/// The nodes that are to agree. All but `own` equal on all members.
struct AgreeingNodes {
    std::size_t own = 0;          ///< node of this member
    std::vector<int> leaders;     ///< by node: the rank that speaks for it
    std::string_view wanted;      ///< as choose_addresses() takes it
};

/// What this host tells of its interfaces.
ToldAddresses addresses_of_host(const std::vector<Interface>& interfaces, std::string_view wanted);

/// The address of each node, from what its leader told: the common subnet, or where there is none what the kernels' routes say, which
/// takes one `gather`. `told`: by rank. Alike on all members, as it follows from what all know.   Blocks: as `gather`.
/// Fails: as choose_addresses() and choose_routed(); `bug` where `gather` failed.
Choice agree_on_addresses(const AgreeingNodes& nodes, std::span<const ToldAddresses> told, const GatherBytes& gather);

/// The same from messages that hold what was told as `addresses`, by rank.
template <class Hello>
Choice agree_on_addresses(const AgreeingNodes& nodes, const std::vector<Hello>& hellos, const GatherBytes& gather) {
    std::vector<ToldAddresses> told;
    for (const Hello& hello : hellos) told.push_back(hello.addresses);
    return agree_on_addresses(nodes, std::span<const ToldAddresses>(told), gather);
}

}  // namespace shunt::transport
