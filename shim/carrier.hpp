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

/// Talks by the host's messages on the private communicator.
class HostExchange final : public Exchange {
public:
    HostExchange(const Session& s, MPI_Comm carrier, int size) : session_(s), carrier_(carrier), size_(size) {}
    ~HostExchange();

    Status all_gather(const void* mine, std::size_t bytes, void* all) override;
    void progress() override;
    bool has_work() const override { return session_.host_work.any(); }
    Status ask_about(int rank) override;
    void warn(const char* text) override;

    /// The host's error behind the last `peer_lost`.
    int code() const { return code_; }

private:
    /// A receive that nothing is ever sent to: it ends only when the host learns that the peer is gone.
    struct Watch {
        int rank;
        MPI_Request request;
    };

    const Session& session_;
    MPI_Comm carrier_;
    int size_;
    int code_ = MPI_SUCCESS;
    std::vector<Watch> watches_;
};

/// A communicator's team, and what it stands on.
struct CommTeam {
    CommTeam(const Session& s, MPI_Comm carrier, int size) : exchange(s, carrier, size) {}
    HostExchange exchange;
    std::unique_ptr<Team> team;         ///< null: cannot be, or no longer works; it is not tried again
    int engine = 0;                     ///< index, as in Choice
    bool in_background = false;         ///< it has begun calls, or prepared some; equal on all members
    bool off = false;                   ///< it has declined, and lasts for what is under way
    int own_number = 0;                 ///< of a persistent call's own team, from 1 in the order of their making; 0: it is that of all other calls
    std::atomic<bool> in_use{false};                ///< of a persistent call's own: the call is not freed
    CommTeam* next = nullptr;           ///< of the same communicator and another engine; owned
};

/// The team that `choice` needs, made now if there is none.   Returns null, on all members, when it cannot be or no longer works.
/// Blocks: collective over the communicator, the first time.
CommTeam* team_of(const Session& s, CommRecord& record, const Choice& choice);

/// The team that `choice` needs if it has been made already, whether it works or not; else null.
CommTeam* known_team(const CommRecord& record, const Choice& choice);

/// Whether a call of which this member has `own_bytes` is too slight to make a team for, by what the busiest member has; equal on all.
/// Blocks: collective, one short reduction of the host's.
bool is_too_slight_for_all(const Session& s, CommRecord& record, const Choice& choice, std::uint64_t own_bytes);

/// Whether a blocking call, whose sizes only their own ranks know, is left to the host because it is too slight to make a team for. All
/// members ask alike and find out together, except where several such calls followed one another, or there is a team.
/// `own_bytes()`: of this rank, sent or received, whichever is more.   Blocks: as a reduction does.
template <class OwnBytes>
bool is_too_slight(const Session& s, CommRecord& record, const Choice& choice, OwnBytes own_bytes) {
    if (!choice.by_model || known_team(record, choice)) return false;
    return record.slight.leaves() || is_too_slight_for_all(s, record, choice, static_cast<std::uint64_t>(own_bytes()));
}

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
CommTeam* own_team(const Session& s, CommRecord& record, const Choice& choice);

/// Whether `team` still is one of `record` and works.
bool has_team(const CommRecord& record, const CommTeam* team);

/// Makes the team of `record.wanted_engine`: where all members are in a blocking collective, as a nonblocking one must not wait for it.
void make_wanted_team(const Session& s, CommRecord& record);

/// The team has declined, on all members: from now on the host carries what its engine would have. Its counts go into the profile.
void switch_off(CommTeam& team);

/// Ends all teams of `record`; their counts go into the profile. Collective when `peers_alive`.
void end_teams(CommRecord& record, bool peers_alive);

}  // namespace shunt
