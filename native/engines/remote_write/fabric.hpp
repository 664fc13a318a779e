#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "native/base/status.hpp"
#include "native/engines/remote_write/envelope.hpp"

namespace shunt::remote_write {

/// Longest frame: 16 KiB of data behind the messenger's header.
inline constexpr std::size_t kMostFrameBytes = 16 * 1024 + 256;
/// Bytes of a frame in the cache line of its cell's header: the header of a message and 16 bytes of data.
inline constexpr std::size_t kLineFrameBytes = 40;

/// Frames with at least so many bytes of data are long: begin_copy().
inline constexpr std::size_t kLongFrameBytes = 4096;

/// Tells a receiver where the offered data are. Plain bytes of the fabric; they travel in a frame.
struct Ticket {
    alignas(8) std::array<std::byte, 48> bytes{};
};

/// Memory of a posted receive that one sender may write to, once. Plain numbers of the fabric; they travel in a frame.
struct Target {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t gate = 0;  ///< of the receiver: decides between a sender's claim and withdraw()
};

/// One long transfer, seen from one side. Both sides may copy, at the same time or one alone.   Thread: as Fabric.
class Transfer {
public:
    virtual ~Transfer() = default;
    /// Copies as much as is possible now, for some 100 us at most.   Returns: whether any byte has moved.
    virtual bool advance() = 0;
    /// Sender: the data may be changed; receiver: all data have arrived. Also true after a failure.
    virtual bool done() const = 0;
    /// Once done: ok, or why it failed.   Fails: peer_lost.
    virtual Status status() const = 0;
    /// Bytes that cross-memory attach has copied, once done.
    virtual std::uint64_t cross_bytes() const { return 0; }

    std::uint8_t way = 0;  ///< in a fabric composed of several: the one it belongs to
};

/// How processes of a job exchange frames and long runs of bytes. A process never talks to itself through it.
/// Thread: one at a time (the Messenger's lock), except wait().
class Fabric {
public:
    struct Frame {
        int process = -1;                    ///< the sender
        std::span<const std::byte> bytes{};  ///< lies in the fabric's memory until release()
        std::uint64_t cookie = 0;            ///< of the fabric
        Way way = Way::shared_memory;        ///< by which it arrived
    };

    virtual ~Fabric() = default;

    // ---- frames: in order and reliable for each sender and receiver -------------------------------------------------

    /// Room for one frame to `process`, of at most kMostFrameBytes. It is written in place, aligned to 8 bytes.
    /// Returns: null if there is no room now. Without publish() nothing was sent, and the next reserve() starts anew.
    virtual std::byte* reserve(int process, std::size_t bytes) = 0;
    /// The caller begins, and has ended, copying the `bytes` of data of a long frame to that room; for timing.
    virtual void begin_copy(int) {}
    virtual void end_copy(int, std::size_t) {}
    /// Sends the frame just reserved, with the reserved `bytes`; wakes a sleeping receiver.
    virtual void publish(int process) = 0;
    /// The next frame of any sender. It polls only mailboxes in use, in turn.   Returns: false if there is none.
    virtual bool next(Frame& frame) = 0;
    /// Gives back the memory of the frame. Required after each next() that found one, before the following next();
    /// other functions may be called in between.
    virtual void release(const Frame& frame) = 0;

    // ---- long transfers, agreed by frames of the messenger ----------------------------------------------------------

    /// Sender: offers `data`, at least one byte, to `process`; `ticket` then travels in a frame. With a `target`, the
    /// data may be written there before the receiver calls accept(); this process claims the target before the first
    /// advance() of the transfer. Returns: null if no offer is possible now (try again after advance()).   Owner: the
    /// fabric, until close().
    virtual Transfer* offer(int process, std::span<const std::byte> data, const Target* target, Ticket& ticket) = 0;
    /// Receiver: accepts the first `into.size()` bytes of the offer: none, some, or all. With a target, `into` is the
    /// target's memory, shortened to the message's length.
    /// Returns: null with the status: declined (the sender has withdrawn the offer), peer_lost, or bug (no such offer).
    virtual Transfer* accept(int process, const Ticket& ticket, std::span<std::byte> into, Status& status) = 0;
    /// Receiver: from now on the sender cannot withdraw the offer; accept() may follow at any later time.
    /// Returns: false if it was withdrawn.
    virtual bool hold(int process, const Ticket& ticket) = 0;
    /// Receiver: whether the sender has withdrawn the offer, which is not accepted; it may still do so later.
    virtual bool is_withdrawn(int, const Ticket&) { return false; }
    /// Sender: withdraws an offer.   Returns: false if the receiver has accepted or holds it; true: the receiver cannot
    /// accept it any more, and only close() may follow.
    virtual bool withdraw(Transfer& transfer) = 0;
    /// Gives back a transfer that is done or withdrawn, or an offer that its receiver will not accept.
    virtual void close(Transfer& transfer) = 0;
    /// Sender: gives back an offer that stands, as the fabric has a copy of the data.   Returns: false if it has none,
    /// or too many: then nothing has changed.
    virtual bool leave(Transfer&) { return false; }
    /// Receiver: accept() will not follow, and hold() does not matter any more.
    virtual void refuse(int, const Ticket&) {}

    // ---- memory of posted receives ----------------------------------------------------------------------------------

    /// Receiver: lets `process` write to `into`, once.   Returns: false if that is impossible (no gate is free, or no
    /// other process's memory may be written): the receive then posts no request.
    virtual bool expose(int process, std::span<std::byte> into, Target& target) = 0;
    /// Receiver: takes the target back and frees its gate.   Returns: false if the sender has claimed it and will send
    /// its message: conclude() must follow once the message has arrived.
    virtual bool withdraw(const Target& target) = 0;
    /// Receiver: the claimed target is no longer needed.
    virtual void conclude(const Target& target) = 0;
    /// Sender: claims the target of `process`.   Returns: false if the receiver has taken it back.
    virtual bool claim(int process, const Target& target) = 0;

    /// Whether the frames of `process` have gates beside them, in memory that both see: then a sender can withdraw
    /// offers alone, and buffers can be exposed. Without gates hold() returns true, withdraw() of a transfer and
    /// expose() false.
    virtual bool has_gates(int) const { return true; }
    /// Whether a message to `process` that fits in a frame is faster in one than written to a receive that was posted
    /// first, as frames to it are copied so fast; and whether that holds for messages from it. A hint that may change
    /// with each call: the two sides need not agree.
    virtual bool prefers_frame_to(int) { return false; }
    virtual bool prefers_frame_from(int) const { return false; }
    /// The transport of long messages to and from `process`, once frames with it are possible.
    virtual Way way_to(int) const { return Way::shared_memory; }
    /// The way of the last reserved frame.
    Way reserved_way() const { return reserved_way_; }
    /// Names receivers of this node that deserve the fastest way where not all can have it, in order of importance.
    /// Holds until the next call, or until this process sends much more to others.
    virtual void prefer(std::span<const int>) {}
    /// Likewise processes of other nodes; both ends of a pair must prefer each other.
    virtual void prefer_elsewhere(std::span<const int>) {}

    /// A process whose offers may be left from now on, each once.   Returns: -1 if there is none.
    virtual int next_left() { return -1; }

    // ---- processes that are gone ------------------------------------------------------------------------------------

    /// A process that is gone, each once, after all its frames. Its transfers are then done, with peer_lost; reserve()
    /// for it always returns null, accept() from it peer_lost.   Returns: -1 if there is none.
    virtual int next_lost() { return -1; }
    /// The program waited for an operation that is lost with `process`: the user is told why, once.
    virtual void tell_lost(int) {}
    /// This process owes nothing any more: its end is no loss to others.
    virtual void finish() {}
    /// Whether published frames have not left this process: it must continue calling next().   Thread: any.
    virtual bool has_unsent() const { return false; }

    // ---- waiting ----------------------------------------------------------------------------------------------------

    /// Whether a waiting process should sleep rather than poll: what is under way arrives slowly, and wakes it
    /// reliably.
    /// Thread: any.
    virtual bool prefers_sleep() const { return false; }
    /// Sleeps until a process publishes to this one, or a transfer of this one moves; at most `most_ns`. It may also
    /// end without a reason.   Thread: any, while another uses the rest.
    virtual void wait(std::int64_t most_ns) = 0;
    /// What was wrong in memory that others write, as a sentence for the user; null: nothing. After a failure the
    /// fabric is unusable.
    virtual const char* failure() const { return nullptr; }

protected:
    Way reserved_way_ = Way::shared_memory;
};

}  // namespace shunt::remote_write
