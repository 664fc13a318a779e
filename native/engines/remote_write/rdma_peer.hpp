#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "native/engines/remote_write/far_transfer.hpp"
#include "native/engines/remote_write/rdma_slot.hpp"
#include "native/engines/remote_write/rdma_way.hpp"
#include "native/memory/direct_memory.hpp"

namespace shunt::remote_write {

class RdmaPeer;

/// Data that this process has offered. The receiver reads registered data; others are written by this process.
class RdmaOutgoing final : public FarOutgoing<RdmaPeer> {
public:
    using FarOutgoing::FarOutgoing;
    /// The receiver has read the bytes it accepts.   Returns: false if that is impossible.
    bool was_read() { return !is_accepted() && begin(0, 0); }
    memory::Registration registration;  ///< with a key: the data may be read
};

/// Data that this process has accepted.
class RdmaIncoming final : public FarIncoming<RdmaPeer> {
public:
    using FarIncoming::FarIncoming;
    memory::Registration registration;  ///< with a key: this process reads
    memory::Place source;               ///< where the data are, if there is a key
    std::uint64_t handle = 0;           ///< of the offer
    std::uint64_t number = 0;           ///< of the read, for completed(); 0: not begun
};

using RdmaTransfers = FarTransfers<RdmaPeer, RdmaOutgoing, RdmaIncoming>;

/// A process of another node, and the cells to and from it. A frame is reserved, written in place, and published: the
/// body first, then the cell, which wakes the receiver.   Thread: one at a time.   Blocks: never.
class RdmaPeer {
public:
    /// `own_line`: where this process's RdmaLine lies in the peer's window.
    RdmaPeer(memory::DirectMemory& memory, int number, std::uint64_t own_line)
        : number_(number), memory_(memory), own_line_(own_line) {}
    RdmaPeer(const RdmaPeer&) = delete;
    int number() const { return number_; }

    /// What the fabric tells the peer by TCP.
    enum Notice : std::uint32_t {
        turned = 1,  ///< later frames are in cells
        given_up,    ///< this process takes no part in the round
        done,        ///< all cells of the round are written
        lost         ///< this process has lost the peer, as RDMA has failed
    };

    // ---- which way the frames go
    RdmaWay way;
    RdmaSlot slot;        ///< while this process has granted it
    memory::Place there;  ///< this process's slot at the peer, while the peer has granted it
    int offers = 0;       ///< of this process by RDMA, not closed
    /// Frames that have arrived by TCP before earlier ones were read from cells.
    std::deque<std::vector<std::byte>> held;
    std::uint64_t frames = 0, recent = 0;  ///< since the last review; and before, each review halves them
    int put_off = 0;                       ///< reviews since the peer asked, if this process has not answered
    bool was_declined = false;             ///< since the last review the peer has refused memory

    // ---- to the peer
    /// Room for `bytes` of a frame.   Returns: null if there is none now.
    std::byte* reserve(std::size_t bytes);
    /// Writes the frame just reserved.   Fails: peer_lost.
    Status publish() { return write(RdmaCell::message, reserved_bytes_); }
    /// Sends a short record after the records that wait.
    void control(RdmaCell::Kind kind, const void* record, std::size_t bytes);
    /// The receiver has accepted: the data are written in pieces.
    void start(RdmaOutgoing& transfer) { writing_.push_back(&transfer); }
    void forget(const RdmaOutgoing& transfer) { std::erase(writing_, &transfer); }
    /// Writes the waiting records and pieces, as far as there is room.   Fails: again (some are left), peer_lost.
    Status flush();
    bool has_unsent() const { return !controls_.empty() || !writing_.empty() || owes_credit_; }
    /// All that was posted is done, and nothing waits.
    bool is_idle() const;
    /// Whether so much is under way that some of it may wait in the memory.
    bool has_much_under_way() const { return cells_sent_ - cells_taken_ > kMuch && memory_.room(number_) < kMuch; }
    /// The peer has consumed so much: cells in the upper half, 8 bytes each of the body in the lower one, modulo 2^32.
    /// Returns: false if that is impossible.
    bool take_credit(std::uint64_t credit);

    // ---- from the peer
    /// The next cell.   Returns: null if there is none.
    const RdmaCell* look() const;
    /// Whether a process of this job may have written it.
    bool is_right(const RdmaCell& cell) const;
    /// For a right cell only.
    std::span<const std::byte> bytes_of(const RdmaCell& cell) const {
        if (!cell.has_body()) return {cell.payload, cell.bytes};
        return {slot.body(cell.body_end - RdmaSlot::rounded(cell.bytes)), cell.bytes};
    }
    /// Gives back the memory of that cell, and reports that to the peer now and then.
    void pass(const RdmaCell& cell);

    // ---- of the fabric
    bool is_ready = false;     ///< may have cells
    bool has_backlog = false;  ///< is counted as one with unsent frames
    bool is_lost = false;
    bool owes_given_up = false;  ///< there was no room for the notice
    bool owes_lost = false;      ///< likewise
    bool is_left = false;        ///< it has lost this process
    bool has_left_tcp = false;   ///< its TCP connection has ended
    bool is_wrong = false;       ///< has sent something that no process of this job sends
    bool is_told = false;        ///< the user knows that it is lost

private:
    struct Control {
        RdmaCell::Kind kind;
        std::uint32_t bytes;
        std::byte record[kLineFrameBytes];
    };
    static constexpr std::uint64_t kMuch = 32;  // a cell may take two work requests
    bool may_post() const;
    bool has_room(std::size_t bytes, bool has_body) const;
    std::uint64_t body_start(std::uint64_t bytes) const;
    Status write(RdmaCell::Kind kind, std::size_t bytes);
    Status write_piece(RdmaOutgoing& transfer);
    void say_credit();

    int number_;
    memory::DirectMemory& memory_;
    std::uint64_t own_line_;
    std::uint64_t cells_sent_ = 0, cells_taken_ = 0;  // taken: by the peer, as far as it has reported
    std::uint64_t body_sent_ = 0, body_taken_ = 0;
    std::size_t reserved_bytes_ = 0;
    alignas(8) std::byte short_[kLineFrameBytes]{};  // a short frame, or the contents of a cell
    std::deque<Control> controls_;
    std::deque<RdmaOutgoing*> writing_;

    std::uint64_t cells_read_ = 0, body_read_ = 0;  // consumed, from the peer
    std::uint64_t cells_told_ = 0, body_told_ = 0;  // reported to the peer
    bool owes_credit_ = false;
};

}  // namespace shunt::remote_write
