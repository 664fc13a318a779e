#pragma once
#include <poll.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "native/multicast/channel.hpp"
#include "native/transport/datagrams.hpp"
#include "native/transport/udp.hpp"

namespace shunt::multicast {

/// Which of a link's sockets have something to be received.
struct Ready {
    bool control = false;
    bool group = false;
};

/// The protocol of one communicator and its sockets, for the thread of a call and for the service thread, in turn.
/// Thread: what is public needs `mutex` held, but for wait() and the atomic members.
class Link {
public:
    /// `control_of`: the control socket of every node.
    Link(const Settings& settings, transport::ControlSocket control, transport::GroupSocket group_socket, transport::Endpoint group,
         std::vector<transport::Endpoint> control_of);
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    /// Takes what has come, lets the timers run, sends what is due.   Blocks: never.
    void pump(std::int64_t now, Ready ready = {true, true});
    /// What to poll the control socket for.
    short events() const { return blocked_.load(std::memory_order_relaxed) ? POLLIN | POLLOUT : POLLIN; }
    /// Sleeps until something came, something more can be sent, or `timeout_ns` have passed.
    Ready wait(std::int64_t timeout_ns);

    std::mutex mutex;
    Channel channel;
    transport::ControlSocket control;
    transport::GroupSocket group_socket;      ///< joined by the hub, within its limit
    std::uint64_t token;                      ///< as in Settings
    int node;                                 ///< as in Settings
    std::uint64_t evictions = 0;              ///< groups left to make room for this one; of the thread that calls Hub::touch
    std::atomic<std::uint64_t> activity{0};   ///< grows with every call carried
    std::atomic<bool> in_call{false};         ///< a thread of the program pumps

    /// Counts of the sockets, beside those of the protocol.
    std::uint64_t strangers() const { return strangers_; }

private:
    static constexpr std::size_t kBatch = 32;

    bool comes_from_member(const transport::ReceivedDatagram& datagram) const;
    bool receive(const transport::ReceiveResult& result, std::int64_t now);
    void flush(std::int64_t now);
    void refill(std::int64_t now);
    void send_batch();

    transport::Endpoint group_;
    std::vector<transport::Endpoint> control_of_;
    transport::ReceiveArena arena_;
    std::array<Datagram, kBatch> batch_;
    std::size_t payload_bytes_;
    std::vector<std::byte> payloads_;         ///< of the batch
    std::size_t first_unsent_ = 0;
    std::size_t unsent_ = 0;
    std::atomic<bool> blocked_{false};        ///< the send buffer was full
    std::uint64_t strangers_ = 0;
};

}  // namespace shunt::multicast
