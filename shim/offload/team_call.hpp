#pragma once
// A blocking collective while a team carries it.
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "shim/offload/carry.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

/// One call under way: the team, if one carries it, and how it ended. Who carries it, and why, goes into `carried`.
class TeamCall {
public:
    /// `arguments` are acceptable. Where the call is the first of its kind a team may be made for it.
    /// Fails: std::bad_alloc, where other members may have begun.
    TeamCall(CommRecord& record, const CollectiveArguments& arguments, const Asked& asked, Carried& carried);
    /// In a group opened before; not carried when its team no longer works, or leaves so few bytes to the host.
    TeamCall(CommRecord& record, const ScattervGroup& group, std::uint64_t receive_bytes, Carried& carried);
    /// With what was prepared; not carried when its team no longer works.
    TeamCall(CommRecord& record, CommTeam* team, Carried& carried);

    bool is_carried() const { return team_ != nullptr; }
    const Decision& decision() const { return *decision_; }
    CollectiveCall& call() { return call_; }
    /// For packing: errors on it are returned.
    MPI_Comm carrier() const { return session_.world; }

    /// Remembers the first error; the peers count on this rank, so it goes on.
    void note(int code) {
        if (code_ == MPI_SUCCESS) code_ = code;
    }

    /// Returns whether data came.   When the team declines, on all members alike, the host carries this call and all
    /// later ones.
    bool run() { return run(call_); }
    bool run(const CollectiveCall& call);
    /// After a broadcast: how many bytes of `room` have come.
    std::uint64_t came(std::uint64_t room) const { return std::min(room, came_); }

    /// Ends the call: error handlers, and what the program gets.
    void finish();

private:
    using Known = DecisionCache<CommTeam>::Entry;

    TeamCall(CommRecord& record, Carried& carried);
    const Known& decide_now(const CollectiveArguments& arguments, std::int64_t bytes);
    CommTeam* team_for(Decision& decision, const CollectiveArguments& arguments);
    void want(Decision& decision, const CollectiveArguments& arguments);
    void note_disagreement(const CollectiveCall& call);

    Session& session_;
    CommRecord& record_;
    Carried& carried_;
    const Decision* decision_ = nullptr;  ///< in the communicator's memory
    CollectiveCall call_;
    CommTeam* team_ = nullptr;
    int index_ = 0;
    int code_ = MPI_SUCCESS;
    std::uint64_t came_ = UINT64_MAX;
    int disagreement_ = MPI_ERR_TRUNCATE;  ///< when members disagree about the length
};

}  // namespace shunt
