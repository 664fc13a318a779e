#pragma once
#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/net/address.hpp"

namespace shunt::net {

/// One datagram to send: header, then payload.   Owner: the caller's bytes, read until send_datagrams() returns.
struct OutgoingDatagram {
    std::span<const std::byte> header;
    std::span<const std::byte> payload;
    Endpoint to;
    std::size_t bytes() const { return header.size() + payload.size(); }
};

/// How many datagrams, from the first on, are processed; all if `ok`. Otherwise `outcome` is that of the next one:
/// `again` the send buffer or the network queue is full (wait until the socket is writable); `declined` it is too long;
/// `bug` the kernel reports a wrong call. A datagram that a firewall or a missing route stops (`refused` of `sent`;
/// `refusal` is the reason of the first) counts as lost, and must not delay later ones.
struct SendResult {
    std::size_t sent = 0;
    std::size_t refused = 0;
    Outcome outcome;
    std::string refusal;
};

/// Sends in batches by sendmmsg. With `segments` > 1, runs of up to that many datagrams of one size to one destination
/// (the last may be shorter) are given to the kernel as one (UDP_SEGMENT, Linux 4.18). If the kernel or the device
/// cannot do that, `segments` becomes 1 and they are sent singly. Errors of earlier datagrams (a dead destination) are
/// not attributed to later ones.   Blocks: never.
SendResult send_datagrams(int socket, std::span<const OutgoingDatagram> datagrams, unsigned& segments);

/// Removes ICMP errors from the socket's error queue (present if IP_RECVERR is on); they concern datagrams sent long
/// before. Errors left there keep poll from sleeping.   Returns: their number.
std::size_t drain_error_queue(int socket);

/// One received datagram.   Owner: points into the arena, until its next receive().
struct ReceivedDatagram {
    std::span<const std::byte> bytes;
    Endpoint from;
};

/// `ok`: datagrams were read from the socket (`datagrams` is empty if all of them were truncated); `again`: none has
/// arrived.
struct ReceiveResult {
    Outcome outcome;
    std::span<const ReceivedDatagram> datagrams;
};

/// Memory for batches of datagrams, used repeatedly, for any sockets one after the other; recvmmsg fills it. Thread:
/// any one at a time.   Blocks: never.
class ReceiveArena {
public:
    /// `slots` datagrams (at least 1) of at most `slot_bytes` each: the MTU minus 28, or more.
    explicit ReceiveArena(std::size_t slots = 32, std::size_t slot_bytes = 2048);
    ReceiveArena(const ReceiveArena&) = delete;
    ReceiveArena& operator=(const ReceiveArena&) = delete;

    ReceiveResult receive(int socket);
    /// Datagrams longer than a slot, which are dropped: they are not ours, as ours fit.
    std::uint64_t truncated() const { return truncated_; }

private:
    std::span<const ReceivedDatagram> collect(std::size_t count);

    std::size_t slot_bytes_;
    std::vector<std::byte> bytes_;
    std::vector<iovec> vectors_;
    std::vector<sockaddr_in> sources_;
    std::vector<mmsghdr> messages_;
    std::vector<ReceivedDatagram> received_;
    std::uint64_t truncated_ = 0;
};

}  // namespace shunt::net
