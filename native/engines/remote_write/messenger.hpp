#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "native/engines/remote_write/lock.hpp"
#include "native/engines/remote_write/message.hpp"
#include "native/engines/remote_write/options.hpp"

namespace shunt::remote_write {

/// All messages that a process sends and receives over one fabric, those to itself included: matching, protocols and
/// progress. Only wait() waits. Each function makes only the progress that its comment names.
/// Thread: as Threads says.   Source: MPI-4.0 chapter 3; MPI/MBCF 3.1.
class Messenger {
public:
    /// `process`: this process's number. `threads`: which threads will call.   The fabric outlives the messenger.
    Messenger(Fabric& fabric, int process, const MessengerOptions& options, Threads threads);
    /// Drops all outstanding operations: receives and sends do not end.
    ~Messenger();
    Messenger(const Messenger&) = delete;

    /// Starts a send, or a receive; it may have ended on return. The messenger owns its memory until it has ended.
    void start(Send& send);
    void start(Receive& receive);
    /// Whether a message that `pattern` accepts has arrived (MPI_Iprobe).   Returns: false if not.
    bool probe(Context context, const Pattern& pattern, Envelope& found);
    /// As probe(), and removes the message (MPI_Improbe); start() with it receives it.   Returns: null if there is
    /// none.
    Matched* take(Context context, const Pattern& pattern, Envelope& found);
    /// Receives a message from take(); context and pattern of `receive` do not matter.
    void start(Receive& receive, Matched* matched);

    /// Cancels a receive that no message has matched.   Returns: whether it has ended as cancelled. If not, it ends as
    /// if cancel() had not been called.
    bool cancel(Receive& receive);
    /// Asks for the cancelling of a send, without effect once it has ended. Ends as cancelled if no receive has matched
    /// the message, else as success.
    void cancel(Send& send);

    /// Receives the frames that have arrived, advances transfers, sends what had no room.   Returns: whether anything
    /// moved.
    bool advance();
    /// The progress thread's advance(): it does nothing while another thread is inside.   Cost: a microsecond.
    bool advance_beside();
    /// Ends the sends for which Fabric::next_left() asks; advance() also does so now and then.
    void end_left();
    /// Sleeps until advance() may have work, at most `most_ns`.
    void wait(std::int64_t most_ns);
    /// Whether this process must continue calling advance() for others: a send or receive has not ended, or an answer
    /// has found no room. A posted receive counts, as its sender may wait for this process (MPI-4.0 3.5, progress).
    bool has_work() const;
    /// As has_work(), for sends and answers alone: MPI_Finalize waits for them.
    bool has_unsent() const;

    /// As those of Fabric.
    void prefer(std::span<const int> processes);
    void prefer_elsewhere(std::span<const int> processes);
    /// Whether a send or receive of that communicator has not ended, except for receives from any source once a peer is
    /// lost.   Cost: visits the sends and peers, where any
    /// operation is left.
    bool is_in_use(Context context) const;
    /// Call it when the communicator is freed here. Outstanding sends and receives continue; messages that no receive
    /// has matched are dropped.
    void close_context(Context context);

    Counters counters() const;
    /// A fault that advance() found in a peer's data or in the fabric, as a sentence for the user; null: none. After
    /// one the messenger is unusable.   Thread: any.
    const char* failure() const;

private:
    struct Core;
    std::unique_ptr<Core> core_;
};

}  // namespace shunt::remote_write
