#pragma once
#include <mpi.h>

#include "shim/recipes/row.hpp"

namespace shunt {

/// One wait or test call: remembers the handles before the host nulls them, lends statuses where the program wants none, and
/// afterwards records what was completed. The time of the call is shared equally by the operations it completed.
/// Does nothing when there is nothing to record.
class Completion {
public:
    /// `ignored`: the program passed MPI_STATUS(ES)_IGNORE.
    Completion(Session& s, Function function, int count, MPI_Request* requests, MPI_Status* statuses, bool ignored);
    ~Completion();
    Completion(const Completion&) = delete;
    Completion& operator=(const Completion&) = delete;

    /// What to hand to the host in place of the program's statuses.
    MPI_Status* statuses() const { return statuses_; }

    /// The host has returned: counts the call itself.
    void finish(int code);

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
    bool note_begin();
    void remember_handles(const MPI_Request* requests);
    void lend_statuses();
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
