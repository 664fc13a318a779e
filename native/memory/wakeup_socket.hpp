#pragma once
#include <sys/un.h>

#include <cstdint>

#include "native/base/outcome.hpp"
#include "native/net/descriptor.hpp"

namespace shunt::memory {

/// Wakes members of this node that sleep in poll, where a futex cannot wake them, by a datagram of one byte to the
/// member's socket. Its abstract name ends with its process; a stranger's datagram only costs a wake-up.   Thread: any
/// one at a time.   Blocks: never. Source: unix(7), abstract sockets.
class WakeupSocket {
public:
    /// `key`: a random number that all members of the node know; `own`: index of this member among them.   Fails:
    /// declined.
    Outcome open(std::uint64_t key, std::uint32_t own);
    bool is_open() const { return socket_.is_open(); }
    /// Readable when this member has been woken.
    int descriptor() const { return socket_.number(); }
    /// Wakes `member`; does nothing if that member is gone or has enough datagrams queued.
    void send(std::uint32_t member) const;
    /// Discards the datagrams received so far.
    void drain() const;

private:
    sockaddr_un name_of(std::uint32_t member, socklen_t& bytes) const;

    net::Descriptor socket_;
    std::uint64_t key_ = 0;
};

}  // namespace shunt::memory
