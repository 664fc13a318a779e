#include "native/net/interface.hpp"

#include <ifaddrs.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <memory>

#include "native/net/descriptor.hpp"
#include "native/net/remedy.hpp"

namespace shunt::net {
namespace {

constexpr unsigned kEthernetMtu = 1500;

Ipv4 ipv4_of(const sockaddr* address) {
    sockaddr_in copy{};
    std::memcpy(&copy, address, sizeof(copy));
    return from_sockaddr(copy).address;
}

unsigned mtu_of(int socket, const char* name) {
    ifreq request{};
    std::strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    if (ioctl(socket, SIOCGIFMTU, &request) != 0 || request.ifr_mtu <= 0) return kEthernetMtu;
    return static_cast<unsigned>(request.ifr_mtu);
}

Interface interface_of(const ifaddrs& entry, int socket) {
    Interface found;
    found.name = entry.ifa_name;
    found.index = if_nametoindex(entry.ifa_name);
    found.address = ipv4_of(entry.ifa_addr);
    found.prefix_bits =
        entry.ifa_netmask != nullptr ? static_cast<unsigned>(std::popcount(ipv4_of(entry.ifa_netmask).bits)) : 32;
    found.mtu_bytes = mtu_of(socket, entry.ifa_name);
    found.multicast = (entry.ifa_flags & IFF_MULTICAST) != 0;
    found.loopback = (entry.ifa_flags & IFF_LOOPBACK) != 0;
    return found;
}

}  // namespace

Opened<std::vector<Interface>> list_interfaces() {
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0)
        return {failed_call(Status::declined, "could not list the network interfaces", errno, kRaiseFileLimit), {}};
    const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> list(first, freeifaddrs);
    const Descriptor probe(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!probe.is_open())
        return {failed_call(Status::declined, "could not open a UDP socket", errno, kRaiseFileLimit), {}};
    std::vector<Interface> found;
    for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next) {
        const bool ipv4 = entry->ifa_addr != nullptr && entry->ifa_addr->sa_family == AF_INET;
        constexpr unsigned kUsable = IFF_UP | IFF_RUNNING;  // without a link it is not running
        if (ipv4 && (entry->ifa_flags & kUsable) == kUsable) found.push_back(interface_of(*entry, probe.number()));
    }
    return {{}, std::move(found)};
}

const Interface* find_interface(const std::vector<Interface>& interfaces, Ipv4 address) {
    for (const auto& entry : interfaces)
        if (entry.address == address) return &entry;
    return nullptr;
}

Opened<Ipv4> local_address_towards(Ipv4 peer) {
    const Descriptor probe(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!probe.is_open())
        return {failed_call(Status::declined, "could not open a UDP socket", errno, kRaiseFileLimit), {}};
    const sockaddr_in to = to_sockaddr({peer, 9});  // connecting a UDP socket sends nothing; any port works
    if (connect(probe.number(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)) != 0)
        return {failed_call(Status::declined, "no route to " + to_text(peer), errno, kNameInterface), {}};
    return {{}, bound_endpoint(probe.number()).address};
}

}  // namespace shunt::net
