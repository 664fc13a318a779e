#pragma once
#include <sys/un.h>

#include <cstdint>

#include "native/base/outcome.hpp"
#include "native/net/descriptor.hpp"

namespace shunt::memory {

/// Wakes members of this node that sleep at descriptors (poll), where a futex cannot reach: a datagram of one byte to
/// the member's socket. Its abstract name goes with its process; strangers who send to it cost a wake.   Thread: any
/// one at a time.   Blocks: never. Source: unix(7), abstract sockets.
class Poke {
public:
    /// `key`: a random number that all members of the node know; `own`: place of this member among them.   Fails:
    /// declined.
    Outcome open(std::uint64_t key, std::uint32_t own);
    bool is_open() const { return socket_.is_open(); }
    /// Readable when somebody has poked this member.
    int descriptor() const { return socket_.number(); }
    /// Wakes `member`; one that is gone, or has been poked often enough, is passed over.
    void send(std::uint32_t member) const;
    /// Forgets the pokes so far.
    void drain() const;

private:
    sockaddr_un name_of(std::uint32_t member, socklen_t& bytes) const;

    net::Descriptor socket_;
    std::uint64_t key_ = 0;
};

}  // namespace shunt::memory
