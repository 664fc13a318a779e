#include "tools/doctor/multicast_probe.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace shunt::tools {
namespace {

constexpr int kWait_ms = 300;

class Socket {
public:
    Socket() : file_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {}
    ~Socket() { ::close(file_); }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    int file() const { return file_; }

private:
    int file_;
};

sockaddr_in address_of(std::uint32_t host, std::uint16_t port) {
    sockaddr_in out{};
    out.sin_family = AF_INET;
    out.sin_addr.s_addr = htonl(host);
    out.sin_port = htons(port);
    return out;
}

/// A group that no other process probes at this time.
std::uint32_t own_group() { return 0xefff0000u | (static_cast<std::uint32_t>(::getpid()) & 0xffffu); }

const sockaddr* generic(const sockaddr_in& address) { return reinterpret_cast<const sockaddr*>(&address); }

/// The source address that the kernel's routes give to a datagram for `group`.   Fails: false without a route.
bool find_source(std::uint32_t group, in_addr& source, std::string& error) {
    const Socket socket;
    const sockaddr_in target = address_of(group, 9);
    sockaddr_in own{};
    socklen_t size = sizeof own;
    if (::connect(socket.file(), generic(target), sizeof target) != 0 ||
        ::getsockname(socket.file(), reinterpret_cast<sockaddr*>(&own), &size) != 0) {
        error = std::strerror(errno);
        return false;
    }
    source = own.sin_addr;
    return true;
}

void find_interface(in_addr source, MulticastFacts& facts) {
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0) return;
    for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
        if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
        if (reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr.s_addr != source.s_addr) continue;
        facts.interface = one->ifa_name;
        facts.interface_can = (one->ifa_flags & IFF_MULTICAST) != 0 && (one->ifa_flags & IFF_UP) != 0;
        break;
    }
    ::freeifaddrs(all);
    const Socket socket;
    ifreq request{};
    std::strncpy(request.ifr_name, facts.interface.c_str(), IFNAMSIZ - 1);
    if (::ioctl(socket.file(), SIOCGIFMTU, &request) == 0) facts.mtu_bytes = request.ifr_mtu;
}

/// Whether the kernel lists `group` as joined; /proc/net/igmp shows the address as the number in memory.
bool is_listed(std::uint32_t group) {
    char wanted[16];
    std::snprintf(wanted, sizeof wanted, "%08X", htonl(group));
    std::ifstream file("/proc/net/igmp");
    for (std::string word; file >> word;)
        if (word == wanted) return true;
    return false;
}

void send_to_self(std::uint32_t group, in_addr source, MulticastFacts& facts) {
    const Socket taker, giver;
    sockaddr_in place = address_of(group, 0);
    socklen_t size = sizeof place;
    const ip_mreq membership{{htonl(group)}, source};
    if (::bind(taker.file(), generic(place), sizeof place) != 0 ||
        ::setsockopt(taker.file(), IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof membership) != 0 ||
        ::getsockname(taker.file(), reinterpret_cast<sockaddr*>(&place), &size) != 0) {
        facts.error = std::strerror(errno);
        return;
    }
    facts.joined = is_listed(group);
    const unsigned char loop = 1;
    const std::uint64_t word = static_cast<std::uint64_t>(::getpid()) << 32 | 0x5348554eu;
    if (::setsockopt(giver.file(), IPPROTO_IP, IP_MULTICAST_IF, &source, sizeof source) != 0 ||
        ::setsockopt(giver.file(), IPPROTO_IP, IP_MULTICAST_LOOP, &loop, sizeof loop) != 0 ||
        ::sendto(giver.file(), &word, sizeof word, 0, generic(place), sizeof place) !=
            static_cast<ssize_t>(sizeof word)) {
        facts.error = std::strerror(errno);
        return;
    }
    pollfd waiting{taker.file(), POLLIN, 0};
    std::uint64_t got = 0;
    if (::poll(&waiting, 1, kWait_ms) != 1) return;
    facts.looped = ::recv(taker.file(), &got, sizeof got, 0) == static_cast<ssize_t>(sizeof got) && got == word;
}

}  // namespace

MulticastFacts probe_multicast() {
    MulticastFacts facts;
    const std::uint32_t group = own_group();
    in_addr source{};
    facts.has_route = find_source(group, source, facts.error);
    if (!facts.has_route) return facts;
    char text[INET_ADDRSTRLEN];
    if (::inet_ntop(AF_INET, &source, text, sizeof text) != nullptr) facts.address = text;
    find_interface(source, facts);
    send_to_self(group, source, facts);
    return facts;
}

}  // namespace shunt::tools
