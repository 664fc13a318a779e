#pragma once
// A blocking collective while a team carries it, and what is asked of its arguments first.
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "native/registry.hpp"
#include "shim/carrier.hpp"
#include "shim/carry.hpp"
#include "shim/log.hpp"
#include "shim/offload/staged_team.hpp"

namespace shunt {

/// Whether such a call ends nowhere before all members have begun it.
inline bool waits_for_all(const CollectiveCall& call) {
    switch (call.operation) {
        case Operation::barrier: return true;
        case Operation::allreduce:
        case Operation::allgather: return !call.receive.empty();
        case Operation::reduce_scatter_block: return !call.send.empty();
        default: return false;
    }
}

/// One call under way: the team, if one carries it, and how it ended.
class TeamCall {
public:
    TeamCall(CommRecord& record, Operation operation, std::int64_t block_bytes, Carried& carried)
        : TeamCall(record, operation, block_bytes, carried, nullptr) {}
    /// `own_bytes()`: what this rank sends or receives, whichever is more; asked where `block_bytes` is kBytesDiffer. Null: never.
    template <class OwnBytes>
    TeamCall(CommRecord& record, Operation operation, std::int64_t block_bytes, Carried& carried, OwnBytes own_bytes)
        : session_(*session.load(std::memory_order_relaxed)), record_(record), carried_(carried) {
        call_.came = &came_;
        // First, as where nothing is recorded nothing else is asked: all members must find the same (goes_straight_to_host).
        if (record.left_to_host.knows(operation, block_bytes, record.collective_sequence)) return;
        call_.operation = operation;
        if (const KnownCarries::Entry* known = known_carry(record, operation, block_bytes)) {
            team_ = known->team;
            choice_ = &known->choice;
        } else if (!decide(operation, block_bytes, own_bytes)) {
            return;
        }
        index_ = choice_->index;
        call_.groups = choice_->groups;
        call_.words = choice_->words;
        if (team_ && block_bytes == kBytesDiffer && team_->team->leaves(call_)) team_ = nullptr;
    }
    /// In a group opened before; not carried when its team no longer works, or leaves so few bytes to the host.
    TeamCall(CommRecord& record, const ScattervGroup& group, std::int64_t receive_bytes, Carried& carried)
        : session_(*session.load(std::memory_order_relaxed)), record_(record), carried_(carried) {
        if (!has_team(record, group.team)) return;
        team_ = group.team;
        index_ = team_->engine;
        call_.operation = Operation::scatterv;
        call_.group = group.number;
        if (team_->team->leaves(call_)) {
            team_ = nullptr;
            return;
        }
        const bool fits = static_cast<std::uint64_t>(receive_bytes) >= team_->team->block_bytes(group.number);
        if (fits) disagreement_ = MPI_ERR_ARG;   // then the root's counts are not those it has opened the group with
    }
    /// With what was prepared; not carried when its team no longer works.
    TeamCall(CommRecord& record, CommTeam* team, Carried& carried)
        : session_(*session.load(std::memory_order_relaxed)), record_(record), carried_(carried) {
        if (!has_team(record, team)) return;
        team_ = team;
        index_ = team->engine;
    }
    bool is_carried() const { return team_ != nullptr; }
    const Choice& choice() const { return *choice_; }
    CollectiveCall& call() { return call_; }
    /// For packing: errors on it are returned.
    MPI_Comm carrier() const { return session_.world; }

    /// Remembers the first error; the peers count on this rank, so it goes on.
    void note(int code) {
        if (code_ == MPI_SUCCESS) code_ = code;
    }

    /// Returns whether data came.   When the team declines, on all members alike, the host carries this call and all later ones.
    bool run() { return run(call_); }
    bool run(const CollectiveCall& call) {
        const Status status = team_->team->carry(call);
        if (team_->team->wants_to_meet()) record_.wants_meeting = true;
        if (status == Status::declined) {
            switch_off(*team_);
            return false;
        }
        carried_.engine = index_;
        if (status == Status::peer_lost) note(team_->exchange.code() != MPI_SUCCESS ? team_->exchange.code() : MPI_ERR_OTHER);
        else if (status == Status::other_length) note(came_ > call.receive.size() ? MPI_ERR_TRUNCATE : kTooLittleCame);
        else if (status != Status::ok) note_disagreement(call);
        else if (record_.size == session_.world_size && waits_for_all(call)) session_.host_work.met();
        return status == Status::ok || status == Status::other_length;
    }
    /// After a broadcast: how many bytes of `room` have come.
    std::uint64_t came(std::uint64_t room) const { return std::min(room, came_); }

    /// Ends the call: error handlers, and what the program gets.
    void finish() {
        if (!carried_.engine) return;
        carried_.code = code_;
        if (code_ != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record_.handle, code_);
    }

private:
    /// The members' arguments do not fit together, or an engine is at fault; which of the two only the user can tell.
    void note_disagreement(const CollectiveCall& call) {
        note(disagreement_);
        if (std::exchange(team_->has_told, true)) return;
        const std::string_view operation = name_of(call.operation);
        SHUNT_WARN("members of a communicator of %d ranks disagree about MPI's %.*s, which %s carries: look at their counts and types; "
                   "if those are right please report it",
                   record_.size, static_cast<int>(operation.size()), operation.data(), engines()[static_cast<std::size_t>(index_) - 1]->name().data());
    }

    /// What the host says where a broadcast brings less than there is room for.
    static constexpr int kTooLittleCame =
#if defined(MPICH_VERSION)
        MPI_ERR_OTHER;
#else
        MPI_SUCCESS;
#endif

    /// Chooses a team, if an engine is to carry the call; makes it when there is none.
    template <class OwnBytes>
    bool decide(Operation operation, std::int64_t block_bytes, OwnBytes own_bytes) {
        const Choice& choice = decided_.emplace(choose(session_, record_, operation, block_bytes));
        choice_ = &choice;
        if (!choice.engine) {
            record_.left_to_host.note(operation, block_bytes);
            return false;
        }
        // This call has been counted.
        if (const int first = calls_before_team(session_, record_, choice); record_.collective_sequence <= static_cast<std::uint32_t>(first)) {
            record_.left_to_host.note_until(operation, block_bytes, static_cast<std::uint32_t>(first));
            return false;
        }
        if (known_team(record_, choice) || synchronises(operation, block_bytes)) team_ = team_of(session_, record_, choice);
        else want(operation, block_bytes, own_bytes);
        if (team_) remember_carry(record_, operation, block_bytes, choice, team_);
        else if (block_bytes != kBytesDiffer) leave_to_host(operation, block_bytes);
        return team_ != nullptr;
    }

    /// The team is made in the next call that synchronises the members. `own_bytes` is asked only where members do not know each other's.
    template <class OwnBytes>
    void want(Operation operation, std::int64_t block_bytes, OwnBytes own_bytes) {
        std::uint64_t bytes = 0;
        if constexpr (!std::is_null_pointer_v<OwnBytes>) {
            if (block_bytes == kBytesDiffer && choice_->by_model) {
                if (record_.slight.leaves()) return;
                bytes = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(own_bytes()));
            }
        }
        want_team(record_, *choice_, bytes);
        if (may_be_staged(operation, block_bytes)) begin_staged(session_, record_, *choice_);
    }

    static bool may_be_staged(Operation operation, std::int64_t block_bytes) {
        return (operation == Operation::bcast || operation == Operation::scatter) && block_bytes > 0;
    }

    void leave_to_host(Operation operation, std::int64_t block_bytes) {
        const bool not_yet_staged = may_be_staged(operation, block_bytes) && record_.collective_sequence <= kCallsBeforeStaged;
        if (not_yet_staged) record_.left_to_host.note_until(operation, block_bytes, kCallsBeforeStaged);
        else record_.left_to_host.note(operation, block_bytes);
    }

    Session& session_;
    CommRecord& record_;
    Carried& carried_;
    const Choice* choice_ = nullptr;    ///< of what was known, or decided now
    std::optional<Choice> decided_;
    CollectiveCall call_;
    CommTeam* team_ = nullptr;
    int index_ = 0;
    int code_ = MPI_SUCCESS;
    std::uint64_t came_ = UINT64_MAX;
    int disagreement_ = MPI_ERR_TRUNCATE;   ///< when members disagree about the length
};

}  // namespace shunt
