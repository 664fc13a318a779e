#pragma once
#include <cstdint>

#include "native/base/outcome.hpp"
#include "native/net/address.hpp"
#include "native/net/descriptor.hpp"
#include "native/net/liveness.hpp"
#include "native/net/tcp/handshake.hpp"

namespace shunt::net {

/// A TCP connection between two members, from the first attempt until both ends have authenticated each other; then the
/// user uses its socket. It is made here, or taken over from a Listener. If both ends make one, the connection of the
/// lower member is used.   Units: ns of monotonic_ns().   Thread: any one at a time.   Blocks: never.
class Connection {
public:
    enum class State {
        closed,
        connecting,  ///< the kernel has not connected yet
        greeting,    ///< the two ends have not authenticated each other
        expecting,   ///< the peer's own connection will replace this one
        open,
        broken
    };

    /// `patience_ns`: how long a peer may be silent.
    explicit Connection(std::int64_t patience_ns = kUsualPatienceNs) : patience_ns_(patience_ns) {}

    State state() const { return state_; }
    bool is_open() const { return state_ == State::open; }
    /// The connection was made here, and is not open yet.
    bool is_under_way() const { return state_ == State::connecting || state_ == State::greeting; }
    int descriptor() const { return socket_.number(); }
    bool has_socket() const { return socket_.is_open(); }
    /// Since when its state is `expecting`.
    std::int64_t expecting_since_ns() const { return since_ns_; }

    /// Begins a connection from `own` to `peer` as `identity`.
    /// Fails: no_memory (no descriptors), declined (no such address), peer_lost; see may_pass().
    Outcome connect(Ipv4 own, const Endpoint& peer, const Identity& identity);
    /// Takes over an authenticated connection; an own attempt is given up.
    void adopt(Descriptor socket);
    /// Continues an attempt, by one state at most.   Returns: ok, it is open; again, also if the peer's own connection
    /// is expected.
    /// Fails: peer_lost, see may_pass(); bug, the listener is not of this group.
    Status advance(std::int64_t now_ns);
    /// Closes permanently.
    void fail();
    /// Call this after a failed attempt: the state becomes closed again.
    void try_again();
    /// Whether an attempt has failed for a possibly temporary reason: a network that is down, a listener without a free
    /// slot.
    bool may_pass() const { return may_pass_; }
    /// Whether the peer has answered nothing for the patience, although data or probes were sent.
    bool is_silent(std::int64_t now_ns) { return silence_.is_over(descriptor(), now_ns, patience_ns_); }
    std::uint32_t silent_ms() const { return silence_.silent_ms(); }

private:
    Status lost(int error);
    Status finish_connecting();
    Status introduce(std::int64_t now_ns);

    Descriptor socket_;
    State state_ = State::closed;
    std::int64_t patience_ns_;
    Handshake handshake_;  // while greeting
    SilenceWatch silence_;
    bool may_pass_ = false;
    std::int64_t since_ns_ = 0;
};

}  // namespace shunt::net
