#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <span>

#include "native/memory/verbs/bounce.hpp"
#include "native/memory/verbs/endpoint.hpp"

namespace shunt::memory::verbs {

/// The data about a queue pair that its peer needs; plain bytes.
struct QueuePair {
    std::uint32_t number = 0;
    std::uint32_t sequence = 0;  ///< of its first packet
};

/// The memory of a member that a peer may write: its window, and a page for meaningless words that probe the
/// connection; plain bytes.
struct PeerMemory {
    std::uint64_t window_address = 0;
    std::uint64_t aside_address = 0;
    std::uint32_t window_key = 0;
    std::uint32_t aside_key = 0;
};

/// The meaning of a write with immediate data. `word`: a word has arrived. `farewell`: the writer leaves. `lost`,
/// `bug`: all must end, because a member is lost or has found a bug. `trial`: the connection works. Stored in the four
/// highest bits of the data; the others are the rank concerned.
enum class Wake : std::uint32_t { word = 1, farewell = 2, lost = 3, bug = 4, trial = 5 };
inline constexpr int kWakeShift = 28;
constexpr std::uint32_t immediate_of(Wake wake, int about) {
    return static_cast<std::uint32_t>(wake) << kWakeShift | static_cast<std::uint32_t>(about);
}

/// One transfer between this member and a peer.
struct Transfer {
    enum class Kind : std::uint8_t { put, word, read, notice, probe };
    /// The base of `remote_address`. The addresses of the peer's window and page are known once it is connected.
    enum class Base : std::uint8_t { nothing, window, aside };
    Kind kind = Kind::put;
    Base base = Base::nothing;
    std::uint64_t remote_address = 0;
    std::uint32_t remote_key = 0;  ///< with Base::nothing
    std::uint32_t local_key = 0;   ///< 0: not registered; then the data pass through the bounce pieces
    std::uint32_t immediate = 0;   ///< of words and notices
    std::byte* data = nullptr;     ///< written only by reads
    std::uint64_t bytes = 0;
};

/// The connection to one peer: a reliable connected queue pair, and its transfers in order. A transfer waits here while
/// the queue pair is not connected or is full, so a caller sees one queue of kTransfers. Signalled work requests are:
/// the end of a registered put, a bounce piece, and each 32nd. Thread: any one at a time.   Source: InfiniBand
/// Architecture 1.4, 9.7 (reliable connections keep the order of messages).
///
/// A queue pair that has failed can be replaced: suspend(), renew(), connect(), resume(), open(). Work requests with an
/// unknown outcome are then posted to the new pair, in their order, except those up to the last word that the peer has
/// received: the peer may have used, changed and given back the memory written before a word. The peer has not read
/// data written after that word, so writing them again is harmless; words are values, not increments.
class RcConnection {
public:
    static constexpr std::uint64_t kTransfers = 64;
    static constexpr std::size_t kSmallBytes = 64;  ///< transfers of at most this length are copied at once

    RcConnection(Endpoint& endpoint, Bounce& bounce, int peer) : endpoint_(endpoint), bounce_(bounce), peer_(peer) {}
    RcConnection(const RcConnection&) = delete;

    /// Makes the queue pair.   Fails: no_memory, declined.
    Outcome create(std::uint32_t first_sequence);
    /// Connects it; from now on it receives data of the peer.   Fails: declined.
    Outcome connect(const Address& peer, const QueuePair& theirs, std::int64_t ack_timeout_ns);
    /// Sets the destination of transfers. Call this before open().
    void set_memory(const PeerMemory& memory) { memory_ = memory; }
    QueuePair mine() const { return {pair_ == nullptr ? 0 : pair_->qp_num, sequence_}; }
    const QueuePair& theirs() const { return theirs_; }
    bool is(const ibv_qp* pair) const { return pair_.get() == pair; }
    bool connected() const { return connected_; }
    /// Reports that the peer is connected too: from now on transfers are sent.
    void open() { open_ = connected_ && !suspended_; }
    bool is_open() const { return open_; }

    /// The queue pair has failed and will be replaced: transfers wait, and failures of the old pair are ignored.
    void suspend();
    bool is_suspended() const { return suspended_; }
    /// Stops the old pair: its arrivals are complete after the completion queue has been emptied after this call.
    void stop();
    /// Replaces that queue pair by a new one.   Fails: as create().
    Outcome renew(std::uint32_t first_sequence);
    /// Call this after connect(): requests are posted again from after the word that was the peer's `words_received`th.
    /// Each earlier work request becomes `nothing`, an empty write, so that requests keep their numbers.
    void resume(std::uint64_t words_received, const Transfer& nothing);
    /// Counts a write with immediate data that the peer has made through any pair of this connection.
    void count_received() { ++words_received_; }
    std::uint64_t words_received() const { return words_received_; }

    /// Adds a transfer.   Fails: again (the queue is full).
    Status push(const Transfer& transfer);
    /// Posts as many transfers as there is room for.   Fails: again (transfers are left), peer_lost (the queue pair
    /// refuses one).
    Status pump();
    /// Posts `nothing`, an empty write, ahead of waiting transfers, to wake a device that has stopped sending. At most
    /// a few times.   Returns: whether it was posted.
    bool remind(const Transfer& nothing);
    /// Whether requests were already under way at the last call, and none has ended since.
    bool is_stuck();
    /// Processes a completion of work request `number` (its low 32 bits) of the present queue pair.
    void finish(std::uint32_t number, ibv_wc_status status);

    std::uint64_t posted() const { return pushed_; }
    std::uint64_t completed() const { return done_; }
    bool waiting() const { return handed_ < pushed_ || again_ <= requests_; }
    std::uint64_t in_flight() const { return requests_ - finished_; }
    /// Whether a completion is expected: requests that are not signalled give none.
    bool owes() const { return last_signalled_ > finished_; }
    bool failed() const { return failure_ != IBV_WC_SUCCESS; }
    /// Posts again the requests of the old pair, without new transfers.   Fails: as pump().
    Status post_again();
    ibv_wc_status failure() const { return failure_; }

private:
    struct Entry : Transfer {
        std::uint64_t given = 0;  ///< bytes posted
        std::uint64_t last = 0;   ///< its last work request, if its end must be known
        std::array<std::byte, kSmallBytes> small;
    };
    struct Piece {
        std::uint64_t request;
        std::byte* memory;
    };
    /// A work request as given to the device, kept until its outcome is known.
    struct Request {
        ibv_wr_opcode opcode = IBV_WR_RDMA_WRITE;
        unsigned flags = 0;
        std::uint32_t immediate = 0;
        std::uint32_t remote_key = 0;
        std::uint64_t remote_address = 0;
        ibv_sge place{};                           ///< for inline data: only their length
        std::uint64_t words = 0;                   ///< writes with immediate data up to this request, over all queue
                                                   ///< pairs
        std::array<std::byte, kSmallBytes> small;  ///< inline data
    };

    Entry& entry(std::uint64_t number) { return entries_[number % kTransfers]; }
    Status hand_over(Entry& entry);
    void aim(Request& request, const Transfer& transfer, std::uint64_t given) const;
    Status post(Entry& entry, std::byte* piece, std::uint64_t bytes);
    Status submit(std::uint64_t number, Request& kept);
    Request& kept(std::uint64_t number) { return kept_[number % Endpoint::kWorkRequests]; }
    bool change(ibv_qp_attr& attributes, int mask) {
        return endpoint_.library().modify_qp(pair_.get(), &attributes, mask) == 0;
    }
    void retire();

    Endpoint& endpoint_;
    Bounce& bounce_;
    int peer_;
    Owned<ibv_qp> pair_;
    QueuePair theirs_;
    PeerMemory memory_;
    std::uint32_t sequence_ = 0;
    std::uint32_t inline_bytes_ = 0;
    bool connected_ = false;
    bool open_ = false;
    bool suspended_ = false;
    ibv_wc_status failure_ = IBV_WC_SUCCESS;
    std::array<Entry, kTransfers> entries_;
    std::uint64_t pushed_ = 0, handed_ = 0, done_ = 0;  // transfers: accepted here, given to the device, ended
    std::uint64_t requests_ = 0, finished_ = 0, last_signalled_ = 0;  // work requests: posted, ended
    std::uint64_t again_ = 1;  // the next work request to be posted again; greater than requests_: none
    std::uint64_t words_posted_ = 0, words_received_ = 0;
    std::array<Request, Endpoint::kWorkRequests> kept_;
    std::uint64_t seen_finished_ = 0;  // by is_stuck()
    bool seen_owing_ = false;
    int reminders_ = 0;  // since a request ended
    std::deque<Piece> pieces_;
};

}  // namespace shunt::memory::verbs
