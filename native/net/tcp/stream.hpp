#pragma once
#include <sys/types.h>
#include <sys/uio.h>

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/net/address.hpp"
#include "native/net/descriptor.hpp"
#include "native/net/liveness.hpp"
#include "native/net/tcp/handshake.hpp"
#include "native/net/tcp/stream_frame.hpp"

namespace shunt::net {

/// The user of a stream. Called inside Stream::read and Stream::write; may call Stream::send, but no other function of
/// the stream.
class StreamSink {
public:
    enum class Take { take, hold };
    /// A frame of `node` begins. Its payload is received into `places`; bytes beyond them are dropped. `hold`: nothing
    /// more is read from this stream until Streams::resume(), then the frame is offered again.
    virtual Take frame_begins(int node, const Frame& frame, std::vector<iovec>& places) = 0;
    /// `bytes` more of its payload have been placed.
    virtual void frame_grows(int, const Frame&, std::size_t) {}
    /// The frame is complete.
    virtual void frame_ends(int node, const Frame& frame) = 0;
    /// All frames queued for `node` have been given to the kernel.
    virtual void all_sent(int) {}
    /// The stream to `node` is broken; no more frames will be received.
    virtual void lost(int node, const Outcome& why) = 0;

protected:
    ~StreamSink() = default;
};

/// Settings for connections.
struct StreamCare {
    std::string congestion;                       ///< TCP_CONGESTION; empty: the system's default
    std::int64_t patience_ns = kUsualPatienceNs;  ///< how long a peer may be silent
};

/// One TCP connection between two nodes of a team, for both directions: sends frames from the user's memory and
/// receives them straight into it. Owner: payloads are the user's and stay until they are sent.   Thread: any one at a
/// time.   Blocks: never. Raises no SIGPIPE.
class Stream {
public:
    enum class State {
        closed,
        connecting,  ///< not yet connected
        greeting,    ///< the two ends have not authenticated each other
        open,
        leaving,  ///< has sent its goodbye, waits for that of the peer
        broken
    };

    State state() const { return state_; }
    bool is_up() const { return socket_.is_open(); }
    int descriptor() const { return socket_.number(); }
    /// Whether it must be called when the socket is writable.
    bool wants_write() const {
        return state_ == State::connecting || (is_up() && state_ != State::greeting && has_unsent());
    }
    bool has_unsent() const { return !out_.empty() && !goodbye_sent(); }
    bool is_held() const { return held_; }
    bool wants_read() const { return is_up() && state_ != State::connecting && !held_; }
    /// Number of payload bytes that wait to be sent.
    std::size_t unsent() const { return unsent_; }
    /// Number of bytes that the kernel has accepted and the peer has not acknowledged; 0 without a connection.
    std::size_t unconfirmed() const;
    /// Whether nothing is under way in either direction, as far as this end knows.
    bool is_quiet() const { return out_.empty() && header_filled_ == 0 && !in_payload_ && !held_; }

    /// Begins a connection from `own` to `peer` as `identity`; queued frames are sent once it is open.
    Outcome connect(Ipv4 own, const Endpoint& peer, const Identity& identity, const StreamCare& care);
    /// Takes over an authenticated connection.
    void adopt(Descriptor socket, const StreamCare& care);
    void close();
    /// Whether it broke before it was open, for a possibly temporary reason: a network that is down, a listener without
    /// a free slot.
    bool may_be_tried_again() const { return state_ == State::broken && may_pass_; }
    /// Sets its state to closed; queued frames stay.
    void try_again() { state_ = State::closed; }
    /// Ends a stream whose peer has been silent for `patience_ns` although data or probes were sent.   Fails:
    /// peer_lost.
    Outcome check(std::int64_t now_ns, std::int64_t patience_ns);
    /// Closes permanently and drops queued frames.
    void abandon();

    /// Queues a frame; a goodbye does not remove it.   Owner: `parts` add up to `frame.bytes` and stay until sent.
    void send(const Frame& frame, std::vector<iovec> parts = {});
    /// Limits sending to that many bytes a second; 0: no limit.
    void pace(std::uint64_t bytes_per_s);
    /// Sends goodbye: nothing more is sent from here until the stream is connected again.
    void leave();
    /// Offers the held frame again at the next read().
    void resume() { held_ = false; }

    /// Sends as much as the kernel accepts.   Fails: peer_lost.
    Outcome write(int node, StreamSink& sink);
    /// Receives, at most about 1 MiB a call.   Fails: peer_lost.   Afterwards `closed`: both ends have sent goodbye.
    Outcome read(int node, StreamSink& sink);

private:
    struct Outgoing {
        Frame frame;
        std::array<std::byte, kFrameHeaderBytes> header;
        std::vector<iovec> parts;
        std::vector<std::byte> copy;  ///< of the payload, if the kernel may not read it directly
        std::size_t bytes = 0;        ///< header and payload
        bool goodbye = false;
    };

    void prepare(const StreamCare& care);
    void begin();
    Outcome finish_connecting();
    Outcome introduce();
    static std::size_t append(Outgoing& outgoing, std::size_t skip, std::span<iovec> parts, std::size_t count);
    void took(std::size_t count);
    bool copy_payloads();
    ssize_t receive_through_copy(std::span<const iovec> parts);
    Outcome take_header(int node, StreamSink& sink);
    Outcome receive(std::size_t& count);
    void place(std::size_t count, int node, StreamSink& sink);
    bool goodbye_sent() const { return state_ == State::leaving && goodbye_sent_; }
    Outcome broken(const char* what, int error);

    Descriptor socket_;
    State state_ = State::closed;
    std::uint64_t pace_ = 0;  ///< bytes a second, as last set in the kernel
    Endpoint peer_;
    Handshake handshake_;  ///< while greeting
    SilenceWatch silence_;
    bool may_pass_ = false;  ///< whether the cause of the failure may be temporary

    std::deque<Outgoing> out_;
    std::size_t front_sent_ = 0;  ///< bytes of the first entry
    std::size_t unsent_ = 0;
    std::uint32_t sent_frames_ = 0, heard_frames_ = 0;

    std::array<std::byte, kFrameHeaderBytes> header_{};
    std::size_t header_filled_ = 0;
    Frame frame_;
    bool in_payload_ = false, held_ = false;
    bool heard_goodbye_ = false, goodbye_sent_ = false;
    std::vector<iovec> places_;
    std::size_t place_ = 0;  ///< the first place that is not full
    std::size_t payload_left_ = 0;
};

}  // namespace shunt::net
