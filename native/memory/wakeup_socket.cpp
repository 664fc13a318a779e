#include "native/memory/wakeup_socket.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>

#include "native/net/remedy.hpp"

namespace shunt::memory {

sockaddr_un WakeupSocket::name_of(std::uint32_t member, socklen_t& bytes) const {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    // A name that begins with a zero byte is in no directory.
    const int length = std::snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "shunt-wakeup-%llx-%x",
                                     static_cast<unsigned long long>(key_), member);
    bytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<std::size_t>(length));
    return name;
}

Outcome WakeupSocket::open(std::uint64_t key, std::uint32_t own) {
    key_ = key;
    net::Descriptor made(socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!made.is_open())
        return failed_call(Status::declined, "could not open a Unix socket", errno, net::kRaiseFileLimit);
    socklen_t bytes = 0;
    const sockaddr_un name = name_of(own, bytes);
    if (bind(made.number(), reinterpret_cast<const sockaddr*>(&name), bytes) != 0)
        return failed_call(Status::declined, "could not name a Unix socket", errno,
                           "run all ranks of a node in one network namespace");
    socket_ = std::move(made);
    return {};
}

void WakeupSocket::send(std::uint32_t member) const {
    socklen_t bytes = 0;
    const sockaddr_un name = name_of(member, bytes);
    const char one = 1;
    // A full queue wakes the member as well as one more datagram would; other code detects a member that is gone.
    const auto* const to = reinterpret_cast<const sockaddr*>(&name);
    [[maybe_unused]] const ssize_t sent = sendto(descriptor(), &one, 1, MSG_DONTWAIT | MSG_NOSIGNAL, to, bytes);
}

void WakeupSocket::drain() const {
    char some[16];
    while (recv(descriptor(), some, sizeof some, MSG_DONTWAIT) >= 0) continue;
}

}  // namespace shunt::memory
