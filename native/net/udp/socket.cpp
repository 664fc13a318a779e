#include "native/net/udp/socket.hpp"

#include <linux/sock_diag.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>

#include "native/net/remedy.hpp"

namespace shunt::net {
namespace {

template <class Value>
bool set(int socket, int level, int option, const Value& value) {
    return setsockopt(socket, level, option, &value, sizeof(value)) == 0;
}

/// The kernel reports twice the requested size; this is half of it, comparable with the request.
int buffer_bytes(int socket, int option) {
    int booked = 0;
    socklen_t bytes = sizeof(booked);
    return getsockopt(socket, SOL_SOCKET, option, &booked, &bytes) == 0 ? booked / 2 : 0;
}

/// Exceeds net.core.rmem_max if the process may (CAP_NET_ADMIN), otherwise up to that limit.
void ask_for_receive_buffer(int socket, int bytes) {
    if (!set(socket, SOL_SOCKET, SO_RCVBUFFORCE, bytes)) set(socket, SOL_SOCKET, SO_RCVBUF, bytes);
}

std::uint32_t drops_of(int socket) {
    std::array<std::uint32_t, SK_MEMINFO_VARS> memory{};
    socklen_t bytes = sizeof(memory);
    if (getsockopt(socket, SOL_SOCKET, SO_MEMINFO, memory.data(), &bytes) != 0) return 0;
    return memory[SK_MEMINFO_DROPS];
}

Descriptor udp_socket() { return Descriptor(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_UDP)); }

bool bind_to(int socket, const Endpoint& endpoint) {
    const sockaddr_in address = to_sockaddr(endpoint);
    return bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

/// Sets the interface that sends multicast, its range and its receivers. The errno is that of the option that failed.
bool set_multicast(int socket, const ControlOptions& options) {
    ip_mreqn interface {};
    interface.imr_ifindex = static_cast<int>(options.interface_index);
    return set(socket, IPPROTO_IP, IP_MULTICAST_IF, interface) &&
           set(socket, IPPROTO_IP, IP_MULTICAST_TTL, std::clamp(options.ttl, 0, 255)) &&
           set(socket, IPPROTO_IP, IP_MULTICAST_LOOP, options.loop ? 1 : 0);
}

ip_mreqn membership_of(const Endpoint& group, unsigned interface_index) {
    ip_mreqn membership{};
    membership.imr_multiaddr = to_sockaddr(group).sin_addr;
    membership.imr_ifindex = static_cast<int>(interface_index);
    return membership;
}

}  // namespace

Opened<ControlSocket> ControlSocket::open(const ControlOptions& options) {
    if (options.address.is_none() || options.address.is_multicast())
        return {{Status::bug, "a control socket needs one address of this node, not " + to_text(options.address)}, {}};
    ControlSocket opened;
    opened.socket_ = udp_socket();
    if (!opened.is_open())
        return {failed_call(Status::declined, "could not open a UDP socket", errno, kRaiseFileLimit), {}};
    const int socket = opened.descriptor();
    if (!bind_to(socket, {options.address, 0}))
        return {failed_call(Status::declined, "could not bind a UDP socket to " + to_text(options.address), errno,
                            kNameInterface),
                {}};
    if (!set_multicast(socket, options)) {
        const std::string what =
            "could not send multicast by interface number " + std::to_string(options.interface_index);
        return {failed_call(Status::declined, what, errno, kNameInterface), {}};
    }
    set(socket, SOL_SOCKET, SO_SNDBUF, options.send_buffer_bytes);
    ask_for_receive_buffer(socket, options.receive_buffer_bytes);
    // Without it the kernel reports success when the queue of the network device drops a datagram (udp(7): ENOBUFS).
    set(socket, IPPROTO_IP, IP_RECVERR, 1);
    opened.local_ = bound_endpoint(socket);
    const bool kernel_segments = set(socket, IPPROTO_UDP, UDP_SEGMENT, 0);
    opened.segments_ = kernel_segments ? std::clamp(options.segments, 1U, 64U) : 1;
    return {{}, std::move(opened)};
}

int ControlSocket::receive_buffer_bytes() const { return buffer_bytes(descriptor(), SO_RCVBUF); }
std::uint32_t ControlSocket::dropped_by_kernel() const { return drops_of(descriptor()); }

// The kernel charges a datagram's whole memory. That is headers and data with the end of the buffer (skb_shared_info),
// rounded up to a power of two (kmalloc), and its descriptor (sk_buff); a little less in some versions.
std::size_t ControlSocket::unsent(std::size_t most_bytes) const {
    constexpr std::size_t kHeaders = 20 + 8 + 32, kEnd = 320, kDescription = 256;
    int charged = 0;
    if (ioctl(descriptor(), SIOCOUTQ, &charged) != 0 || charged <= 0) return 0;
    return static_cast<std::size_t>(charged) / (std::bit_ceil(most_bytes + kHeaders + kEnd) + kDescription);
}

Opened<GroupSocket> GroupSocket::open(const GroupOptions& options) {
    if (!options.group.address.is_multicast())
        return {
            {Status::declined, to_text(options.group.address) + " is no multicast group; " + std::string(kNameRange)},
            {}};
    GroupSocket opened;
    opened.socket_ = udp_socket();
    if (!opened.is_open())
        return {failed_call(Status::declined, "could not open a UDP socket", errno, kRaiseFileLimit), {}};
    const int socket = opened.descriptor();
    opened.group_ = options.group;
    opened.interface_index_ = options.interface_index;
    set(socket, SOL_SOCKET, SO_REUSEADDR, 1);
    // Otherwise the socket receives every group that any process of this machine has joined on any interface.
    set(socket, IPPROTO_IP, IP_MULTICAST_ALL, 0);
    if (!bind_to(socket, options.group))
        return {failed_call(Status::declined, "could not bind a UDP socket to group " + to_text(options.group), errno,
                            kNameRange),
                {}};
    ask_for_receive_buffer(socket, options.receive_buffer_bytes);
    return {{}, std::move(opened)};
}

Outcome GroupSocket::join() {
    if (joined_) return {};
    if (!set(descriptor(), IPPROTO_IP, IP_ADD_MEMBERSHIP, membership_of(group_, interface_index_)) &&
        errno != EADDRINUSE) {
        const int error = errno;
        const std::string what = "could not join group " + to_text(group_.address) + " on interface number " +
                                 std::to_string(interface_index_);
        return failed_call(Status::declined, what, error,
                           error == ENOBUFS || error == ENOMEM ? kFewerGroups : kNameInterface);
    }
    joined_ = true;
    return {};
}

void GroupSocket::leave() {
    if (joined_) set(descriptor(), IPPROTO_IP, IP_DROP_MEMBERSHIP, membership_of(group_, interface_index_));
    joined_ = false;
}

int GroupSocket::receive_buffer_bytes() const { return buffer_bytes(descriptor(), SO_RCVBUF); }
std::uint32_t GroupSocket::dropped_by_kernel() const { return drops_of(descriptor()); }

}  // namespace shunt::net
