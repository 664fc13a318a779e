#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/net/address.hpp"
#include "native/net/descriptor.hpp"
#include "native/net/liveness.hpp"
#include "native/net/recovery/protocol.hpp"
#include "native/net/tcp/listener.hpp"

namespace shunt::net {

/// The source of the answers, which also decides who may ask. Called inside serve(), and must not call the server.
class RecoverySource : public Roster {
public:
    /// Fills `out`, at most 64 KiB, with the operation's bytes from `offset` on. False: not here (not yet, or no
    /// longer); then no data are sent.
    virtual bool read(const RecoveryRequest& request, std::uint64_t offset, std::span<std::byte> out) = 0;

protected:
    ~RecoverySource() = default;
};

/// Limits of the server for its peers.
struct RecoveryLimits {
    std::size_t connections = 64;             ///< of peers at once; an idle peer makes room, the one idle longest first
    std::int64_t request_ns = 2'000'000'000;  ///< from a request's first byte to its last
    std::int64_t answer_ns = 10'000'000'000;  ///< without a byte accepted by the peer, which then asks again
    std::int64_t idle_ns = 60'000'000'000;    ///< between requests
    ListenerLimits listener{};
};

/// Counts since the start, for the profile.
struct RecoveryCounters {
    std::uint64_t connections = 0;
    std::uint64_t answers = 0;  ///< given in full
    std::uint64_t bytes = 0;    ///< of data in pieces
    std::uint64_t not_here = 0;
    std::uint64_t wrong = 0;      ///< requests of a peer for an impossible range
    std::uint64_t strangers = 0;  ///< no proof of a channel's secret, or no member's address: dropped without an answer
    std::uint64_t half = 0;       ///< closed or too slow within a request, or never authenticated
    std::uint64_t stalled = 0;    ///< closed or accepted no data within an answer
};

/// Sends peers by TCP the data that they did not receive by datagrams. Bound to one address and a port that the kernel
/// picks. A peer that asks must have proved that it is the member it claims to be, of the channel in its request
/// (Listener). The caller drives the server: wait for descriptor() to be readable (poll) until next_timeout(), then
/// call serve(). Owner: `source` is the caller's and outlives the server.   Thread: any one at a time.   Blocks: never.
/// Raises no SIGPIPE.
class RecoveryServer {
public:
    /// Fails: `declined` (address not of this node, no descriptors left).
    static Opened<RecoveryServer> open(Ipv4 address, RecoverySource& source, const RecoveryLimits& limits = {});

    bool is_open() const { return listener_.is_open(); }
    /// One descriptor for all connections (epoll): readable when serve() has something to do.
    int descriptor() const { return epoll_.number(); }
    Endpoint local() const { return listener_.local(); }
    /// Does all work that is possible now: accepts connections, reads requests, writes answers, drops peers that are
    /// too slow.
    void serve(std::int64_t now_ns);
    /// When serve() must be called even without an event; INT64_MAX: never.
    std::int64_t next_timeout() const;
    std::size_t connections() const;
    RecoveryCounters counters() const;

private:
    enum class State { closed, request, answer };
    enum class Step { go_on, wait, close };
    struct Connection {
        Descriptor socket;
        State state = State::closed;
        std::uint64_t token = 0;  ///< of its channel
        std::uint32_t node = 0;   ///< for which it speaks
        bool last_piece = false;
        bool wants_write = false;
        std::int64_t deadline_ns = 0;
        std::array<std::byte, kRescueRequestBytes> request_bytes{};
        std::size_t request_filled = 0;
        RecoveryRequest request;
        RecoveryWord word = RecoveryWord::here;
        std::uint64_t position = 0;    ///< bytes of the range already put into pieces
        std::vector<std::byte> piece;  ///< header and data
        std::size_t piece_bytes = 0, piece_sent = 0;
    };

    void admit(ProvenConnection proven, std::int64_t now_ns);
    Connection* next_slot();
    void progress(Connection& connection, std::int64_t now_ns);
    Step read_request(Connection& connection, std::int64_t now_ns);
    Step write_answer(Connection& connection, std::int64_t now_ns);
    void next_piece(Connection& connection);
    void watch(Connection& connection);
    void drop(Connection& connection);
    void expire(std::int64_t now_ns);

    RecoverySource* source_ = nullptr;
    RecoveryLimits limits_;
    Descriptor epoll_;
    Listener listener_;
    std::vector<Connection> slots_;
    RecoveryCounters counters_;
};

}  // namespace shunt::net
