#pragma once
// Collectives that go on in the background: nonblocking and persistent ones that an engine carries.
#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "shim/offload/part_of_sum.hpp"
#include "shim/offload/proxy_request.hpp"

namespace shunt {

struct CommRecord;
struct CommTeam;
struct Session;
class AlltoallBuffers;
class Prepared;
struct NonblockingCall;

/// All that this process has begun and engines have not ended, and the persistent ones that may be begun.
/// A call is known here from its beginning until its engine has ended it; then its request ends, and the host alone
/// knows that. Thread: any.   Fails: std::bad_alloc, before peers can count on the call.
class NonblockingCalls {
public:
    /// `under_way`: where its active calls are counted too.   Owner: the count outlives it.
    explicit NonblockingCalls(std::atomic<int>& under_way);
    ~NonblockingCalls();

    /// Whether anything is under way. Costs one load.
    bool any() const { return active_count_.get() != 0; }
    std::uint32_t active() const { return static_cast<std::uint32_t>(active_count_.get()); }
    /// Whether MPI_Start may have to do with one of ours.
    bool any_persistent() const { return persistent_count_.load(std::memory_order_relaxed) != 0; }

    /// Begins a call whose team may carry it in the background.   Returns false, on all members alike, when it does
    /// not. Fails: `code`, when only the request could not be made; nothing has begun then.
    bool begin(const Session& s, CommRecord& record, CommTeam& team, std::unique_ptr<AlltoallBuffers> blocks,
               MPI_Request* request, int& code);
    /// Makes a call that MPI_Start begins.   Fails: the host's code.
    int make_persistent(const Session& s, CommRecord& record, CommTeam& team, std::unique_ptr<AlltoallBuffers> blocks,
                        MPI_Request* request);
    /// The host has started these requests: begins those that are ours.
    void started(int count, const MPI_Request* requests);

    /// Does what can be done for all calls, without waiting. Cheap.
    void advance();
    /// Whether one of these requests stands for a call that is under way.
    bool is_among(int count, const MPI_Request* requests);
    /// The program frees a request: an active call goes on, a persistent one that is idle is gone.
    void freed(MPI_Request request);
    /// Before MPI_Finalize. `peers_alive`: waits for what has been begun, whose requests have been freed; else it is
    /// abandoned.
    void release(const Session& s, bool peers_alive);

private:
    using Calls = std::vector<NonblockingCall*>;
    struct Failure {
        MPI_Comm comm;
        int code;
    };

    void activate(NonblockingCall& call);
    bool advance_one(NonblockingCall& call, std::vector<Failure>& failures);
    void end(NonblockingCall& call, int code, std::vector<Failure>& failures);
    void forget(NonblockingCall& call);
    void advance_locked(std::vector<Failure>& failures);
    bool is_busy(const CommRecord* record);

    PartOfSum active_count_;
    std::atomic<int> persistent_count_{0};
    std::mutex mutex_;
    CompletionRequests requests_;
    Calls active_;
    std::unordered_map<std::uint64_t, NonblockingCall*>
        by_handle_;  ///< active ones, and persistent ones that are not freed
};

/// NonblockingCalls::started.   Fails: ends the job without memory, as peers count on the calls.
void begin_started(Session& s, int count, const MPI_Request* requests);

/// Moves on what goes on in the background, and the chores, as a call of ours, so that nothing in it is taken for the
/// program's.
void advance_background(Session& s);

}  // namespace shunt
