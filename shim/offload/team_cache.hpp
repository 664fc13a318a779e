#pragma once
// The carrier of a call and what it needs: the rule's engine, the private communicator, the engine's team.
#include <mpi.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "native/base/clock.hpp"
#include "native/engines/contract.hpp"
#include "native/select/decide.hpp"
#include "native/select/decision_cache.hpp"
#include "native/select/learning.hpp"
#include "native/select/size_probation.hpp"
#include "shim/objects/communicator.hpp"
#include "shim/objects/datatype.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/chores.hpp"
#include "shim/offload/host_exchange.hpp"
#include "shim/offload/reduction.hpp"

namespace shunt {

/// The cores that the ranks of this rank's node may use.
int cores_of(const Session& s);
/// Facts::cores of calls on `record`: those of the node that its members may rely on.
int cores_of(const Session& s, const CommRecord& record);

/// Decides for the next call of `operation`, of `block_bytes` (see Facts), on `record`, after its ordinal has been
/// assigned. `exact`: as in Facts. A function of facts equal on all members.   Fails: std::bad_alloc.
enum class Form : std::uint8_t { blocking, nonblocking, persistent };
Decision decide(const Session& s, CommRecord& record, Operation operation, std::int64_t block_bytes, bool exact,
                Form form);

struct Figures;

/// What is remembered about the calls on one communicator.   Thread: that of the call.
struct CallMemory {
    DecisionCache<CommTeam> decisions;
    SizeProbation probation;                   ///< of calls whose decision has `least_bytes`; equal on all members
    Reason small_sizes = Reason::small_sizes;  ///< the reason recorded for calls that `probation` leaves to the host
    Combination combination;                   ///< the predefined operation and type reduced last
    Learning learning;                         ///< of rules that say `auto`
    std::uint32_t asked_for_sums = 0;  ///< bit i: a rounded reduction (is_rounded()) has asked for a team of the engine
                                       ///< with that index; bit 0: for the private communicator
    std::uint32_t settled_teams = 0;   ///< CallFacts::settled_teams; bit 0: the private communicator likewise
    std::shared_ptr<Figures> figures;  ///< of one trial, being exchanged among all members (CommRecord::wants)
    std::uint32_t figures_sent = 0;    ///< number of exchanges so far
    bool plans_exchanges = false;      ///< plan_exchanges() has been called
    bool is_preparing = false;         ///< a PreparingTime exists
    std::int64_t preparing_ns = 0;     ///< Budget::Figures::preparing_ns
    Decision wanted;                   ///< its team is wanted (CommRecord::wants)
    std::uint64_t wanted_bytes =
        0;  ///< this rank's maximum in calls that need it, if sizes are not known to all; 0: any size
};
/// Makes it at the first call that rules may decide.   Fails: std::bad_alloc.
inline CallMemory& memory_of(CommRecord& record) {
    if (record.memory) return *record.memory;
    record.memory = new CallMemory;
    // Trials on other communicators may have cost much before this one is used.
    if (record.handle != MPI_COMM_WORLD) record.memory->learning.budget().ask_first();
    return *record.memory;
}

/// Adds its own lifetime to what trials have cost. One inside another adds nothing.   Owner of `memory`: the caller,
/// longer than this; null: it is not for trials.
class PreparingTime {
public:
    explicit PreparingTime(CallMemory* memory) : memory_(memory && !memory->is_preparing ? memory : nullptr) {
        if (!memory_) return;
        memory_->is_preparing = true;
        begin_ns_ = monotonic_ns();
    }
    ~PreparingTime() {
        if (!memory_) return;
        memory_->is_preparing = false;
        memory_->preparing_ns += monotonic_ns() - begin_ns_;
    }
    PreparingTime(const PreparingTime&) = delete;
    PreparingTime& operator=(const PreparingTime&) = delete;

private:
    CallMemory* memory_;
    std::int64_t begin_ns_ = 0;
};

/// Records the sizes that were found: for the probation, and for the user.   Fails: std::bad_alloc.
void note_sizes(Session& s, CommRecord& record, const Decision& decision, const SizesFound& found);

/// Copies of data with which members that only send have continued (TeamCall::follow).   Thread: any.
class CopiesAhead {
public:
    static constexpr int kMostCalls = 8192;
    static constexpr std::uint64_t kMostBytes = 64 << 20;

    void add(std::uint64_t bytes) {
        calls_ += 1;
        bytes_ += bytes;
    }
    void drop(std::uint64_t bytes) {
        calls_ -= 1;
        bytes_ -= bytes;
    }
    bool has_room_for(std::uint64_t bytes) const { return calls_ < kMostCalls && bytes_ + bytes <= kMostBytes; }

private:
    std::atomic<int> calls_{0};
    std::atomic<std::uint64_t> bytes_{0};
};

/// A communicator's team, and the objects it depends on.
struct CommTeam {
    CommTeam(const Session& s, const CommRecord& record, std::vector<int> world_ranks)
        : exchange(s, record, std::move(world_ranks)) {}
    ~CommTeam() {
        if (telling) *telling = nullptr;
    }
    CommTeam(const CommTeam&) = delete;
    CommTeam& operator=(const CommTeam&) = delete;
    HostExchange exchange;
    /// Stores the team that a join has made, and asks once for its further abilities.
    void take(std::unique_ptr<Team> joined);

    std::unique_ptr<Team> team;                       ///< null: it could not be made and is not tried again
    ScattervGroups* groups = nullptr;                 ///< of `team`; null: its engine has none
    Preparing* preparing = nullptr;                   ///< likewise
    Explaining* explaining = nullptr;                 ///< likewise
    std::unordered_map<const char*, Reason> clauses;  ///< of its engine, and their reasons in the record
    BcastChoices* choices = nullptr;  ///< of `team`; null also if no length of a broadcast is left to the host
    bool holds_givers = false;        ///< Team::holds_givers
    bool tells_ordinals = false;      ///< `team` is told the ordinals of all calls
    int engine = 0;                   ///< index, as in Decision
    bool off = false;                 ///< it has declined, and exists only until its calls have ended
    bool is_meeting = false;          ///< `off` until its members have met (staged_team)
    std::uint32_t wants_since = 0;    ///< the ordinal of the call since which it wants to meet; 0: it does not
    int own_number =
        0;  ///< of a persistent call's own team, from 1 in the order of their making; 0: the team of all other calls
    std::atomic<bool> in_use{false};     ///< of a persistent call's own: the call is not freed
    std::atomic<int> calls{0};           ///< in the background, that have not ended
    std::shared_ptr<CommTeam*> telling;  ///< of a broken team: this, for the chore that notifies its peers
    CopiesAhead copies;
    CommTeam* next = nullptr;  ///< of the same communicator and another engine; owned
};

/// The team that `decision` needs, made now if there is none.   Returns: null, on all members, if it cannot be made or
/// no longer works. Blocks: collective over the communicator, the first time: two of the host's collectives. Only for
/// calls in which all members meet anyway.
CommTeam* team_of(Session& s, CommRecord& record, const Decision& decision);

/// The team that `decision` needs if it has been made already, whether it works or not; else null.
CommTeam* known_team(const CommRecord& record, const Decision& decision);

/// A call in which the members do not all meet needs a team: the next call in which they do makes it. `own_bytes`: the
/// larger of the bytes that this rank sends and receives, if sizes are not known to all; else 0.   Returns: false, on
/// all members alike, if another engine's team is already wanted. Teams are made one after the other, but one that a
/// rounded reduction needs precedes others.
bool want_team(CommRecord& record, const Decision& decision, std::uint64_t own_bytes);

/// The next call in which all members meet settles that a rounded reduction has asked for the engine's team, even if
/// other calls have already made it (CallMemory::asked_for_sums). `engine` 0: for the private communicator.
inline void ask_for_sums(CommRecord& record, int engine) {
    memory_of(record).asked_for_sums |= std::uint32_t{1} << engine;
    record.wants.meeting = true;
}

/// Does the work that waits for a call in which all members meet anyway (CommRecord::wants).   Blocks: collective over
/// the communicator.
void meet_wants(Session& s, CommRecord& record);

/// A team for one persistent call: MPI lets each member start such calls in another order than all others (MPI 4.0,
/// 6.13). It is a new one, or that of a call which all members have freed.   Returns: null, on all members, if it
/// cannot be made. Blocks: collective over the communicator.
CommTeam* own_team(Session& s, CommRecord& record, const Decision& decision);

/// Whether `team` is still one of `record` and works.
bool has_team(const CommRecord& record, const CommTeam* team);

/// The team has declined, on all members: from now on the host carries the calls of its engine.
void switch_off(CommRecord& record, CommTeam& team);
/// The team is used again, on all members.
void switch_on(CommRecord& record, CommTeam& team);

/// Leaves all teams of `record`, whose communicator is freed: objects that a peer may still need are kept until all
/// members have left too. Blocks: never.
void leave_teams(CommRecord& record);
/// Ends one, if it works.
void end_team(CommTeam& team);
/// Ends all teams of `record` now. In MPI_Finalize, when no peer needs them any more, or none is waited for.
void end_teams(CommRecord& record);

/// The team has broken: its peers are notified while the program continues, as they may wait for this member only much
/// later.   Returns: whether this is the first call.   Fails: std::bad_alloc.
bool go_on_telling(Session& s, CommTeam& team);

/// Keeps a team that this member has left until all members have left it. Its background calls continue. Then this
/// member notifies the others, and waits for their notices.
class Departure final : public Chore {
public:
    /// `communicator`: its id; `rank` and `size`: this member's rank in it and its size. `team->team` may be null.
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

/// The ranks of the members in MPI_COMM_WORLD.
std::vector<int> world_ranks_of(const Session& s, const CommRecord& record);

/// Whether a rule may leave calls of `operation` to `auto`, which may measure them. Equal on all members.
bool may_be_measured(const Session& s, CommRecord& record, Operation operation);
/// Whether the team of that engine may have to keep members of a broadcast together whose lengths differ.
bool may_part(const Session& s, CommRecord& record, int engine);

/// Functions that make teams. `engine`: as in Decision::index.
TeamSetup setup_of(const Session& s, const CommRecord& record, int engine);
std::unique_ptr<CommTeam> new_team(Session& s, CommRecord& record, const Decision& decision, std::uint64_t own_bytes);
/// Stores the team that a join has made; it may be null.
CommTeam& keep_team(Session& s, CommRecord& record, std::unique_ptr<CommTeam> made);

}  // namespace shunt
