#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/memory/tcp_frame.hpp"
#include "native/net/address.hpp"
#include "native/net/descriptor.hpp"
#include "native/net/liveness.hpp"
#include "native/net/tcp/handshake.hpp"

namespace shunt::memory {

/// One TCP connection between two members, remote writes in both directions at once: out of the user's memory, straight
/// into the window. Owner: data posted by reference is the user's and stays until sent.   Thread: any one at a time.
/// Blocks: never. Raises no SIGPIPE.
class TcpLink {
public:
    enum class State {
        closed,
        connecting,  ///< the kernel has not connected yet
        greeting,    ///< the two ends have not authenticated each other
        expecting,   ///< the peer's own connection will replace this one
        open,
        broken
    };
    static constexpr std::size_t kInlineBytes = 4096;  ///< data up to this length is always copied

    State state() const { return state_; }
    int descriptor() const { return socket_.number(); }
    bool has_socket() const { return socket_.is_open(); }
    /// Whether it must be woken when the socket takes more.
    bool wants_write() const { return state_ == State::connecting || (state_ == State::open && blocked_); }
    bool has_unsent() const { return count_ > 0; }
    /// When it began to be expecting.
    std::int64_t expecting_since_ns() const { return since_ns_; }

    /// How long a peer may be silent.
    explicit TcpLink(std::int64_t patience_ns = net::kUsualPatienceNs) : patience_ns_(patience_ns) {}

    /// Begins a connection from `own` as `identity`.   Fails: no_memory (no descriptors), declined (no such address),
    /// peer_lost.
    Outcome connect(net::Ipv4 own, const net::Endpoint& peer, const net::Identity& identity);
    /// Takes over an authenticated connection; an own attempt is given up, and posted frames go over this one.
    void adopt(net::Descriptor socket);
    void fail();
    /// After a failed connection attempt: closed again; posted frames stay queued.
    void try_again();
    /// Whether it could not be made for a reason that may pass: a network that is down, a listener that had no place.
    bool may_pass() const { return may_pass_; }
    /// Whether the peer has answered nothing for the link's patience, although it was asked.
    bool is_silent(std::int64_t now_ns) { return silence_.is_over(descriptor(), now_ns, patience_ns_); }
    std::uint32_t silent_ms() const { return silence_.silent_ms(); }
    /// Tells the peer that `lost` is lost to this member, if that needs no waiting, and closes.
    void fail_telling(int lost, Status status);
    /// The member that the peer has reported as lost; -1: none.
    int told_lost() const { return told_lost_; }

    /// Posts one frame, copying `data` unless `by_reference`, and may send it at once.
    /// Fails: again (full), peer_lost.
    Status post(const TcpFrame& frame, std::span<const std::byte> data, bool by_reference, std::uint64_t number);
    /// Sends what the kernel takes.   Fails: again (something is left), peer_lost.
    Status write();
    /// Receives into `window`, at most a few MiB a call; sets `moved` if anything arrived. Fails: peer_lost, bug (no
    /// valid frame for this window); the peer's failure, see told_lost().
    Status read(std::span<std::byte> window, std::int64_t now_ns, bool& moved);
    /// The number of the last post before the first whose data must stay, of `posted` posts in all.
    std::uint64_t completed(std::uint64_t posted) const;

private:
    struct Entry {
        std::array<std::byte, kTcpFrameBytes> header{};
        const std::byte* data = nullptr;  // of the payload from `skip` on
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
    bool keep_all();
    Status send_some(bool more);
    void took(std::size_t bytes);
    Status finish_connecting();
    Status introduce(std::int64_t now_ns);
    Status lost(int error);
    Status parse(std::span<const std::byte> bytes, std::span<std::byte> window);

    net::Descriptor socket_;
    State state_ = State::closed;
    std::int64_t patience_ns_;
    net::Handshake handshake_;  // while greeting
    net::SilenceWatch silence_;
    bool may_pass_ = false;
    std::int64_t since_ns_ = 0;
    int told_lost_ = -1;
    bool blocked_ = false;  // the kernel took less than was there
    bool corked_ = false;   // it holds back an unfilled segment

    std::vector<Entry> entries_;  // a ring, made with the first post
    std::size_t first_ = 0, count_ = 0;
    std::size_t front_sent_ = 0;  // bytes of the first, with its header
    std::size_t copied_ = 0;      // bytes held in copies

    std::array<std::byte, kTcpFrameBytes> header_{};
    std::size_t header_filled_ = 0;
    std::byte* place_ = nullptr;  // where the rest of the payload under way goes
    std::size_t left_ = 0;
    std::vector<std::byte> scratch_;
};

}  // namespace shunt::memory
