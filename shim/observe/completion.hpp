#pragma once
#include <mpi.h>

#include <algorithm>
#include <cstdlib>

#include "shim/host/quirks.hpp"
#include "shim/observe/row.hpp"

namespace shunt {

/// The requests that a wait or test call ended, as they were before the host nulled them.
struct EndedRequests {
    Session& session;
    int count;
    const MPI_Request* handles;
    const MPI_Status* statuses;  ///< null: not known
    std::uint64_t elapsed;       ///< ticks of the whole call
};

/// Records that one operation completed; `status` may be null, `share` is its part of the call's ticks.   Thread: any.
void credit_one(Session& s, MPI_Request handle, const MPI_Status* status, std::uint64_t share);
/// Forgets a request that ended with an error: nothing to record.
void drop_one(Session& s, MPI_Request handle);
/// All completed.
void credit_all(Session& s, int count, const MPI_Request* handles, const MPI_Status* statuses, std::uint64_t elapsed);
/// All ended with `code`; their statuses tell which of them failed.
void credit_ended(const EndedRequests& ended, int code);
void credit_some(const EndedRequests& ended, int code, int done, const int* indices);

/// Flags of the rows of calls that only test: only the phase distinguishes these rows.
constexpr unsigned kTestFlags = unsigned{record::kCall} | unsigned{record::kSampled};

/// The code the host would have returned without statuses, where it returned MPI_ERR_IN_STATUS for the `statuses` lent
/// to it: without statuses some hosts return the error itself.
int code_without_statuses(int count, const MPI_Status* statuses);

/// One wait or test call. It saves the handles before the host nulls them, lends statuses if the program wants none,
/// and afterwards records which operations completed. The time of the call is shared equally by the operations it
/// completed. Does nothing if there is nothing to record. A loop of tests that yields finds none of this in its caches.
/// So all is inline and in registers, except the arrays, which are in a separate Room for that reason, and the work
/// that follows a completed operation.
class Completion {
    static constexpr int kInline = 16;

public:
    /// For the handles and statuses of a call with few requests.
    struct Room {
        MPI_Request handles[kInline];
        MPI_Status statuses[kInline];
    };

    /// `ignored`: the program passed MPI_STATUS(ES)_IGNORE.   `tests`: the handles are needed for mark_successes().
    [[gnu::always_inline]] Completion(Session& s, Function function, int count, MPI_Request* requests,
                                      MPI_Status* statuses, bool ignored, Room& room, bool tests = false)
        : session_(s),
          function_(function),
          count_(count),
          statuses_(statuses),
          ignored_(ignored),
          need_(s.recording() ? need_of(s, function) : CallTimer::Need::sampled),
          timer_(s, function, need_) {
        if (!requests || count <= 0) [[unlikely]]
            return;
        const bool has_entries = s.recorder && note_begin();
        if (has_entries || tests) remember_handles(requests, room);
        if (has_entries && handles_ && ignored) lend_statuses(room);
    }
    [[gnu::always_inline]] ~Completion() {
        if (count_ <= kInline) [[likely]]
            return;
        std::free(handles_);
        if (lent_) std::free(statuses_);
    }
    Completion(const Completion&) = delete;
    Completion& operator=(const Completion&) = delete;

    /// The statuses to pass to the host in place of the program's.
    [[gnu::always_inline]] MPI_Status* statuses() const { return statuses_; }

    /// The host has returned: counts the call itself.
    [[gnu::always_inline]] void finish() {
        timer_.stop();
        if (!session_.recording()) [[unlikely]]
            return;
        const record::Recorder::Locked locked(*session_.recorder);
        count(session_, key_of(function_, nullptr, record::kNoPeer, 0, record::kCall | timing_flag(need_)), nullptr,
              timer_);
        if (!timer_.timed()) [[likely]]
            return;
        session_.recorder->leave_call();
        touch_clock_after(session_, timer_.elapsed());
    }

    /// The request at `index` completed, with the `status`-th of the statuses.
    [[gnu::always_inline]] void completed(int index, int status) {
        if (tracked())
            credit_one(session_, handles_[index], has_statuses() ? &statuses_[status] : nullptr, timer_.elapsed());
    }
    /// It ended with an error.
    [[gnu::always_inline]] void failed(int index) {
        if (tracked() && index >= 0 && index < count_) drop_one(session_, handles_[index]);
    }
    [[gnu::always_inline]] void completed_all(int code) {
        if (!tracked()) return;
        if (code == MPI_SUCCESS) [[likely]]
            credit_all(session_, count_, handles_, has_statuses() ? statuses_ : nullptr, timer_.elapsed());
        else credit_ended(ended(), code);
    }
    [[gnu::always_inline]] void completed_some(int code, int done, const int* indices) {
        if (tracked() && done != 0) credit_some(ended(), code, done, indices);
    }

    /// After a gentle Waitall: writes into the statuses what the host's Waitall writes and its Testall does not.
    void mark_successes() {
        if (!host_quirks.marks_successes || !handles_ || ignored_) return;
        for (int i = 0; i < count_; ++i)
            if (handles_[i] != MPI_REQUEST_NULL) statuses_[i].MPI_ERROR = MPI_SUCCESS;
    }

    [[gnu::always_inline]] int code_for_caller(int code) const {
        if (code == MPI_ERR_IN_STATUS && lent_) [[unlikely]]
            return code_without_statuses(count_, statuses_);
        return code;
    }

private:
    static bool only_tests(Function function) {
        return function == Function::MPI_Test || function == Function::MPI_Testall ||
               function == Function::MPI_Testany || function == Function::MPI_Testsome;
    }
    static CallTimer::Need need_of(const Session& s, Function function) {
        if (only_tests(function)) return CallTimer::Need::sampled;  // polled in loops; no time in it is waiting
        // Operations of a rank with itself complete at once, unless another thread is the peer.
        return !s.recorder->is_multithreaded() && s.requests.only_with_self() ? CallTimer::Need::sampled
                                                                              : CallTimer::Need::always;
    }
    /// Records which call this rank is in.   Returns: whether any request of the program is known.
    [[gnu::always_inline]] bool note_begin() {
        const record::Recorder::Locked locked(*session_.recorder);
        if (timer_.timed() && !session_.paused.load(std::memory_order_relaxed)) [[unlikely]]
            session_.recorder->enter_call(static_cast<std::uint16_t>(function_), record::kNoComm, record::kNoPeer,
                                          timer_.start());
        return !session_.requests.empty();
    }
    [[gnu::always_inline]] void remember_handles(const MPI_Request* requests, Room& room) {
        if (count_ <= kInline) [[likely]]
            handles_ = room.handles;
        else handles_ = static_cast<MPI_Request*>(std::malloc(static_cast<std::size_t>(count_) * sizeof(MPI_Request)));
        if (count_ <= 2) [[likely]] {  // the most frequent case; avoids a call
            handles_[0] = requests[0];
            handles_[count_ - 1] = requests[count_ - 1];
        } else if (handles_) {
            std::copy_n(requests, count_, handles_);
        }
    }
    [[gnu::always_inline]] void lend_statuses(Room& room) {
        MPI_Status* lent = room.statuses;
        if (count_ > kInline) [[unlikely]]
            lent = static_cast<MPI_Status*>(std::malloc(static_cast<std::size_t>(count_) * sizeof(MPI_Status)));
        if (!lent) [[unlikely]]
            return;
        statuses_ = lent;
        lent_ = true;
    }
    [[gnu::always_inline]] bool tracked() const { return handles_ != nullptr && session_.recorder; }
    [[gnu::always_inline]] bool has_statuses() const { return lent_ || !ignored_; }
    [[gnu::always_inline]] EndedRequests ended() const {
        return {session_, count_, handles_, has_statuses() ? statuses_ : nullptr, timer_.elapsed()};
    }

    Session& session_;
    Function function_;
    int count_;
    MPI_Status* statuses_;
    bool ignored_;
    bool lent_ = false;
    MPI_Request* handles_ = nullptr;
    CallTimer::Need need_;
    CallTimer timer_;
};

}  // namespace shunt
