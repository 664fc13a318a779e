#pragma once
// Collectives that go on in the background: nonblocking and persistent ones that an engine carries.
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
    std::uint64_t copied_bytes = 0;  ///< of a call that goes on with a copy, without a request
};

/// All that this process has begun and the program has not seen the end of, and the persistent ones that may be begun.
/// Thread: any.   Fails: std::bad_alloc, before peers can count on the call.
class NonblockingCalls {
public:
    /// `under_way`: where its active calls are counted too; `pool`: where their requests come from.   Owner: both
    /// outlive it.
    NonblockingCalls(std::atomic<int>& under_way, RequestPool& pool);
    ~NonblockingCalls();

    /// Before anything is begun: the thread that advances calls which peers wait for. `always`: also while the program
    /// computes.   Returns whether there is one.
    bool start_thread(bool always);
    ProgressThread& thread() { return thread_; }
    /// Messages are moved on by that thread too.   Owner: `messages` outlives this.
    void drive_too(const Session& s, Messages& messages);
    /// Whether messages are under way for which this process must look.
    void note_messages(bool have_work) {
        if (messages_wait_.load(std::memory_order_relaxed) == have_work) return;
        messages_wait_.store(have_work, std::memory_order_release);  // the thread sees `messages_` then
        tell_thread();
    }

    /// A thread of the program looks after what is under way.
    void note_look() { looks_.store(looks_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

    /// Whether engines are at anything. Costs one load.
    bool any() const { return active_count_.get() != 0; }

    /// Begins a call whose team may carry it in the background. Without a request it is a blocking one that only gives,
    /// from buffers of its own, so that the program may go on; it fails by the error handler.   Returns false, on all
    /// members alike, when the team does not. Fails: `code`, when only the request could not be made; nothing has begun
    /// then.
    bool begin(const Session& s, CallToBegin what, int& code);
    /// Whether the next call of `team` that only gives might wait in it, and there is room for a copy of `bytes`.
    bool may_follow(const CommTeam& team, Operation operation, int root, std::uint64_t bytes);
    /// Makes a call that MPI_Start begins. Returns whether the team carries such calls; else nothing is made, on all
    /// members alike.   Fails: `code`.
    bool make_persistent(const Session& s, CallToBegin what, int& code);
    /// MPI_Start.   Fails: MPI_ERR_REQUEST where it is not an idle persistent call.
    int start(NonblockingCall& call);

    /// Does what can be done for all calls, without waiting. Cheap.
    void advance();
    /// OwnRequest::take and OwnRequest::freed.
    CallFailure take(NonblockingCall& call, MPI_Request* request);
    void freed(NonblockingCall& call, MPI_Request* request);
    /// Before MPI_Finalize. `peers_alive`: waits for what has been begun, whose requests have been freed; else it is
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
    std::atomic<std::uint32_t> looks_{0};  ///< of the program's threads, about
    std::uint32_t looks_seen_ = 0;         ///< by the progress thread
    std::atomic<bool> calls_wait_{false}, messages_wait_{false};
    Messages* messages_ = nullptr;
    ProgressThread thread_;
};

/// Moves on what goes on in the background, and the chores, as a call of ours, so that nothing in it is taken for the
/// program's.
void advance_background(Session& s);

/// The same as a call of the program begins, which is counted while the progress thread has work.
void advance_and_count(Session& s);

}  // namespace shunt
