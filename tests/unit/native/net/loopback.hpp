#pragma once
#include <net/if.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "native/net/udp/socket.hpp"
#include "native/net/wait.hpp"

/// Sockets on loopback for the tests of this folder. Multicast works there when it is looped back.
namespace shunt::net {

inline constexpr Ipv4 kLoopback{0x7f000001};
inline constexpr std::int64_t kLongNs = 20'000'000'000;  ///< never reached by a test that passes

inline unsigned loopback_index() { return if_nametoindex("lo"); }

inline ControlSocket open_control(ControlOptions options = {}) {
    options.address = kLoopback;
    options.interface_index = loopback_index();
    options.loop = true;
    return ControlSocket::open(options).value;
}

inline GroupSocket open_group(const Endpoint& group, int receive_buffer_bytes = 1 << 20) {
    return GroupSocket::open({group, loopback_index(), receive_buffer_bytes}).value;
}

inline std::vector<std::byte> bytes_of(std::string_view text) {
    std::vector<std::byte> bytes(text.size());
    std::transform(text.begin(), text.end(), bytes.begin(), [](char letter) { return static_cast<std::byte>(letter); });
    return bytes;
}

inline std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline bool wait_readable(int descriptor, std::int64_t timeout_ns = kLongNs) {
    pollfd ready{descriptor, POLLIN, 0};
    return wait_ready({&ready, 1}, timeout_ns).ok();
}

/// Receives until `count` datagrams have arrived.
template <class Socket>
std::vector<std::string> receive_texts(Socket& socket, std::size_t count, std::vector<Endpoint>* from = nullptr) {
    ReceiveArena arena(8, 2048);
    std::vector<std::string> texts;
    while (texts.size() < count && wait_readable(socket.descriptor()))
        for (const auto& datagram : socket.receive(arena).datagrams) {
            texts.push_back(text_of(datagram.bytes));
            if (from != nullptr) from->push_back(datagram.from);
        }
    return texts;
}

}  // namespace shunt::net
