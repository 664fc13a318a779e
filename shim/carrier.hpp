#pragma once
// Who carries a call, and what that takes: the rule's engine, the private communicator, the engine's team.
#include <mpi.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "native/engine.hpp"
#include "shim/communicator.hpp"
#include "shim/datatype.hpp"
#include "shim/offload/host_exchange.hpp"
#include "shim/reduction.hpp"
#include "shim/session.hpp"

namespace shunt {

/// Parameters that an engine may have.
inline constexpr std::size_t kMostWords = 8;

/// The engine a rule names for a call, if it supports it; 0 and null otherwise. Equal on all members.
struct Choice {
    int index = 0;
    const Engine* engine = nullptr;
    bool by_model = true;                          ///< not by the rule's `choose=always`
    Facts facts;
    GroupScheme groups = GroupScheme::automatic;   ///< the rule's parameter of that name
    std::array<std::int64_t, kMostWords> words{};  ///< as CollectiveCall::words
};

/// The cores that this rank's node has for its ranks.
int cores_of(const Session& s);

/// Decides for an operation of `block_bytes` (see Facts). A pure function of facts equal on all members.
Choice choose(const Session& s, const CommRecord& record, Operation operation, std::int64_t block_bytes);

/// What was decided for the last calls that teams carried, and need not be decided again: neither rules nor facts ever change.
/// Thread: that of the call.
class KnownCarries {
public:
    struct Entry {
        Operation operation = Operation::barrier;
        std::int64_t bytes = 0;
        Choice choice;
        CommTeam* team = nullptr;   ///< null: nothing is known yet
    };
    /// The entry for such calls, which may be empty or of others.
    Entry& entry(Operation operation, std::int64_t bytes) {
        const auto mixed = (static_cast<std::uint64_t>(bytes) * 8 + static_cast<std::uint64_t>(operation)) * 0x9e3779b97f4a7c15u;
        return entries_[mixed >> 61];
    }
    Combination combination;        ///< the predefined operation and type reduced last

private:
    std::array<Entry, 8> entries_;
};

/// The private communicator of `record`, made now if there is none.
/// Blocks: collective over the communicator, the first time.   Fails: MPI_COMM_NULL, on all members.
MPI_Comm carrier_of(CommRecord& record);
void free_carrier(CommRecord& record);

/// No buffer where one is needed, which the host reports. A null pointer is MPI_BOTTOM too, with types of absolute addresses.
inline bool is_missing(const void* buffer, bool some_elements, MPI_Datatype type) {
    if (buffer || !some_elements) return false;
    const TypeFacts facts = facts_of(type);
    return facts.contiguous && facts.size > 0;
}

/// A communicator's team, and what it stands on.
struct CommTeam {
    CommTeam(const Session& s, MPI_Comm comm, std::vector<int> world_ranks) : exchange(s, comm, std::move(world_ranks)) {}
    HostExchange exchange;
    std::unique_ptr<Team> team;         ///< null: cannot be; it is not tried again
    int engine = 0;                     ///< index, as in Choice
    bool off = false;                   ///< it has declined, and lasts for what is under way
    bool has_told = false;              ///< ... the user that its members disagree
    int own_number = 0;                 ///< of a persistent call's own team, from 1 in the order of their making; 0: it is that of all other calls
    std::atomic<bool> in_use{false};    ///< of a persistent call's own: the call is not freed
    std::atomic<int> calls{0};          ///< in the background, that have not ended
    CommTeam* next = nullptr;           ///< of the same communicator and another engine; owned
};

/// The team that `choice` needs, made now if there is none.   Returns null, on all members, when it cannot be or no longer works.
/// Blocks: collective over the communicator, the first time: two of the host's collectives. Only for calls in which all members meet anyway.
CommTeam* team_of(Session& s, CommRecord& record, const Choice& choice);

/// The team that `choice` needs if it has been made already, whether it works or not; else null.
CommTeam* known_team(const CommRecord& record, const Choice& choice);

/// A team is wanted by a call in which the members do not all meet: the next one in which they do makes it. `own_bytes`: what this rank sends
/// or receives, whichever is more, where sizes are not known to all; else 0.
void want_team(CommRecord& record, const Choice& choice, std::uint64_t own_bytes);

/// Does what waits for a call in which all members meet anyway (CommRecord::wants).   Blocks: collective over the communicator.
void meet_wants(Session& s, CommRecord& record);

/// How many collectives a communicator must have had before a team is made for such a call; 0 where there is one. Alike on all members.
int calls_before_team(const Session& s, const CommRecord& record, const Choice& choice);

/// What was decided for calls of that operation and length, where a team that works has carried one lately; else null.
/// Owner: `record`, until the next call is remembered.
inline const KnownCarries::Entry* known_carry(const CommRecord& record, Operation operation, std::int64_t bytes) {
    if (!record.known_carries) return nullptr;
    const KnownCarries::Entry& entry = record.known_carries->entry(operation, bytes);
    const bool fits = entry.team && entry.operation == operation && entry.bytes == bytes;
    return fits && entry.team->team && !entry.team->off ? &entry : nullptr;
}
void remember_carry(CommRecord& record, Operation operation, std::int64_t bytes, const Choice& choice, CommTeam* team);

/// A team for one persistent call, as MPI lets each member start such calls in another order than all others (MPI 4.0, 6.13): a new one, or
/// that of a call which all members have freed.   Returns null, on all members, when it cannot be.
/// Blocks: collective over the communicator.
CommTeam* own_team(Session& s, CommRecord& record, const Choice& choice);

/// Whether `team` still is one of `record` and works.
bool has_team(const CommRecord& record, const CommTeam* team);

/// The team has declined, on all members: from now on the host carries what its engine would have.
void switch_off(CommTeam& team);

/// Leaves all teams of `record`, whose communicator is freed: what a peer may still need is kept until all members have left too.
/// Blocks: never.
void leave_teams(CommRecord& record);
/// Ends all teams of `record` now. In MPI_Finalize, where nobody needs them any more, or is waited for.
void end_teams(CommRecord& record);

/// A team that this member has left, until all have: its calls in the background go on, then this member tells the others, and hears of them.
class Departure final : public Chore {
public:
    /// `communicator`: its id; `rank` and `size`: of this member there. `team->team` may be null.
    Departure(std::uint64_t communicator, int rank, int size, std::unique_ptr<CommTeam> team);
    ~Departure() override;
    Now now() override;
    BackgroundGather begin() override { return {rank_, size_, key_, {}}; }
    void done(const BackgroundGather& gather) override;

private:
    GatherKey key_;
    int rank_, size_;
    std::unique_ptr<CommTeam> team_;
};

/// For the making of teams.
TeamSetup setup_of(const Session& s, const CommRecord& record);
std::unique_ptr<CommTeam> new_team(Session& s, CommRecord& record, const Choice& choice, std::uint64_t own_bytes);
/// Takes the team that a join has given, which may be none.
CommTeam& keep_team(Session& s, CommRecord& record, std::unique_ptr<CommTeam> made);

}  // namespace shunt
