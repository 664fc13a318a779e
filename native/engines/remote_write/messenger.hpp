#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "native/engines/remote_write/lock.hpp"
#include "native/engines/remote_write/message.hpp"
#include "native/engines/remote_write/options.hpp"

namespace shunt::remote_write {

/// All messages that a process sends and receives over one fabric, those to itself included: matching, protocols and
/// progress. Nothing waits inside except wait(). Every function looks for progress only as far as it says.
/// Thread: as Threads says.   Source: MPI-4.0 chapter 3; MPI/MBCF 3.1.
class Messenger {
public:
    /// `process`: the number of this one. `threads`: who will call.   The fabric outlives the messenger.
    Messenger(Fabric& fabric, int process, const MessengerOptions& options, Threads threads);
    /// What is outstanding is dropped: receives and sends do not end.
    ~Messenger();
    Messenger(const Messenger&) = delete;

    /// Starts a send, or a receive; it may have ended on return. Its memory is the messenger's until it has ended.
    void start(Send& send);
    void start(Receive& receive);
    /// Looks whether a message has come that `pattern` would take now (MPI_Iprobe).   Returns: false if not.
    bool probe(Context context, const Pattern& pattern, Envelope& found);
    /// As probe(), and takes the message out (MPI_Improbe): start() with it receives it.   Returns: null if there is
    /// none.
    Matched* take(Context context, const Pattern& pattern, Envelope& found);
    /// Receives a message taken out; context and pattern of `receive` do not matter.
    void start(Receive& receive, Matched* matched);

    /// Cancels a receive that no message has matched.   Returns: whether it has ended as cancelled. Else it ends as
    /// if nobody had asked.
    bool cancel(Receive& receive);
    /// Asks that a send be cancelled; also one that has ended, if it was eager, until it is started again: it is active
    /// then until the receiver has answered. Ends as cancelled if no receive has matched the message, else as success.
    void cancel(Send& send);

    /// Takes what has come, moves transfers on, sends what had no room.   Returns: whether anything moved.
    bool advance();
    /// The progress thread's advance(): it stays out where another thread is inside.   Cost: a microsecond.
    bool advance_beside();
    /// Sleeps until there may be something for advance(), at most `most_ns`.
    void wait(std::int64_t most_ns);
    /// Whether this process must go on calling advance() for others: a send or receive has not ended, or an answer has
    /// found no room. A posted receive counts, as its sender may wait for this process (MPI-4.0 3.5, progress).
    bool has_work() const;
    /// As has_work(), of sends and answers alone: what MPI_Finalize waits for.
    bool has_unsent() const;

    /// As Fabric::prefer().
    void prefer(std::span<const int> processes);
    /// The communicator is freed here. Outstanding sends and receives go on; messages nobody has received are dropped.
    void close_context(Context context);

    Counters counters() const;
    /// What was wrong in what a peer sent or in the fabric, as a sentence for the user, found by advance(); null:
    /// nothing. Then all is over.   Thread: any.
    const char* failure() const;

private:
    struct Core;
    std::unique_ptr<Core> core_;
};

}  // namespace shunt::remote_write
