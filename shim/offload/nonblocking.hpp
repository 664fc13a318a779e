#pragma once
// Collectives in the background: nonblocking and persistent ones that an engine carries.
#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "native/base/operation.hpp"
#include "shim/objects/own_request.hpp"
#include "shim/objects/request_pool.hpp"
#include "shim/offload/part_of_sum.hpp"
#include "shim/offload/progress_thread.hpp"

namespace shunt {

struct CommRecord;
struct CommTeam;
struct Session;
struct CollectiveArguments;
struct Decision;
class CallBuffers;
class Messages;
struct NonblockingCall;

/// A call to be begun, or made.
struct CallToBegin {
    const CollectiveArguments& arguments;
    CommRecord& record;
    CommTeam& team;
    const Decision& decision;
    std::unique_ptr<CallBuffers> buffers;
    std::uint64_t copied_bytes = 0;  ///< of a call without a request, whose data is sent from a copy
};

/// All calls that this process has begun and whose end the program has not learnt of, and the persistent calls that may
/// be started.
/// Thread: any.   Fails: std::bad_alloc, before peers can rely on the call.
class NonblockingCalls {
public:
    /// `under_way`: a sum that also counts its active calls; `pool`: supplies their requests.   Owner: both outlive it.
    NonblockingCalls(std::atomic<int>& under_way, RequestPool& pool);
    ~NonblockingCalls();

    /// Starts the thread that advances calls which peers wait for. To be called before any call begins. `always`: also
    /// while the program computes.   Returns: whether there is a thread.
    bool start_thread(bool always);
    ProgressThread& thread() { return thread_; }
    /// Lets that thread advance messages too.   Owner: `messages` outlives this.
    void drive_too(const Session& s, Messages& messages);
    /// Notes whether messages are under way for which this process must poll.
    void note_messages(bool have_work) {
        if (messages_wait_.load(std::memory_order_relaxed) == have_work) return;
        messages_wait_.store(have_work, std::memory_order_release);  // the thread sees `messages_` then
        tell_thread();
    }

    /// A thread of the program is polling for the work under way.
    void note_look() { looks_.store(looks_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

    /// Whether engines carry any call now. Costs one load.
    bool any() const { return active_count_.get() != 0; }

    /// Begins a call whose team may carry it in the background. A call without a request is a blocking one in which
    /// this member only sends, from buffers of its own, so that the program may continue; it reports failure by the
    /// error handler.   Returns: false, on all members alike, if the team does not carry it. Fails: `code`, if only the
    /// request could not be made; nothing has begun then.
    bool begin(const Session& s, CallToBegin what, int& code);
    /// Whether the next call of `team` in which this member only sends might wait, and there is room for a copy of
    /// `bytes`.
    bool may_follow(const CommTeam& team, Operation operation, int root, std::uint64_t bytes);
    /// Makes a call that MPI_Start begins.   Returns: whether the team carries such calls; else nothing is made, on all
    /// members alike.   Fails: `code`.
    bool make_persistent(const Session& s, CallToBegin what, int& code);
    /// MPI_Start.   Fails: MPI_ERR_REQUEST if it is not an idle persistent call.
    int start(NonblockingCall& call);

    /// Does the work that is possible now for all calls, without waiting. Cheap.
    void advance();
    /// OwnRequest::take and OwnRequest::freed.
    CallFailure take(NonblockingCall& call, MPI_Request* request);
    void freed(NonblockingCall& call, MPI_Request* request);
    /// Before MPI_Finalize. `peers_alive`: waits for active calls whose requests have been freed; else they are
    /// abandoned.
    void release(const Session& s, bool peers_alive);

private:
    bool is_busy(const CommTeam& team) const;
    int go_on_for_a_while(std::unique_ptr<NonblockingCall> call);
    void activate(NonblockingCall& call);
    void note_threads(const Session& s);
    void note_active();
    void tell_thread() {
        thread_.set_work(calls_wait_.load(std::memory_order_relaxed) || messages_wait_.load(std::memory_order_relaxed));
    }
    bool drive();
    bool drive_messages();
    bool advance_one(NonblockingCall& call, std::vector<CallFailure>& failures);
    bool advance_in_order(NonblockingCall& call, const CommTeam*& held, std::vector<CallFailure>& failures);
    void end(NonblockingCall& call, std::vector<CallFailure>& failures);

    PartOfSum active_count_;
    RequestPool& requests_;
    std::mutex mutex_;
    std::vector<NonblockingCall*> active_;
    std::atomic<std::uint32_t> looks_{0};  ///< number of polls by the program's threads, approximate
    std::uint32_t looks_seen_ = 0;         ///< the value that the progress thread saw last
    std::atomic<bool> calls_wait_{false}, messages_wait_{false};
    Messages* messages_ = nullptr;
    ProgressThread thread_;
};

/// Advances background calls and chores. It runs as a call of Shunt, so that its calls are not mistaken for the
/// program's.
void advance_background(Session& s);

/// The same at the begin of a program's call, which is counted while the progress thread has work.
void advance_and_count(Session& s);

}  // namespace shunt
