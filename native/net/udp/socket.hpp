#pragma once
#include <cstdint>
#include <span>

#include "native/base/outcome.hpp"
#include "native/net/address.hpp"
#include "native/net/descriptor.hpp"
#include "native/net/udp/datagrams.hpp"

namespace shunt::net {

/// How a node's control socket is opened.
struct ControlOptions {
    Ipv4 address;                  ///< the node's chosen address
    unsigned interface_index = 0;  ///< of the interface that sends its multicast
    int ttl = 1;                   ///< of multicast: 1 stays in the subnet, each router subtracts one
    bool loop = false;             ///< also to members on this node; off, as ranks of a node share memory
    /// The kernel charges a datagram to this buffer until the network card or a queue in front of it has released it
    /// (it charges about 1.5 times its bytes, against twice this figure). A small buffer fills before a rate-limited
    /// queue overflows: the sender gets `again` instead of losing datagrams. 64 KiB is about 56 full Ethernet
    /// datagrams: 0.7 ms at 1 Gbit/s, below the 100 ms and more of usual queues.
    int send_buffer_bytes = 64 << 10;
    int receive_buffer_bytes = 1 << 20;
    unsigned segments = 1;  ///< more than 1: give the kernel up to that many datagrams as one (UDP_SEGMENT), if it
                            ///< supports that; at most 64
};

/// A node's socket for all datagrams it sends, to nodes and to groups, and for datagrams to this node alone. Bound to
/// one address and a port that the kernel picks, never to all interfaces.   Thread: any one at a time.   Blocks: never.
class ControlSocket {
public:
    /// Fails: `declined` (address not of this node, no such interface, no descriptors left).
    static Opened<ControlSocket> open(const ControlOptions& options);

    bool is_open() const { return socket_.is_open(); }
    int descriptor() const { return socket_.number(); }
    Endpoint local() const { return local_; }
    /// As send_datagrams().
    SendResult send(std::span<const OutgoingDatagram> datagrams) {
        return send_datagrams(descriptor(), datagrams, segments_);
    }
    ReceiveResult receive(ReceiveArena& arena) { return arena.receive(descriptor()); }
    /// How many datagrams are given to the kernel as one; 1 if it cannot take more.
    unsigned segments() const { return segments_; }
    int receive_buffer_bytes() const;
    /// Number of datagrams that the kernel dropped because the receive buffer was full.
    std::uint32_t dropped_by_kernel() const;
    /// Lower bound on the datagrams that wait in this host for its port, if none is longer than `most_bytes`.
    std::size_t unsent(std::size_t most_bytes) const;

private:
    Descriptor socket_;
    Endpoint local_;
    unsigned segments_ = 1;
};

/// How a group's socket is opened.
struct GroupOptions {
    Endpoint group;
    unsigned interface_index = 0;  ///< where it joins; datagrams of the same group on other interfaces are not received
    int receive_buffer_bytes = 4 << 20;
};

/// Receives one multicast group. Bound to the group's address, so it receives no datagrams for this node alone; several
/// processes may open the same group. Opening does not join.   Thread: any one at a time.   Blocks: never.
class GroupSocket {
public:
    /// Fails: `declined` (no group address, port used by a program that does not share it, no descriptors left).
    static Opened<GroupSocket> open(const GroupOptions& options);

    bool is_open() const { return socket_.is_open(); }
    int descriptor() const { return socket_.number(); }
    Endpoint group() const { return group_; }
    /// Joins the group in the network (IGMP). Does nothing if already joined.   Fails: `declined` (interface gone,
    /// kernel's limit reached).
    Outcome join();
    /// Leaves the group; datagrams that have arrived can still be received.
    void leave();
    bool joined() const { return joined_; }
    ReceiveResult receive(ReceiveArena& arena) { return arena.receive(descriptor()); }
    /// The size that the kernel granted. Less than requested means that net.core.rmem_max is lower (and the process may
    /// not exceed it).
    int receive_buffer_bytes() const;
    std::uint32_t dropped_by_kernel() const;

private:
    Descriptor socket_;
    Endpoint group_;
    unsigned interface_index_ = 0;
    bool joined_ = false;
};

}  // namespace shunt::net
