#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "native/transport/address.hpp"
#include "native/transport/descriptor.hpp"
#include "native/base/outcome.hpp"
#include "native/transport/rescue_protocol.hpp"

namespace shunt::transport {

/// Where the service gets its answers. Called inside serve(), and must not call the service.
class RescueSource {
public:
    /// Whether a channel of this process has that token; who comes with another is a stranger.
    virtual bool admits(std::uint64_t token) = 0;
    /// Fills `out`, at most 64 KiB, with the operation's bytes from `offset` on. False: not here (not yet, or no more); nothing is sent
    /// then.
    virtual bool read(const RescueRequest& request, std::uint64_t offset, std::span<std::byte> out) = 0;

protected:
    ~RescueSource() = default;
};

/// How much patience the service has.
struct RescueLimits {
    std::size_t connections = 64;             ///< at once; further ones wait in the kernel's queue
    std::int64_t request_ns = 2'000'000'000;  ///< from connecting, or from a request's first byte, to its last
    std::int64_t answer_ns = 10'000'000'000;  ///< without a byte taken by who asked
    std::int64_t idle_ns = 60'000'000'000;    ///< between requests
};

/// Counts since the start, for the profile.
struct RescueCounters {
    std::uint64_t connections = 0;
    std::uint64_t answers = 0;  ///< given in full
    std::uint64_t bytes = 0;    ///< of data in pieces
    std::uint64_t not_here = 0;
    std::uint64_t wrong = 0;      ///< right token, impossible range
    std::uint64_t strangers = 0;  ///< wrong token or garbage: dropped without an answer
    std::uint64_t half = 0;       ///< left or too slow within a request, or never asked
    std::uint64_t stalled = 0;    ///< left or took nothing within an answer
};

/// Gives peers by TCP what they did not get by datagrams. Bound to one address and a port the kernel picks. The caller drives it: wait for
/// descriptor() to be readable (poll) until next_timeout(), then serve(). A stranger costs a descriptor and 36 bytes for at most
/// `request_ns`. Owner: `source` is the caller's and outlives the service.   Thread: any one at a time.   Blocks: never. Raises no SIGPIPE.
class RescueService {
public:
    /// Fails: `declined` (address not of this node, no descriptors left).
    static Opened<RescueService> open(Ipv4 address, RescueSource& source, const RescueLimits& limits = {});

    bool is_open() const { return listener_.is_open(); }
    /// One descriptor for all connections (epoll): readable when serve() has something to do.
    int descriptor() const { return epoll_.number(); }
    Endpoint local() const { return local_; }
    /// Does what can be done now: takes connections, reads requests, writes answers, drops who took too long.
    void serve(std::int64_t now_ns);
    /// When serve() must be called even if nothing comes; INT64_MAX: never.
    std::int64_t next_timeout() const;
    std::size_t connections() const;
    const RescueCounters& counters() const { return counters_; }

private:
    enum class State { closed, request, answer };
    enum class Step { go_on, wait, close };
    struct Connection {
        Descriptor socket;
        State state = State::closed;
        bool proven = false;  ///< has sent the right token once
        bool last_piece = false;
        bool wants_write = false;
        std::int64_t deadline_ns = 0;
        std::array<std::byte, kRescueRequestBytes> request_bytes{};
        std::size_t request_filled = 0;
        RescueRequest request;
        RescueWord word = RescueWord::here;
        std::uint64_t position = 0;    ///< bytes of the range put into pieces
        std::vector<std::byte> piece;  ///< header and data; only who is proven gets one
        std::size_t piece_bytes = 0, piece_sent = 0;
    };

    void accept_all(std::int64_t now_ns);
    Connection* next_slot();
    void hear_listener(bool hear);
    void progress(Connection& connection, std::int64_t now_ns);
    Step read_request(Connection& connection, std::int64_t now_ns);
    Step write_answer(Connection& connection, std::int64_t now_ns);
    void next_piece(Connection& connection);
    void watch(Connection& connection);
    void drop(Connection& connection);
    void expire(std::int64_t now_ns);

    RescueSource* source_ = nullptr;
    RescueLimits limits_;
    Descriptor epoll_;
    Descriptor listener_;
    Endpoint local_;
    bool listening_ = false;
    std::int64_t listen_again_ns_ = 0;  ///< when the listener is set aside: then it is heard again
    std::vector<Connection> slots_;
    RescueCounters counters_;
};

}  // namespace shunt::transport
