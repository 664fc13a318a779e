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
/// So much of a frame lies in the cache line of its cell's header: the header of a message and 16 bytes of data.
inline constexpr std::size_t kLineFrameBytes = 40;

/// Frames with so many bytes of data, or more, are long: begin_copy().
inline constexpr std::size_t kLongFrameBytes = 4096;

/// What a receiver needs to find the data that a sender has offered. Plain bytes of the fabric; they travel in a frame.
struct Ticket {
    alignas(8) std::array<std::byte, 48> bytes{};
};

/// Memory of a posted receive that one sender may write to, once. Plain numbers of the fabric; they travel in a frame.
struct Target {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t gate = 0;  ///< of the receiver: whose claim decides between a sender and withdraw()
};

/// One long transfer, seen from one side. Both sides may copy, at once or one alone.   Thread: as Fabric.
class Transfer {
public:
    virtual ~Transfer() = default;
    /// Copies what can be copied now, for some 100 us at most.   Returns: whether anything has moved.
    virtual bool advance() = 0;
    /// The sender's data may be changed; the receiver's have all arrived. Also after a failure.
    virtual bool done() const = 0;
    /// ok, or why it failed, once done.   Fails: peer_lost.
    virtual Status status() const = 0;
    /// Bytes that cross-memory attach has copied, once done.
    virtual std::uint64_t cross_bytes() const { return 0; }

    std::uint8_t way = 0;  ///< of a fabric that is made of several: whose it is
};

/// How processes of a job exchange frames and long runs of bytes. A process never talks to itself through it.
/// Thread: one at a time (the Messenger's lock), except wait().
class Fabric {
public:
    struct Frame {
        int process = -1;                    ///< who sent it
        std::span<const std::byte> bytes{};  ///< lies in the fabric's memory until release()
        std::uint64_t cookie = 0;            ///< of the fabric
        Way way = Way::shared_memory;        ///< that it came
    };

    virtual ~Fabric() = default;

    // ---- frames: in order and reliable for each sender and receiver -------------------------------------------------

    /// Room for one frame to `process`, of at most kMostFrameBytes. It is written in place, aligned to 8 bytes.
    /// Returns: null if there is no room now. Without publish() nothing was sent, and the next reserve() starts anew.
    virtual std::byte* reserve(int process, std::size_t bytes) = 0;
    /// The caller begins, and has ended, to copy the data of a long frame, of `bytes`, to that room: to be timed.
    virtual void begin_copy(int) {}
    virtual void end_copy(int, std::size_t) {}
    /// Sends the frame just reserved, in `bytes` as reserved; wakes a receiver that sleeps.
    virtual void publish(int process) = 0;
    /// The next frame of anybody; only mailboxes in use are looked at, in turn.   Returns: false if there is none.
    virtual bool next(Frame& frame) = 0;
    /// Gives the memory of the frame back. Comes after each next() that found one, and before the following next(); any
    /// other function may be called between them.
    virtual void release(const Frame& frame) = 0;

    // ---- long transfers, agreed by frames of the messenger ----------------------------------------------------------

    /// Sender: offers `data`, at least one byte, to `process`; `ticket` then travels in a frame. With a `target`, which
    /// this process claims before the first advance() of the transfer, the data may be written there before the
    /// receiver calls accept(). Returns: null if it cannot be offered now (try again after advance()).   Owner: the
    /// fabric, until close().
    virtual Transfer* offer(int process, std::span<const std::byte> data, const Target* target, Ticket& ticket) = 0;
    /// Receiver: takes the first `into.size()` bytes of what was offered: none, some, or all. With a target, `into` is
    /// where the target was, shorter if the message is.
    /// Returns: null with the status: declined (the sender has withdrawn the offer), peer_lost, or bug (no such offer).
    virtual Transfer* accept(int process, const Ticket& ticket, std::span<std::byte> into, Status& status) = 0;
    /// Receiver: from now on the sender cannot withdraw the offer; accept() may come any time later.
    /// Returns: false if it has been withdrawn.
    virtual bool hold(int process, const Ticket& ticket) = 0;
    /// Sender: takes an offer back.   Returns: false if the receiver has accepted or holds it; true: nobody will, and
    /// only close() may follow.
    virtual bool withdraw(Transfer& transfer) = 0;
    /// Gives a transfer back that is done or withdrawn.
    virtual void close(Transfer& transfer) = 0;

    // ---- memory of posted receives ----------------------------------------------------------------------------------

    /// Receiver: lets `process` write to `into`, once.   Returns: false if that is not possible (no gate is left, no
    /// memory of others may be written): then the receive posts no request.
    virtual bool expose(int process, std::span<std::byte> into, Target& target) = 0;
    /// Receiver: takes it back; the gate is free then.   Returns: false if the sender has claimed it, whose message
    /// comes: then conclude() follows, when it has come.
    virtual bool withdraw(const Target& target) = 0;
    /// Receiver: the claimed target has served.
    virtual void conclude(const Target& target) = 0;
    /// Sender: the target of `process` is this sender's.   Returns: false if the receiver has taken it back.
    virtual bool claim(int process, const Target& target) = 0;

    /// Whether frames with `process` go along with memory that both see: offers can be withdrawn by their sender alone,
    /// and buffers exposed. Where not, hold() says yes, withdraw() of a transfer and expose() say no.
    virtual bool has_gates(int) const { return true; }
    /// Whether a message to `process` that fits in a frame had better go by one than be written to a receive that was
    /// first, as frames with it are copied so fast; and whether that holds of messages from it. A hint, which may
    /// change with each call: the two sides need not agree.
    virtual bool prefers_frame_to(int) { return false; }
    virtual bool prefers_frame_from(int) const { return false; }
    /// What moves long messages to and from `process`, once frames with it go.
    virtual Way way_to(int) const { return Way::shared_memory; }
    /// The way of the frame reserved last.
    Way reserved_way() const { return reserved_way_; }
    /// Among the processes that this one sends to these, the first before the others, are worth the fastest way, where
    /// not all can have it. Holds until the next call, or until the process sends much more to others.
    virtual void prefer(std::span<const int>) {}

    // ---- processes that are gone ------------------------------------------------------------------------------------

    /// A process that is gone, each once, after all its frames. Its transfers are done then, with peer_lost; reserve()
    /// for it gives null for ever, accept() from it peer_lost.   Returns: -1 if there is none.
    virtual int next_lost() { return -1; }
    /// Something that the program waited for is lost with `process`: the user is told why, once.
    virtual void tell_lost(int) {}
    /// This process owes nothing any more: its end is no loss to others.
    virtual void finish() {}
    /// Whether frames that were published have not left this process: it must go on calling next().   Thread: any.
    virtual bool has_unsent() const { return false; }

    // ---- waiting ----------------------------------------------------------------------------------------------------

    /// Whether what goes on comes in pieces so slowly, and wakes so surely, that who waits had better sleep than look.
    /// Thread: any.
    virtual bool prefers_sleep() const { return false; }
    /// Sleeps until something was published to this process, or a transfer of it moved; at most `most_ns`. May end for
    /// no reason.   Thread: any, beside one that uses the rest.
    virtual void wait(std::int64_t most_ns) = 0;
    /// What was wrong in memory that others write, as a sentence for the user; null: nothing. Then all is over.
    virtual const char* failure() const { return nullptr; }

protected:
    Way reserved_way_ = Way::shared_memory;
};

}  // namespace shunt::remote_write
