#pragma once
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "native/engines/contract.hpp"

namespace shunt {

/// The communicator of a call, this member's rank in it, and a tag that no other call uses.
struct MessagePlace {
    MPI_Comm comm;
    int rank, size;
    int tag;  ///< of this call among all on `comm` that may be under way
};

/// Does a collective by the host's messages, directly from each member to each that needs its bytes. It replaces a call
/// begun in the background that the engine cannot carry after all. Members combine the vectors of a reduction in order
/// of rank. The host progresses it in any of its calls. Empty blocks are not sent: both sides know them. Owner: the
/// blocks are the caller's until it has ended.   Thread: one at a time.
class HostMessages final : public Pending {
public:
    /// Fails: std::bad_alloc before anything is sent.
    HostMessages(const CollectiveCall& call, const MessagePlace& place);
    Status advance() override;
    /// The host's first error.
    int code() const { return code_; }

private:
    std::size_t size() const { return send_.size(); }
    std::span<std::byte>& receive(int rank) { return receive_[static_cast<std::size_t>(rank)]; }
    std::span<const std::byte>& send(int rank) { return send_[static_cast<std::size_t>(rank)]; }
    std::size_t block_bytes(int rank, std::size_t all) const;
    void plan();
    void plan_scatter();
    void plan_allgather();
    void plan_reduction();
    bool wants_vector_of(int rank) const;
    void take_room(std::size_t bytes);
    void keep_own();
    void receive_all();
    void send_all();
    Status combine();
    void note(int code) {
        if (code_ == MPI_SUCCESS) code_ = code;
    }

    CollectiveCall call_;
    MessagePlace place_;
    std::vector<std::span<const std::byte>> send_;  ///< to each member
    std::vector<std::span<std::byte>> receive_;     ///< from each member
    std::vector<std::byte> room_;                   ///< vectors of the members, to be combined
    std::vector<MPI_Request> requests_;
    std::vector<MPI_Status> statuses_;
    int code_ = MPI_SUCCESS;
    bool ended_ = false;
    Status status_ = Status::again;
};

}  // namespace shunt
