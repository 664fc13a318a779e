#pragma once
// A blocking collective while a team carries it, and functions that background calls use too.
#include <mpi.h>

#include <cstdint>
#include <memory>
#include <type_traits>

#include "native/base/kept_errno.hpp"
#include "shim/offload/call_buffers.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

class AlltoallBuffers;

/// The decision for such a call, from the communicator's memory or made now. A team that it needs is not made, but
/// requested: the call waits for no other member.   Fails: std::bad_alloc.
const DecisionCache<CommTeam>::Entry& decide_without_waiting(Session& s, CommRecord& record,
                                                             const CollectiveArguments& arguments);

/// A trial whose turns follow the ordinals requests what that candidate needs: an engine's team, or a communicator for
/// the host's algorithm. On all members alike, between the same two calls.   Blocks: never.   Fails: std::bad_alloc.
void want_candidate(Session& s, CommRecord& record, const Learning::Kind& kind, int candidate);

/// The host's code for the status with which an engine has ended a call of `team`; it is not `declined`. If members
/// disagree, the code is `disagreement`, and the user is told the first time.
int code_of(Status status, const CollectiveCall& call, CommTeam& team, const CommRecord& record,
            int disagreement = MPI_ERR_TRUNCATE);
/// Whether data was received.
inline bool has_data(Status status) { return status == Status::ok || status == Status::other_length; }

/// The data, in bytes, that a member sends in a call in which it receives none.
struct Given {
    std::uint64_t bytes = 0;
    std::uint64_t longest = 0;  ///< longest block of `bytes`
    int root = 0;
};

/// One call under way: the team, if one carries it, and how it ended. The carrier and the reason are stored in
/// `carried`.
class TeamCall {
public:
    /// `arguments` are acceptable. If the call is the first of its kind, a team may be made for it.
    /// Fails: std::bad_alloc, when other members may have begun.
    TeamCall(CommRecord& record, const CollectiveArguments& arguments, const Asked& asked, Carried& carried);
    /// In a group opened before. Not carried if its team no longer works, or leaves so few bytes to the host.
    TeamCall(CommRecord& record, const CollectiveArguments& arguments, const ScattervGroup& group, Carried& carried);
    /// With a prepared schedule. Not carried if its team no longer works.
    TeamCall(CommRecord& record, const CollectiveArguments& arguments, const PreparedCalls& prepared, Carried& carried);

    bool is_carried() const { return team_ != nullptr; }
    /// Makes all members of this broadcast use the same carrier, whatever their lengths. From now on is_carried()
    /// returns whether that is the team. Blocks: as BcastChoices.
    void keep_together(int root);
    /// Whether may_follow() must be called. Costs two loads.
    bool might_wait() const { return session_.offload->background.any() || team_->holds_givers; }

    /// Whether the call, which sends `given` and receives nothing, might wait for members that need not have called
    /// yet: for the end of calls under way, or until they have read earlier data. The program may then continue while a
    /// copy is sent.
    bool may_follow(const Given& given) const;
    /// Begins the call in that way. `buffers`: those of the copy.   Returns: false if the team cannot begin such a
    /// call.
    bool follow(const CollectiveArguments& arguments, const Given& given, std::unique_ptr<CallBuffers> buffers);

    /// Carries the call to its end: copies, error handlers, and the program's results.   If the team declines, on all
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
    /// The sizes that all members found in an all-to-all on probation decide about the next ones.
    template <class Buffers>
    Status carry(Buffers& buffers) {
        const KeptErrno kept;
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
    /// Remembers the first error. The call continues, as the peers rely on this rank.
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
    const Decision* decision_ = nullptr;  ///< in the communicator's memory, or in the prepared schedule
    const Prepared* prepared_ = nullptr;
    std::uint32_t group_ = 0;
    CommTeam* team_ = nullptr;
    int index_ = 0;
    int code_ = MPI_SUCCESS;
    int disagreement_ = MPI_ERR_TRUNCATE;  ///< if members disagree about the length
};

/// Records the engine's explanation of its team's last call, if there is one; `otherwise` if the record has no room for
/// it.
void explain_by_team(Session& s, CommTeam& team, Reason otherwise, Carried& carried);

}  // namespace shunt
