#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "native/engines/remote_write/envelope_cache.hpp"
#include "native/engines/remote_write/fabric.hpp"
#include "native/engines/remote_write/far_transfer.hpp"
#include "native/engines/remote_write/host_mail.hpp"
#include "native/net/tcp/connection.hpp"

namespace shunt::remote_write {

/// Precedes everything on the stream between two processes, except where a short head does. Zeros before a head are
/// skipped. Numbers are little-endian, like all systems that Shunt runs on.
struct TcpHead {
    enum Kind : std::uint32_t {
        message = 1,  ///< `bytes` of a frame of the messenger follow
        accept,       ///< `id`: the offer's handle; a TcpAccept follows
        data          ///< `bytes` of the transfer `id` follow
    };
    std::uint32_t kind = 0;
    std::uint32_t bytes = 0;
    std::uint64_t id = 0;
};
/// Precedes a frame whose header is in the EnvelopeCache: a byte with the place, and one or two with the length of the
/// rest of the frame, which follows. Why: on a slow network an empty message takes as long as its packet, 66 bytes
/// without any head.
struct TcpShortHead {
    static constexpr unsigned kMark = 0x80;   ///< in the first byte; no TcpHead begins so
    static constexpr unsigned kLong = 0x40;   ///< likewise: two bytes of length
    static constexpr unsigned kNever = 0x30;  ///< bits that are 0
    static constexpr unsigned kPlace = 0x0f;
};
/// The receiver accepts an offer.
struct TcpAccept {
    std::uint64_t id = 0;     ///< the receiver's name of the transfer
    std::uint64_t bytes = 0;  ///< that the receiver accepts
};
static_assert(sizeof(TcpHead) == 16 && sizeof(TcpAccept) == 16);

class TcpPeer;
using TcpOutgoing = FarOutgoing<TcpPeer>;
using TcpIncoming = FarIncoming<TcpPeer>;
using TcpTransfers = FarTransfers<TcpPeer>;

/// A process of another node, and the stream to and from it. Frames are copied once on each side; the data of long
/// transfers are sent from the sender's buffer and received into the receiver's.   Thread: one at a time.   Blocks:
/// never.
class TcpPeer {
public:
    TcpPeer(int number, std::int64_t patience_ns) : connection(patience_ns), number_(number) {}
    TcpPeer(const TcpPeer&) = delete;

    net::Connection connection;
    int number() const { return number_; }

    // ---- to the peer
    /// As Fabric::reserve().
    std::byte* reserve(std::size_t bytes);
    /// Adds the reserved frame to the stream; flush() follows.
    void publish();
    /// Likewise a TcpAccept, for which there is always room.
    void accept(std::uint64_t handle, const TcpAccept& accept);
    /// The receiver has accepted: the data are sent by the next flush().
    void start(TcpOutgoing& transfer) { sending_.push_back(&transfer); }
    /// The transfer is closed.
    void forget(const TcpOutgoing& transfer);
    /// Sends as much as the kernel accepts.   Returns: ok, all is sent; again.   Fails: peer_lost.
    Status flush();
    /// The same by messages of the host, all at once.
    void flush_to_mail();
    bool has_unsent() const { return out_begin_ < out_end_ || chunk_ != nullptr || !sending_.empty(); }
    /// The kernel has accepted less than there was.
    bool is_blocked() const { return is_blocked_; }

    // ---- from the peer
    /// The next frame of a message among the received bytes; data and answers before it are processed.
    /// Returns: ok; again, call fill() first.   Fails: bug, when the bytes are impossible.
    Status look(std::span<const std::byte>& frame, TcpTransfers& transfers);
    /// Gives back the frame's memory.
    void pass();
    /// Receives; data go straight to their destination. Subtracts the received bytes from `budget`.
    /// Returns: ok; again, there is no more for now.   Fails: peer_lost.
    Status fill(std::size_t& budget);
    /// epoll reports that there is something to receive.
    void may_have_more() { is_drained_ = false; }
    /// Open transfers from the peer: reads end where their data may begin.
    int incoming = 0;
    /// The incoming transfer is closed.
    void forget(const TcpIncoming& transfer);

    /// The peer is gone: nothing is sent any more.
    void lose(std::string why);
    bool is_lost() const { return is_lost_; }
    const std::string& why_lost() const { return why_; }

    /// An attempt to connect has failed, the next one is made at `next_ns`. `why`: empty if the peer did not answer.
    void try_again(std::int64_t next_ns, std::string_view why);
    std::string why_not_open() const;

    // ---- of the fabric
    bool is_ready = false;     ///< may have frames
    bool has_backlog = false;  ///< is counted as one with unsent frames
    bool is_told = false;      ///< the user knows that it is lost
    bool is_in_epoll = false;
    bool is_undecided = false;                        ///< is counted as such by `HostMail`
    bool has_greeted = false;                         ///< it may have accepted a connection made here
    HostMail* mail = nullptr;                         ///< carries the stream in place of the connection
    std::deque<std::vector<std::byte>> letters;       ///< received by it
    std::uint32_t watched = 0;                        ///< events that epoll looks for
    std::int64_t trying_since_ns = -1, retry_ns = 0;  ///< of a connection that could not be made

private:
    std::size_t unsent() const { return out_end_ - out_begin_; }
    std::size_t buffered() const { return in_end_ - in_begin_; }
    bool make_room(std::size_t bytes, bool grows);
    bool publish_short(std::byte* frame);
    Status look_short(std::span<const std::byte>& frame);
    void begin_chunk();
    void took(std::size_t bytes);
    void keep_chunk();
    bool take_accept(const TcpHead& head, TcpTransfers& transfers);
    bool take_data_head(const TcpHead& head, TcpTransfers& transfers);
    void take_data();
    Status fill_through_copy();
    Status fill_from_letters();
    void make_room_for_input();
    Status drained();

    int number_;
    std::vector<std::byte> out_;
    std::size_t out_begin_ = 0, out_end_ = 0;
    std::size_t frame_at_ = 0, frame_bytes_ = 0;  // reserved
    EnvelopeCache sent_headers_, received_headers_;
    std::deque<TcpOutgoing*> sending_;  // in turn, except the one whose chunk is under way
    TcpOutgoing* chunk_ = nullptr;
    TcpHead chunk_head_;
    std::size_t chunk_head_sent_ = 0, chunk_left_ = 0;
    std::vector<std::byte> chunk_copy_;  // of its rest, where the kernel may not read the program's memory
    bool is_blocked_ = false;

    std::unique_ptr<std::byte[]> in_;  // untouched pages cost nothing
    std::size_t in_begin_ = 0, in_end_ = 0, given_ = 0;
    TcpIncoming* place_ = nullptr;  // the destination of the data being received
    std::size_t data_left_ = 0;
    bool is_drained_ = false;
    int wake_bytes_ = 1;  // the kernel wakes only for at least so many

    bool is_lost_ = false;
    std::string why_, why_missed_;
};

}  // namespace shunt::remote_write
