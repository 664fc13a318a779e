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

/// Where the service gets its answers, and who may ask. Called inside serve(), and must not call the service.
class RecoverySource : public Roster {
public:
    /// Fills `out`, at most 64 KiB, with the operation's bytes from `offset` on. False: not here (not yet, or no more);
    /// nothing is sent then.
    virtual bool read(const RecoveryRequest& request, std::uint64_t offset, std::span<std::byte> out) = 0;

protected:
    ~RecoverySource() = default;
};

/// How much patience the service has.
struct RecoveryLimits {
    std::size_t connections =
        64;  ///< of peers at once; one that asks nothing makes room, the one that asked longest ago first
    std::int64_t request_ns = 2'000'000'000;  ///< from a request's first byte to its last
    std::int64_t answer_ns = 10'000'000'000;  ///< without a byte taken by who asked, which then asks again
    std::int64_t idle_ns = 60'000'000'000;    ///< between requests
    ListenerLimits listener{};
};

/// Counts since the start, for the profile.
struct RecoveryCounters {
    std::uint64_t connections = 0;
    std::uint64_t answers = 0;  ///< given in full
    std::uint64_t bytes = 0;    ///< of data in pieces
    std::uint64_t not_here = 0;
    std::uint64_t wrong = 0;      ///< of a peer, impossible range
    std::uint64_t strangers = 0;  ///< no proof of a channel's secret, or no member's address: dropped without an answer
    std::uint64_t half = 0;       ///< left or too slow within a request, or never proved who they are
    std::uint64_t stalled = 0;    ///< left or took nothing within an answer
};

/// Gives peers by TCP what they did not get by datagrams. Bound to one address and a port the kernel picks. Who asks
/// must have proved that it is the member it asks for, of the channel it asks about (Listener). The caller drives it:
/// wait for descriptor() to be readable (poll) until next_timeout(), then serve(). Owner: `source` is the caller's and
/// outlives the service.   Thread: any one at a time.   Blocks: never. Raises no SIGPIPE.
class RecoveryServer {
public:
    /// Fails: `declined` (address not of this node, no descriptors left).
    static Opened<RecoveryServer> open(Ipv4 address, RecoverySource& source, const RecoveryLimits& limits = {});

    bool is_open() const { return listener_.is_open(); }
    /// One descriptor for all connections (epoll): readable when serve() has something to do.
    int descriptor() const { return epoll_.number(); }
    Endpoint local() const { return listener_.local(); }
    /// Does what can be done now: takes connections, reads requests, writes answers, drops who took too long.
    void serve(std::int64_t now_ns);
    /// When serve() must be called even if nothing comes; INT64_MAX: never.
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
        std::uint32_t node = 0;   ///< it speaks for
        bool last_piece = false;
        bool wants_write = false;
        std::int64_t deadline_ns = 0;
        std::array<std::byte, kRescueRequestBytes> request_bytes{};
        std::size_t request_filled = 0;
        RecoveryRequest request;
        RecoveryWord word = RecoveryWord::here;
        std::uint64_t position = 0;    ///< bytes of the range put into pieces
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
