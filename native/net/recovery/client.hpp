#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "native/base/outcome.hpp"
#include "native/net/address.hpp"
#include "native/net/descriptor.hpp"
#include "native/net/liveness.hpp"
#include "native/net/recovery/protocol.hpp"
#include "native/net/tcp/handshake.hpp"

namespace shunt::net {

/// Fetches ranges from one peer's RecoveryServer, one request at a time, over one connection made with the first. The
/// caller drives it: call begin(), then wait until descriptor() is ready for events(), or the deadline, and call
/// advance(), as long as that returns `again`. Thread: any one at a time.   Blocks: never. Raises no SIGPIPE.
class RecoveryClient {
public:
    /// `own` is the node's chosen address (none: the kernel's choice), `identity` this node's towards the peer; nothing
    /// is sent yet.
    RecoveryClient(Endpoint peer, Ipv4 own, const Identity& identity) : peer_(peer), own_(own), identity_(identity) {}

    /// Requests `request.length` bytes into `out` (of that length), until none has arrived for `most_silent_ns`.
    /// `now_ns`: of the caller's clock. Owner: `out` is written until the request has ended.   Fails: `bug` (another
    /// request is under way, lengths differ), or as advance().
    Outcome begin(const RecoveryRequest& request, std::span<std::byte> out, std::int64_t now_ns,
                  std::int64_t most_silent_ns);

    /// `ok` all bytes have arrived; `again` not yet; `declined` the peer lives but does not have them (the connection
    /// stays); `peer_lost` refused, closed or unreachable: its process is gone; `timeout`; `bug` the peer calls the
    /// request impossible. Any result but `again` ends the request.
    Outcome advance(std::int64_t now_ns);

    /// Number of bytes at the front of `out` that have arrived, even after a failure.
    std::size_t received() const { return received_; }
    bool busy() const { return state_ != State::idle; }
    /// The peer's host has accepted the connection of the request under way.
    bool is_connected() const { return state_ != State::idle && state_ != State::connecting; }
    /// The descriptor to poll; -1 if no request is under way.
    int descriptor() const { return busy() ? socket_.number() : -1; }
    short events() const;
    /// Ends the request and the connection.
    void close();

private:
    enum class State { idle, connecting, greeting, asking, header, data };

    Outcome connect_to_peer();
    Outcome step();
    Outcome finish_connecting();
    Outcome greet();
    Outcome ask();
    Outcome read_header();
    Outcome take_header();
    Outcome read_data();
    Outcome lost(int error);
    Outcome end_request(Outcome outcome, bool close_connection = false);

    Endpoint peer_;
    Ipv4 own_;
    Identity identity_;
    Handshake handshake_;
    Descriptor socket_;
    State state_ = State::idle;
    std::array<std::byte, kRescueRequestBytes> request_bytes_{};
    std::array<std::byte, kRescueHeaderBytes> header_bytes_{};
    std::size_t request_sent_ = 0;
    std::size_t header_filled_ = 0;
    std::size_t piece_left_ = 0;
    std::span<std::byte> out_;
    std::size_t received_ = 0;
    std::int64_t deadline_ns_ = 0, most_silent_ns_ = 0;
    bool used_before_ = false;  ///< the connection has delivered an answer: the peer may since have closed it as idle
};

}  // namespace shunt::net
