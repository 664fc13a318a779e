#pragma once
#include <poll.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "native/engines/multicast/channel.hpp"
#include "native/net/tcp/listener.hpp"
#include "native/net/udp/datagrams.hpp"
#include "native/net/udp/group_address.hpp"
#include "native/net/udp/socket.hpp"

namespace shunt::multicast {

/// Which of a link's sockets can be read.
struct Ready {
    bool control = false;
    bool group = false;  ///< any group
};

/// The keys by which members of a communicator prove their membership. Rank 0 makes them; the host's messages carry
/// them.
struct Keys {
    SipKey connections;  ///< of recovery by TCP
    SipKey datagrams;    ///< none: datagrams are not authenticated
};

/// The protocol of one communicator and its sockets, used in turn by the thread of a call and by the service thread.
/// Thread: public members need `mutex` held, except wait() and the atomic members.
class Link {
public:
    /// `range`: the subnet of group addresses.   `control_of`: the control socket of every node.
    Link(const Settings& settings, const Keys& keys, net::ControlSocket control, net::GroupSocket group_socket,
         const net::Subnet& range, std::vector<net::Endpoint> control_of);
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    /// Receives at most kMostTaken datagrams from each socket, serves the timers, and sends. The next wait() or poll
    /// finds the rest, so a flood of foreign datagrams does not keep this node from sending. Blocks: never.
    void pump(std::int64_t now, Ready ready = {true, true});
    /// Address of a group of this communicator (as in Destination); 0 is that of all its nodes.
    net::Endpoint group_endpoint(std::uint32_t group) const;
    /// From now on also receives the group of `socket`, until forget(). Called by the thread that calls wait().
    /// `lasting`: also while no call is under way.
    void listen(net::GroupSocket& socket, bool lasting);
    void forget(net::GroupSocket& socket);
    /// Adds the lasting descriptors.
    void collect(std::vector<pollfd>& descriptors) const;
    /// The events to poll the control socket for.
    short events() const { return blocked_.load(std::memory_order_relaxed) ? POLLIN | POLLOUT : POLLIN; }
    /// Sleeps until a datagram arrives, the socket has room again, or `timeout_ns` have passed.
    Ready wait(std::int64_t timeout_ns);

    static constexpr std::size_t kMostTaken = 256;

    std::mutex mutex;
    Channel channel;
    net::ControlSocket control;
    net::GroupSocket group_socket;  ///< joined by the hub, within its limit
    std::uint64_t token;            ///< as in Settings
    const SipKey key;               ///< of connections
    const net::GroupRoster roster;  ///< members that may connect
    int node;                       ///< as in Settings
    std::uint64_t evictions = 0;    ///< groups left to make room for this one; owned by the caller of Hub::touch
    bool rejoined = false;          ///< by Hub::touch, after an eviction; likewise
    std::atomic<std::uint64_t> activity{0};  ///< grows with every call carried
    std::atomic<bool> in_call{false};        ///< a thread of the program drives it
    /// Operations of ours that members have fetched by TCP since the last checkpoint; any thread may read and reset it.
    std::atomic<std::uint32_t> fetched{0};
    void note_fetched(std::uint32_t operation) {
        if (std::exchange(last_fetched_, operation) != operation) fetched.fetch_add(1, std::memory_order_relaxed);
    }

    /// This node's identity for the recovery service of `node_to`.
    net::Identity identity_to(std::uint32_t node_to) const {
        return {token, static_cast<std::uint32_t>(node), node_to, key};
    }

    /// Datagrams from strangers, counted beside the protocol's counters.
    std::uint64_t strangers() const { return strangers_; }

private:
    static constexpr std::size_t kBatch = 32;

    struct Listened {
        net::GroupSocket* socket;
        bool lasting;
    };

    bool comes_from_member(const net::ReceivedDatagram& datagram) const;
    std::uint64_t tag_of(std::span<const std::byte> header, std::span<const std::byte> payload) const;
    std::span<const std::byte> opened(std::span<const std::byte> datagram) const;
    template <class Socket>
    void drain(Socket& socket, std::int64_t now);
    bool receive(const net::ReceiveResult& result, std::int64_t now);
    void flush(std::int64_t now);
    void refill(std::int64_t now);
    void send_batch();
    net::Endpoint endpoint(const Destination& destination);

    const SipKey datagram_key_;  ///< none: datagrams are not authenticated
    net::Subnet range_;
    net::Endpoint group_;
    std::uint32_t last_group_ = 0;  ///< the last group other than 0 that was sent to
    net::Endpoint last_endpoint_;
    std::vector<Listened> listened_;  ///< groups beside the communicator's
    std::vector<net::Endpoint> control_of_;
    net::ReceiveArena arena_;
    std::array<Datagram, kBatch> batch_;
    std::size_t payload_bytes_;
    std::vector<std::byte> payloads_;  ///< of the batch
    std::size_t first_unsent_ = 0;
    std::size_t unsent_ = 0;
    std::atomic<bool> blocked_{false};  ///< the send buffer was full
    std::uint64_t strangers_ = 0;
    std::optional<std::uint32_t> last_fetched_;
};

/// While it lives, the thread of a call drives the link (null: none), and the service thread does not use it.
class InCall {
public:
    explicit InCall(Link* link) : link_(link) {
        if (!link_) return;
        link_->activity.fetch_add(1, std::memory_order_relaxed);
        link_->in_call.store(true, std::memory_order_relaxed);
    }
    ~InCall() {
        if (link_) link_->in_call.store(false, std::memory_order_relaxed);
    }
    InCall(const InCall&) = delete;
    InCall& operator=(const InCall&) = delete;

private:
    Link* link_;
};

}  // namespace shunt::multicast
