#pragma once
#include <mpi.h>

#include <vector>

#include "native/engines/contract.hpp"

namespace shunt {

/// Moves the blocks of an all-to-all by the host's messages, all at once: what becomes of a call begun in the
/// background that the engine cannot carry after all. The host goes on with it in any of its calls. Empty blocks are
/// not sent: both sides know them. Owner: the blocks are the caller's until it has ended.   Thread: one at a time.
class MessageBlocks final : public Pending {
public:
    /// `tag`: of this call among all on `comm` that may be under way.   Fails: std::bad_alloc before anything was sent.
    MessageBlocks(const CollectiveCall& call, MPI_Comm comm, int rank, int tag);
    Status advance() override;
    /// The host's first error.
    int code() const { return code_; }

private:
    void receive_from(int rank, std::span<std::byte> block, MPI_Comm comm, int tag);
    void send_to(int rank, std::span<const std::byte> block, MPI_Comm comm, int tag);
    void note(int code) {
        if (code_ == MPI_SUCCESS) code_ = code;
    }

    std::vector<MPI_Request> requests_;
    std::vector<MPI_Status> statuses_;
    int code_ = MPI_SUCCESS;
    bool ended_ = false;
};

}  // namespace shunt
