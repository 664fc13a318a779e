#pragma once
#include <mpi.h>

#include <algorithm>
#include <cstdlib>

#include "shim/recipes/row.hpp"

namespace shunt {

/// One wait or test call: remembers the handles before the host nulls them, lends statuses where the program wants none, and
/// afterwards records what was completed. The time of the call is shared equally by the operations it completed.
/// Does nothing when there is nothing to record.
class Completion {
public:
    /// `ignored`: the program passed MPI_STATUS(ES)_IGNORE.
    [[gnu::always_inline]] Completion(Session& s, Function function, int count, MPI_Request* requests, MPI_Status* statuses, bool ignored)
        : session_(s), function_(function), count_(count), statuses_(statuses), ignored_(ignored),
          timer_(s, function, s.recording() ? need_of(s, function) : CallTimer::Need::sampled) {
        if (!requests || count <= 0) return;
        const bool has_entries = s.recorder && note_begin();
        if (has_entries || s.gentle_calls || s.background.any()) remember_handles(requests);
        if (has_entries && handles_ && ignored) lend_statuses();
    }
    [[gnu::always_inline]] ~Completion() {
        if (count_ <= kInline) [[likely]] return;
        std::free(handles_);
        if (lent_) std::free(statuses_);
    }
    Completion(const Completion&) = delete;
    Completion& operator=(const Completion&) = delete;

    /// What to hand to the host in place of the program's statuses.
    MPI_Status* statuses() const { return statuses_; }

    /// The host has returned: counts the call itself.
    [[gnu::always_inline]] void finish() {
        timer_.stop();
        if (!session_.recording()) return;
        const record::Recorder::Locked locked(*session_.recorder);
        count(session_, key_of(function_, nullptr, record::kNoPeer, 0, record::kCall), nullptr, timer_);
        if (!timer_.timed()) return;
        session_.recorder->leave_call();
        touch_clock_after(session_, timer_.elapsed());
    }

    /// The request at `index` completed, with the `status`-th of the statuses.
    void completed(int index, int status);
    /// It ended with an error: nothing to record.
    void failed(int index);
    void completed_all(int code);
    void completed_some(int code, int done, const int* indices);

    /// After a gentle Waitall: what the host's own writes into the statuses and its Testall does not.
    void mark_successes();

    /// With lent statuses the host says MPI_ERR_IN_STATUS where it would have named the error itself.
    int code_for_caller(int code) const;

private:
    static constexpr int kInline = 16;

    static bool only_tests(Function function) {
        return function == Function::MPI_Test || function == Function::MPI_Testall || function == Function::MPI_Testany ||
               function == Function::MPI_Testsome;
    }
    static CallTimer::Need need_of(const Session& s, Function function) {
        if (only_tests(function)) return CallTimer::Need::sampled;   // polled in loops; none of it is waiting
        // With itself a rank is done at once, unless another thread is the other side.
        return !s.recorder->is_multithreaded() && s.requests.only_with_self() ? CallTimer::Need::sampled : CallTimer::Need::always;
    }
    /// Notes where this rank is.   Returns whether any request of the program is known.
    bool note_begin() {
        const record::Recorder::Locked locked(*session_.recorder);
        if (timer_.timed() && !session_.paused)
            session_.recorder->enter_call(static_cast<std::uint16_t>(function_), record::kNoComm, record::kNoPeer, timer_.start());
        return !session_.requests.empty();
    }
    void remember_handles(const MPI_Request* requests) {
        handles_ = count_ <= kInline ? inline_handles_ : static_cast<MPI_Request*>(std::malloc(static_cast<std::size_t>(count_) * sizeof(MPI_Request)));
        if (count_ == 1) handles_[0] = requests[0];   // as most often; no call
        else if (handles_) std::copy_n(requests, count_, handles_);
    }
    void lend_statuses() {
        auto* lent = count_ <= kInline ? inline_statuses_ : static_cast<MPI_Status*>(std::malloc(static_cast<std::size_t>(count_) * sizeof(MPI_Status)));
        if (!lent) return;
        statuses_ = lent;
        lent_ = true;
    }
    void credit(MPI_Request handle, const MPI_Status& status, std::uint64_t share);
    void record_completed(const PendingCall& call, const MPI_Status& status, std::uint64_t share);
    void drop(MPI_Request handle);
    void end(PendingCall& call);
    bool tracked() const { return handles_ != nullptr && session_.recorder; }

    Session& session_;
    Function function_;
    int count_;
    MPI_Status* statuses_;
    bool ignored_;
    bool lent_ = false;
    MPI_Request* handles_ = nullptr;
    CallTimer timer_;
    MPI_Request inline_handles_[kInline];
    MPI_Status inline_statuses_[kInline];
};

}  // namespace shunt
