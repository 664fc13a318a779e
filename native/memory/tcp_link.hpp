#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/memory/tcp_frame.hpp"
#include "native/net/address.hpp"
#include "native/net/descriptor.hpp"
#include "native/net/tcp/connection.hpp"

namespace shunt::memory {

/// One TCP connection between two members that carries remote writes in both directions: from the user's memory, and
/// straight into the window. Owner: data posted by reference belong to the user and stay until sent.   Thread: any one
/// at a time. Blocks: never. Raises no SIGPIPE.
class TcpLink {
public:
    using State = net::Connection::State;
    static constexpr std::size_t kInlineBytes = 4096;  ///< data up to this length is always copied

    State state() const { return connection_.state(); }
    int descriptor() const { return connection_.descriptor(); }
    bool has_socket() const { return connection_.has_socket(); }
    /// Whether it must be called when the socket has room again.
    bool wants_write() const { return state() == State::connecting || (state() == State::open && blocked_); }
    bool has_unsent() const { return count_ > 0; }
    /// Since when its state is `expecting`.
    std::int64_t expecting_since_ns() const { return connection_.expecting_since_ns(); }

    /// How long a peer may be silent.
    explicit TcpLink(std::int64_t patience_ns = net::kUsualPatienceNs) : connection_(patience_ns) {}

    /// As Connection. Frames posted before it is open stay queued, and are sent on the connection that is used in the
    /// end.
    Outcome connect(net::Ipv4 own, const net::Endpoint& peer, const net::Identity& identity) {
        return connection_.connect(own, peer, identity);
    }
    void adopt(net::Descriptor socket) { connection_.adopt(std::move(socket)); }
    void fail() { connection_.fail(); }
    void try_again() { connection_.try_again(); }
    bool may_pass() const { return connection_.may_pass(); }
    bool is_silent(std::int64_t now_ns) { return connection_.is_silent(now_ns); }
    std::uint32_t silent_ms() const { return connection_.silent_ms(); }
    /// Tells the peer that this member has lost `lost`, if the kernel takes the frame at once, and closes.
    void fail_telling(int lost, Status status);
    /// The member that the peer has reported as lost; -1: none.
    int told_lost() const { return told_lost_; }

    /// Posts one frame, copying `data` unless `by_reference`, and may send it at once.
    /// Fails: again (full), peer_lost.
    Status post(const TcpFrame& frame, std::span<const std::byte> data, bool by_reference, std::uint64_t number);
    /// Copies the posts in the program's memory.   Returns: whether there were any.
    bool keep_all();
    /// Sends as much as the kernel accepts.   Fails: again (frames are left), peer_lost.
    Status write();
    /// Receives into `window`, at most a few MiB a call; sets `moved` if any bytes arrived. Fails: peer_lost; bug (no
    /// valid frame for this window); the failure that the peer has reported, see told_lost().
    Status read(std::span<std::byte> window, std::int64_t now_ns, bool& moved);
    /// Number of the last post before the first post whose data must stay; `posted`: number of posts so far.
    std::uint64_t completed(std::uint64_t posted) const;

private:
    struct Entry {
        std::array<std::byte, kTcpFrameBytes> header{};
        const std::byte* data = nullptr;  // of the payload, from `skip` on
        std::size_t bytes = 0;            // of the payload
        std::size_t skip = 0;             // bytes sent before the rest was copied
        std::uint64_t number = 0;
        bool by_reference = false;
        std::vector<std::byte> copy;
    };
    static constexpr std::size_t kEntries = 64;

    Entry& entry(std::size_t i) { return entries_[(first_ + i) % kEntries]; }
    const Entry& entry(std::size_t i) const { return entries_[(first_ + i) % kEntries]; }
    void keep_rest(Entry& post);
    Status send_some(bool more);
    void took(std::size_t bytes);
    Status parse(std::span<const std::byte> bytes, std::span<std::byte> window);

    net::Connection connection_;
    int told_lost_ = -1;
    bool blocked_ = false;  // the kernel took less than there was to send
    bool corked_ = false;   // the kernel holds back a segment that is not full

    std::vector<Entry> entries_;  // a ring, made with the first post
    std::size_t first_ = 0, count_ = 0;
    std::size_t front_sent_ = 0;  // bytes of the first entry, with its header
    std::size_t copied_ = 0;      // bytes held in copies

    std::array<std::byte, kTcpFrameBytes> header_{};
    std::size_t header_filled_ = 0;
    std::byte* place_ = nullptr;  // destination of the rest of the present payload
    std::size_t left_ = 0;
    std::vector<std::byte> scratch_;
};

}  // namespace shunt::memory
