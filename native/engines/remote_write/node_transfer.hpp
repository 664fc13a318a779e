#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "native/engines/remote_write/fabric.hpp"
#include "native/engines/remote_write/node_peer.hpp"
#include "native/engines/remote_write/transfer_record.hpp"

namespace shunt::remote_write {

/// State shared by the transfers of a fabric.
struct TransferSurroundings {
    const NodeFabricOptions& options;
    bool fences = false;                         ///< as NodePeer::publish()
    bool is_broken = false;                      ///< a process has written an impossible value; the fabric is unusable
    std::atomic<bool> hurries{false};            ///< a transfer must be advanced soon, so no wait sleeps
    std::atomic<bool> lacks_common_room{false};  ///< a common mailbox is full: no process reports when it has room
    std::atomic<bool> check_is_due{false};       ///< whether peers that owe something are alive
    CopyPeriod period{};

    /// A peer has no room for frames at present.
    void note_refusal(NodePeer& to);
};

/// Identifies an offer's transfer, and the place of its data: the content of a Ticket.
struct OfferTicket {
    std::uint64_t handle = 0;  ///< of the sender: slot, and generation of the slot
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint32_t record = kNoRecord;  ///< of the claimed target
    std::uint32_t serial = 0;
    std::uint64_t unused = 0;
    std::uint64_t check = 0;

    static constexpr std::uint32_t kNoRecord = ~std::uint32_t{0};
    std::uint64_t right_check() const;
};
static_assert(sizeof(OfferTicket) == sizeof(Ticket));

/// Answer to an offer: where the sender puts the data. The content of a frame.
struct AcceptFrame {
    std::uint64_t handle = 0;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint32_t record = 0;
    std::uint32_t serial = 0;
    std::uint64_t check = 0;

    std::uint64_t right_check() const;
};

/// Precedes the data of a block. With the frame's word it fills a cell, so that the data begin on one.
struct BlockHead {
    std::uint32_t record = 0;
    std::uint32_t serial = 0;
    std::uint64_t chunk = 0;
    std::uint64_t bytes = 0;
    std::uint64_t unused[4] = {};
};
static_assert(sizeof(BlockHead) + sizeof(Word) == kCellBytes);

/// One side of a long transfer. Data move in chunks, in any order. While both processes are active they copy in the way
/// that the receiver has found to be the fastest (CopyWays): the sender into frames and the receiver out of them, or
/// one or both by cross-memory attach. A side whose peer makes no progress copies the unclaimed chunks alone, by
/// cross-memory attach, until the peer is back. Where the kernel refuses that, the remaining chunks go in frames.
class NodeTransfer : public Transfer {
public:
    NodeTransfer(NodePeer& peer, TransferSurroundings& around, bool goes_out)
        : is_outgoing(goes_out), peer_(&peer), around_(&around) {}
    ~NodeTransfer() override { note_end(false, 0); }
    const bool is_outgoing;
    bool done() const override { return done_; }
    Status status() const override { return status_; }
    NodePeer& peer() const { return *peer_; }
    /// The peer is lost.
    void give_up() {
        if (!done_) end(Status::peer_lost);
    }

protected:
    /// Whether the peer has made no progress for so long that this side continues alone, if it `could`.
    bool is_alone(bool could);
    void moved() { still_since_ns_ = 0, alone_ = 0; }
    /// How many chunks this side copies by cross-memory attach in one step, if that is the `way`: as many as it can
    /// claim, as a system call costs as much as some chunks.
    std::uint64_t chunks_at_once(CopyWay way) const {
        constexpr std::uint64_t kMostAtOnce = 64;
        return std::min(way == CopyWay::pull ? chunks_ : chunks_ - chunks_ / 2, kMostAtOnce);
    }
    /// `tells`: its duration measures its way. `pushed`: chunks that the sender has copied alone.
    void end(Status status, bool tells = false, std::uint64_t pushed = 0) {
        done_ = true;
        status_ = status;
        note_end(tells, pushed);
    }
    /// From now on data move; `way`: of an incoming transfer.
    void note_begin(std::uint64_t bytes, std::optional<CopyWay> way);
    void note_end(bool tells, std::uint64_t pushed);
    std::uint64_t chunk_bytes() const { return around_->options.inbox.block_bytes; }
    std::uint64_t chunks_of(std::uint64_t bytes) const { return (bytes + chunk_bytes() - 1) / chunk_bytes(); }
    /// How many chunks this side copies alone now: few at first, as the peer may be back soon; all at once where the
    /// two share cores, and this side has the core.
    std::uint64_t share_of(std::uint64_t unclaimed) const {
        constexpr std::uint64_t kMostAtOnce = 32;
        if (around_->options.spin_ns == 0) return std::min(unclaimed, kMostAtOnce);
        return std::clamp<std::uint64_t>(unclaimed / 2, 1, std::uint64_t{1} << alone_);
    }
    bool broken() {
        around_->is_broken = true;
        return true;
    }

    NodePeer* peer_;
    TransferSurroundings* around_;
    TransferRecord* record_ = nullptr;
    std::uint32_t serial_ = 0;
    std::uint64_t chunks_ = 0;

private:
    std::int64_t still_since_ns_ = 0;
    int alone_ = 0;             // times in a row that this side continued alone
    bool is_measured_ = false;  // it has begun, and not ended
    std::uint64_t measured_bytes_ = 0;
    bool done_ = false;
    Status status_ = Status::ok;
};

/// The sender's side.
class OutgoingTransfer final : public NodeTransfer {
public:
    OutgoingTransfer(NodePeer& peer, TransferSurroundings& around, std::uint64_t handle,
                     std::span<const std::byte> data)
        : NodeTransfer(peer, around, true), handle_(handle), data_(data) {}

    std::uint64_t handle() const { return handle_; }
    bool has_target = false;  ///< it begins in exposed memory
    /// Whether this sender has claimed the exposed memory.
    bool has_its_target() const { return record_->gate.is_claimed(serial_); }
    /// The receiver accepts the first `bytes`, for `address`.   Fails: false, when that is impossible.
    bool begin(std::uint32_t record, std::uint32_t serial, std::uint64_t address, std::uint64_t bytes);
    bool advance() override;
    std::uint64_t cross_bytes() const override { return data_.size() - streamed_bytes_; }

private:
    bool stream();
    bool push();
    bool push_beside();
    bool copy_out(ChunkRange range);
    CopyWay way() const;
    ChunkRange next_to_stream();
    std::span<const std::byte> bytes_of(ChunkRange range) const;
    void look_for_end();

    std::uint64_t handle_;
    std::span<const std::byte> data_;
    std::uint64_t address_ = 0;  // in the receiver
    std::uint32_t record_number_ = 0;
    std::uint64_t copied_ = 0;  // chunks that this side has copied, in frames or alone
    std::uint64_t streamed_bytes_ = 0;
    ChunkRange again_;        // claimed by either side, to be sent in frames
    std::uint64_t seen_ = 0;  // the record's claims when last seen
};

/// The receiver's side: of an accepted offer, or of memory exposed to one possible sender.
class IncomingTransfer final : public NodeTransfer {
public:
    IncomingTransfer(NodePeer& peer, TransferSurroundings& around, std::span<std::byte> into)
        : NodeTransfer(peer, around, false), into_(into) {}

    bool has_record() const { return record_ != nullptr; }
    std::uint32_t record() const { return which_; }
    std::uint32_t serial() const { return serial_; }
    std::span<std::byte> into() const { return into_; }
    /// Begins with the offer of these data. `tells`: the sender does not know the address yet.   Fails: false, when
    /// that is impossible.
    bool begin(const OfferTicket& offer, std::size_t bytes, bool tells);
    /// A block has arrived.   Fails: false, for a block that no sender can have sent.
    bool take(const BlockHead& head, std::span<const std::byte> data);
    bool advance() override;
    std::uint64_t cross_bytes() const override { return into_.size() - received_bytes_; }
    /// Uses record `which` for this transfer; nothing moves before that.
    void open(std::uint32_t which, TransferRecord& record, std::uint32_t serial);

    bool is_exposed = false;   ///< to be given back by conclude() or withdraw()
    bool is_accepted = false;  ///< to be given back by close()

private:
    bool tell();
    bool pull();
    bool copy_in(ChunkRange range);
    void look_for_end();

    std::uint32_t which_ = 0;
    CopyWay way_ = CopyWay::ring;
    std::span<std::byte> into_;
    OfferTicket offer_;
    std::uint64_t received_ = 0;  // chunks in frames
    std::uint64_t received_bytes_ = 0;
    std::uint64_t pulled_ = 0;  // chunks copied alone
    bool begun_ = false;
    bool tells_ = false;
    bool can_pull_ = true;
    bool has_moved_ = false;
};

}  // namespace shunt::remote_write
