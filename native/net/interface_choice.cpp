#include "native/net/interface_choice.hpp"

#include <algorithm>
#include <cstring>

#include "native/net/remedy.hpp"
#include "native/net/wire.hpp"

namespace shunt::net {
namespace {

constexpr unsigned kUnknownMtu = 1500;

/// The meaning of the override: an interface, or the addresses of a subnet with one preferred.
struct Wanted {
    std::string_view name;
    Subnet subnet;
    Ipv4 exact;

    bool fits(std::string_view interface_name, Ipv4 address) const {
        return name.empty() ? address == exact || subnet.contains(address) : interface_name == name;
    }
};

/// An address alone means its /32 until a node that has it supplies the prefix.
Wanted parse_wanted(std::string_view text, std::span<const NodeAddresses> nodes) {
    if (const auto subnet = parse_subnet(text)) return {{}, *subnet, {}};
    const auto address = parse_ipv4(text);
    if (!address) return {text, {}, {}};
    for (const auto& node : nodes)
        for (const auto& entry : node.all())
            if (entry.address == *address) return {{}, subnet_of(*address, entry.prefix_bits), *address};
    return {{}, {*address, 32}, *address};
}

/// Addresses of more than one node, sorted: bridges of containers and virtual machines, or several nodes on one
/// machine.
std::vector<Ipv4> shared_addresses(std::span<const NodeAddresses> nodes) {
    std::vector<Ipv4> all;
    for (const auto& node : nodes) {
        std::vector<Ipv4> own;
        for (const auto& entry : node.all()) own.push_back(entry.address);
        std::sort(own.begin(), own.end());
        all.insert(all.end(), own.begin(), std::unique(own.begin(), own.end()));
    }
    std::sort(all.begin(), all.end());
    std::vector<Ipv4> shared;
    for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i] == all[i - 1]) shared.push_back(all[i]);
    return shared;
}

bool usable(const NodeAddress& entry, const std::vector<Ipv4>& shared) {
    return !entry.loopback && !entry.address.is_loopback() &&
           !std::binary_search(shared.begin(), shared.end(), entry.address);
}

const NodeAddress* first_in(const NodeAddresses& node, const Subnet& subnet, const std::vector<Ipv4>& shared) {
    for (const auto& entry : node.all())
        if (subnet.contains(entry.address) && usable(entry, shared)) return &entry;
    return nullptr;
}

const NodeAddress* named_entry(const NodeAddresses& node, const Wanted& wanted) {
    for (const auto& entry : node.all())
        if (!wanted.exact.is_none() && entry.address == wanted.exact) return &entry;
    for (const auto& entry : node.all())
        if (wanted.fits(entry.interface_name(), entry.address)) return &entry;
    return nullptr;
}

Choice choice_of(ChoiceWay way, std::span<const NodeAddress* const> entries) {
    Choice choice{{}, way, {}, ~0U, true, {}};
    for (const NodeAddress* entry : entries) {
        choice.addresses.push_back(entry->address);
        choice.mtu_bytes = std::min(choice.mtu_bytes, entry->mtu_bytes);
        choice.multicast = choice.multicast && (entry->multicast || entry->loopback);
    }
    return choice;
}

Choice declined(std::string reason) {
    Choice choice;
    choice.outcome = {Status::declined, std::move(reason)};
    return choice;
}

Choice choose_named(std::span<const NodeAddresses> nodes, std::string_view text) {
    const Wanted wanted = parse_wanted(text, nodes);
    std::vector<const NodeAddress*> entries;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        const NodeAddress* entry = named_entry(nodes[node], wanted);
        if (entry == nullptr)
            return declined("node " + std::to_string(node) + " has no IPv4 address that is up and fits '" +
                            std::string(text) +
                            "'; look at `ip -4 address` there, or give a CIDR that fits on every node");
        entries.push_back(entry);
    }
    return choice_of(ChoiceWay::named, entries);
}

std::optional<Choice> choose_subnet(std::span<const NodeAddresses> nodes, const std::vector<Ipv4>& shared) {
    std::optional<Choice> best;
    int best_score = -1;
    for (const auto& candidate : nodes[0].all()) {
        if (!usable(candidate, shared)) continue;
        const Subnet subnet = subnet_of(candidate.address, candidate.prefix_bits);
        std::vector<const NodeAddress*> entries;
        for (const auto& node : nodes)
            if (const NodeAddress* entry = first_in(node, subnet, shared)) entries.push_back(entry);
        if (entries.size() != nodes.size()) continue;
        Choice choice = choice_of(ChoiceWay::common_subnet, entries);
        const int score = (choice.multicast ? 2 : 0) + (candidate.address.is_link_local() ? 0 : 1);
        if (score > best_score) {
            best_score = score;
            best = std::move(choice);
        }
    }
    return best;
}

const NodeAddress* first_usable(const NodeAddresses& node, const std::vector<Ipv4>& shared) {
    for (const auto& entry : node.all())
        if (usable(entry, shared)) return &entry;
    return nullptr;
}

void put(WireWriter& out, const NodeAddress& entry) {
    for (const char letter : entry.name) out.put(static_cast<unsigned char>(letter));
    out.put(entry.address.bits);
    out.put(static_cast<std::uint32_t>(entry.mtu_bytes));
    out.put(static_cast<std::uint8_t>(entry.prefix_bits));
    out.put(static_cast<std::uint8_t>((entry.multicast ? 1 : 0) | (entry.loopback ? 2 : 0)));
    out.put(std::uint16_t{0});
}

std::optional<NodeAddress> get(WireReader& in) {
    NodeAddress entry;
    for (char& letter : entry.name) letter = static_cast<char>(in.get<std::uint8_t>());
    entry.address.bits = in.get<std::uint32_t>();
    entry.mtu_bytes = in.get<std::uint32_t>();
    entry.prefix_bits = in.get<std::uint8_t>();
    const auto flags = in.get<std::uint8_t>();
    entry.multicast = (flags & 1) != 0;
    entry.loopback = (flags & 2) != 0;
    const auto zero = in.get<std::uint16_t>();
    if (entry.name.back() != '\0' || entry.prefix_bits > 32 || flags > 3 || zero != 0) return std::nullopt;
    return entry;
}

constexpr std::uint32_t kMagic = 0x31464953;  // "SIF1"

}  // namespace

NodeAddresses addresses_to_tell(const std::vector<Interface>& interfaces, std::string_view wanted) {
    std::vector<const Interface*> order;
    for (const auto& entry : interfaces) order.push_back(&entry);
    const auto subnet = parse_subnet(wanted);
    const auto address = parse_ipv4(wanted);
    const auto place = [&](const Interface* entry) {
        if (entry->name == wanted || (subnet && subnet->contains(entry->address)) ||
            (address && entry->address == *address))
            return 0;
        if (address && subnet_of(entry->address, entry->prefix_bits).contains(*address)) return 0;
        if (entry->loopback) return 3;
        return entry->multicast ? 1 : 2;
    };
    std::stable_sort(order.begin(), order.end(), [&](auto* left, auto* right) { return place(left) < place(right); });
    NodeAddresses list;
    for (const Interface* entry : order) {
        if (list.count == NodeAddresses::kMost) break;
        NodeAddress& told = list.entries[list.count++];
        std::memcpy(told.name.data(), entry->name.data(), std::min(entry->name.size(), told.name.size() - 1));
        told.address = entry->address;
        told.prefix_bits = entry->prefix_bits;
        told.mtu_bytes = entry->mtu_bytes;
        told.multicast = entry->multicast;
        told.loopback = entry->loopback;
    }
    return list;
}

std::array<std::byte, kNodeAddressesBytes> encode(const NodeAddresses& list) {
    std::array<std::byte, kNodeAddressesBytes> bytes{};
    WireWriter out(bytes.data());
    out.put(kMagic);
    out.put(static_cast<std::uint32_t>(list.count));
    for (const auto& entry : list.entries) put(out, entry);
    return bytes;
}

std::optional<NodeAddresses> decode(std::span<const std::byte> bytes) {
    if (bytes.size() != kNodeAddressesBytes) return std::nullopt;
    WireReader in(bytes.data());
    if (in.get<std::uint32_t>() != kMagic) return std::nullopt;
    NodeAddresses list;
    list.count = in.get<std::uint32_t>();
    if (list.count > NodeAddresses::kMost) return std::nullopt;
    for (auto& entry : list.entries) {
        const auto read = get(in);
        if (!read) return std::nullopt;
        entry = *read;
    }
    return list;
}

Choice choose_addresses(std::size_t own_node, std::span<const NodeAddresses> nodes, std::string_view wanted) {
    if (nodes.empty() || own_node >= nodes.size()) {
        Choice choice;
        choice.outcome = {Status::bug,
                          "node " + std::to_string(own_node) + " of " + std::to_string(nodes.size()) + " cannot be"};
        return choice;
    }
    if (!wanted.empty()) return choose_named(nodes, wanted);
    const auto shared = shared_addresses(nodes);
    for (std::size_t node = 0; node < nodes.size(); ++node)
        if (first_usable(nodes[node], shared) == nullptr)
            return declined("node " + std::to_string(node) + " has no IPv4 address of its own beyond loopback; " +
                            std::string(kNameInterface));
    if (auto choice = choose_subnet(nodes, shared)) return std::move(*choice);
    Choice choice;
    choice.outcome = {Status::again, "no subnet in which every node has an address; the routes decide"};
    choice.way = ChoiceWay::route;
    choice.route_target = first_usable(nodes[own_node == 0 ? 1 : 0], shared)->address;
    return choice;
}

Choice choose_routed(std::span<const NodeAddresses> nodes, std::span<const Ipv4> routed) {
    if (nodes.empty() || routed.size() != nodes.size())
        return declined("addresses by route are missing; all nodes must tell theirs");
    std::vector<Ipv4> sorted(routed.begin(), routed.end());
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end() && !twice->is_none())
        return declined("two nodes would use the same address " + to_text(*twice) + "; " + std::string(kNameInterface));
    Choice choice;
    choice.way = ChoiceWay::route;
    choice.addresses.assign(routed.begin(), routed.end());
    choice.mtu_bytes = ~0U;
    choice.multicast = true;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        if (routed[node].is_none() || routed[node].is_loopback())
            return declined("node " + std::to_string(node) + " has no route to the other nodes; " +
                            std::string(kNameInterface));
        const auto told = nodes[node].all();
        const auto entry =
            std::find_if(told.begin(), told.end(), [&](const auto& one) { return one.address == routed[node]; });
        choice.mtu_bytes = std::min(choice.mtu_bytes, entry != told.end() ? entry->mtu_bytes : kUnknownMtu);
        choice.multicast = choice.multicast && (entry == told.end() || entry->multicast);
    }
    return choice;
}

}  // namespace shunt::net
