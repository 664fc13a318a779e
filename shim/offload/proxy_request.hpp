#pragma once
// Requests of the host's own that end when we say so.
#include <mpi.h>

#include <vector>

namespace shunt {

/// Makes requests that stand, in the program's hands, for what an engine carries: receives from this process itself,
/// each of which a message of ours ends. So every form of waiting, testing, freeing and translating to Fortran is the
/// host's own, also for arrays in which they are mixed with the host's other requests. Thread: one at a time.
class CompletionRequests {
public:
    /// One that is active.   Fails: the host's code.
    int make(int& tag, MPI_Request* request, int tag_upper_bound);
    /// One that MPI_Start(all) makes active, again and again.   Fails: likewise.
    int make_persistent(int& tag, MPI_Request* request, int tag_upper_bound);
    /// Ends the active request of `tag`; with an error (MPI_ERR_TRUNCATE) unless `well`.
    void end(int tag, bool well);
    /// The request of `tag` is needed no longer.
    void give_back(int tag);
    /// Before MPI_Finalize.
    void release();

private:
    int prepare(int& tag, int tag_upper_bound);

    MPI_Comm self_ = MPI_COMM_NULL;  ///< private
    std::vector<int> free_tags_;
    int next_tag_ = 0;
};

}  // namespace shunt
