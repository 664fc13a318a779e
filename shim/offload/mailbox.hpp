#pragma once
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "native/base/background_gather.hpp"

namespace shunt {

/// Shunt's own messages between ranks of the world, sent and received during other MPI calls of the program. A message
/// is kept until it is taken.   Thread: any one at a time.   Blocks: never.
class Mailbox {
public:
    /// Sends a copy of `bytes` to a rank of `world`, the private copy of MPI_COMM_WORLD.
    void send(MPI_Comm world, int to, GatherKey key, bool down, std::span<const std::byte> bytes);
    /// Moves the message with that sender, key and direction into `into`, if it has arrived.   Returns: whether it had.
    bool take(int from, GatherKey key, bool down, std::vector<std::byte>& into);
    /// Receives messages that have arrived, and completes finished sends.
    void advance(MPI_Comm world);
    bool all_sent() const { return sends_.empty(); }
    /// To be called before MPI_Finalize: memory that the host may still read stays allocated.
    void abandon();

private:
    /// Precedes the bytes of a message.
    struct Head {
        std::uint64_t id;
        std::uint32_t stage;
        std::uint32_t down;
    };
    struct Send {
        MPI_Request request = MPI_REQUEST_NULL;
        std::vector<std::byte> message;
    };
    using Address = std::tuple<std::uint64_t, std::uint32_t, bool, int>;  ///< id, stage, direction, rank of the world

    bool receive_one(MPI_Comm world);

    std::list<Send> sends_;
    std::map<Address, std::vector<std::byte>> arrived_;
};

/// A mailbox as the members of one communicator use it.   Owner: the mailbox and the ranks outlive it.
class MemberPost final : public BackgroundPost {
public:
    /// `world_ranks`: of each member.
    MemberPost(Mailbox& mailbox, MPI_Comm world, const std::vector<int>& world_ranks)
        : mailbox_(mailbox), world_(world), world_ranks_(world_ranks) {}
    void send(int member, GatherKey key, bool down, std::span<const std::byte> bytes) override {
        mailbox_.send(world_, world_ranks_[static_cast<std::size_t>(member)], key, down, bytes);
    }
    bool take(int member, GatherKey key, bool down, std::vector<std::byte>& into) override {
        return mailbox_.take(world_ranks_[static_cast<std::size_t>(member)], key, down, into);
    }

private:
    Mailbox& mailbox_;
    MPI_Comm world_;
    const std::vector<int>& world_ranks_;
};

}  // namespace shunt
