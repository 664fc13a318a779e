#pragma once
// A blocking collective while a team carries it, and what calls in the background share with it.
#include <mpi.h>

#include <cstdint>
#include <memory>
#include <type_traits>

#include "shim/offload/call_buffers.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

class AlltoallBuffers;

/// What is decided for such a call, from the communicator's memory or now. A team that it needs is not made, but
/// wanted: the call waits for no other member.   Fails: std::bad_alloc.
const DecisionCache<CommTeam>::Entry& decide_without_waiting(Session& s, CommRecord& record,
                                                             const CollectiveArguments& arguments);

/// A trial whose turns follow the ordinals needs what that candidate stands on: an engine's team, or a communicator for
/// the host's algorithm. On all members alike, between the same two calls.   Blocks: never.   Fails: std::bad_alloc.
void want_candidate(Session& s, CommRecord& record, const Learning::Kind& kind, int candidate);

/// How an engine has ended a call of `team`, which is not `declined`, as the host's code. Where members disagree it is
/// `disagreement`, and the first time the user is told.
int code_of(Status status, const CollectiveCall& call, CommTeam& team, const CommRecord& record,
            int disagreement = MPI_ERR_TRUNCATE);
/// Whether data came.
inline bool has_data(Status status) { return status == Status::ok || status == Status::other_length; }

/// What a member that gets nothing of others has for them, in bytes.
struct Given {
    std::uint64_t bytes = 0;
    std::uint64_t longest = 0;  ///< block of these
    int root = 0;
};

/// One call under way: the team, if one carries it, and how it ended. Who carries it, and why, goes into `carried`.
class TeamCall {
public:
    /// `arguments` are acceptable. Where the call is the first of its kind a team may be made for it.
    /// Fails: std::bad_alloc, where other members may have begun.
    TeamCall(CommRecord& record, const CollectiveArguments& arguments, const Asked& asked, Carried& carried);
    /// In a group opened before; not carried when its team no longer works, or leaves so few bytes to the host.
    TeamCall(CommRecord& record, const CollectiveArguments& arguments, const ScattervGroup& group, Carried& carried);
    /// With what was prepared; not carried when its team no longer works.
    TeamCall(CommRecord& record, const CollectiveArguments& arguments, const PreparedCalls& prepared, Carried& carried);

    bool is_carried() const { return team_ != nullptr; }
    /// Has this broadcast carried as the other members have it, whatever their lengths: from now on is_carried() says
    /// by whom. Blocks: as BcastChoices.
    void keep_together(int root);
    /// Whether may_follow() is worth asking. Costs two loads.
    bool might_wait() const { return session_.offload->background.any() || team_->holds_givers; }

    /// Whether the call, which gives that and gets nothing of others, might wait for members that need not have come:
    /// for the end of calls under way, or until they have read what was given before. It may go on with a copy.
    bool may_follow(const Given& given) const;
    /// Begins it so. `buffers`: those of the copy.   Returns false where the team begins no such call.
    bool follow(const CollectiveArguments& arguments, const Given& given, std::unique_ptr<CallBuffers> buffers);

    /// Carries the call to its end: copies, error handlers, and what the program gets.   When the team declines, on all
    /// members alike, the host carries this call and all later ones.
    template <class Buffers>
    void run(Buffers& buffers) {
        describe(buffers.call());
        note(buffers.pack(session_.world));
        const Status status = carry(buffers);
        if (!has_ended(status)) return;
        note(buffers.failure());
        note_end(status, buffers.call());
        if (has_data(status)) note(buffers.deliver(session_.world));
        finish();
    }

private:
    TeamCall(CommRecord& record, Operation operation, Carried& carried);
    void describe(CollectiveCall& call) const;
    /// What all members found of the sizes of an all-to-all that is on probation decides about the next ones.
    template <class Buffers>
    Status carry(Buffers& buffers) {
        if constexpr (std::is_same_v<Buffers, AlltoallBuffers>)
            if (decision_ && decision_->least_bytes > 0 && !prepared_) {
                SizesFound found;
                buffers.call().found = &found;
                const Status status = team_->team->carry(buffers.call());
                note_sizes(session_, record_, *decision_, found);
                return status;
            }
        return team_->team->carry(buffers.call());
    }
    /// Remembers the first error; the peers count on this rank, so it goes on.
    void note(int code) {
        if (code_ == MPI_SUCCESS) code_ = code;
    }
    bool has_ended(Status status);
    void note_end(Status status, const CollectiveCall& call);
    void finish();

    Session& session_;
    CommRecord& record_;
    Carried& carried_;
    const Operation operation_;
    const Decision* decision_ = nullptr;  ///< in the communicator's memory, or with what was prepared
    const Prepared* prepared_ = nullptr;
    std::uint32_t group_ = 0;
    CommTeam* team_ = nullptr;
    int index_ = 0;
    int code_ = MPI_SUCCESS;
    int disagreement_ = MPI_ERR_TRUNCATE;  ///< when members disagree about the length
};

/// What the engine says of the call that its team was asked for last, if it does; `otherwise` where the record has no
/// room for more.
void explain_by_team(Session& s, CommTeam& team, Reason otherwise, Carried& carried);

}  // namespace shunt
