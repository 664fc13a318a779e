#pragma once
#include <mpi.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "native/base/operation.hpp"
#include "shim/host/agreed_waiting.hpp"
#include "shim/objects/request.hpp"
#include "shim/objects/thread_state.hpp"
#include "shim/table/generated/function_number.hpp"

namespace shunt {

namespace record {
class Recorder;
}
class BcastChoices;
struct AlgorithmComms;
struct CommTeam;
struct StagedTeam;
struct CallMemory;

/// Work that is due at the next call of a communicator in which all members meet anyway. Equal on all members.
struct Wants {
    bool team = false;          ///< for calls in which members need not meet (see CallMemory)
    bool meeting = false;       ///< a team asks for Team::meet()
    bool private_comm = false;  ///< a private communicator is needed, for calls in the background
    bool algorithm = false;     ///< a communicator for an algorithm of the host is needed
    bool figures = false;       ///< times that `auto` has measured are being exchanged
    bool unused[3] = {};
    bool any() const { return std::bit_cast<std::uint64_t>(*this) != 0; }  // one comparison: short calls ask this
};

/// What the shim knows about one communicator of the program. Equal on all members: id, size, collective_sequence,
/// children, all_ours.
struct CommRecord {
    MPI_Comm handle = MPI_COMM_NULL;
    bool adopted = false;       ///< the fields below `children` are filled in
    bool is_hosts = false;      ///< no record of it is given out, see CommTable::leave_to_host()
    bool id_is_agreed = false;  ///< `id` is equal on all members, and no other communicator of theirs has it
    std::uint64_t id = 0;
    std::uint64_t parent_id = 0;
    std::uint64_t group_number = 0;            ///< of MPI_Comm_create_group, from offload/group_number.hpp; else 0
    std::uint32_t born = 0;                    ///< how many communicators the parent had made before
    const char* how = "communicator";          ///< "dup of", "split of" ... for a readable name
    std::uint32_t children = 0;                ///< communicators made from this one so far
    std::uint32_t made_before = 0;             ///< as CallFacts::made_before
    std::uint32_t collective_sequence = 0;     ///< collective calls so far
    std::uint32_t next_exchange = UINT32_MAX;  ///< the number of the collective after which `auto` exchanges what it
                                               ///< has measured; its maximum: none
    Wants wants;
    AgreedWaiting waiting;  ///< for its collectives, if load may make them wait gently

    std::uint16_t index = 0;  ///< in the profile
    int rank = 0;
    int size = 1;
    int remote_size = 0;               ///< 0: intracommunicator
    int leader = 0;                    ///< its rank 0, as a rank of MPI_COMM_WORLD
    int nodes = 1;                     ///< nodes its members run on; 0 when not known
    bool lies_in_blocks = false;       ///< each node has equally many of its ranks, and these are consecutive
    bool all_ours = false;             ///< intracommunicator, every member in this MPI_COMM_WORLD
    bool twins_are_disturbed = false;  ///< Quirks::idup_disturbs_twins, and MPI_Comm_idup was called on it; likewise
    bool carry_failed = false;         ///< no private communicator could be made (all members know this alike)
    bool carries_messages =
        false;  ///< its messages are sent by remote write (offload/message_service.hpp); equal on all members
    bool closes_messages = false;      ///< freed, and its messages are dropped when no request of ours uses it any more
    std::uint8_t messages_reason = 0;  ///< why they are or are not: as in record::Cell, for the rows of messages
    std::uint8_t messages_asked = 0;   ///< likewise
    std::uint16_t messages_rule = 0;   ///< likewise
    char path[64] = {};  ///< how it was made from MPI_COMM_WORLD, in the form that rules use; empty: too long, or not
                         ///< known alike to all members
    int out_neighbors = -1;                   ///< out-degree in its topology; -1 not asked yet
    std::atomic<int> users{0};                ///< windows, files and requests made with it, which may outlive it
    std::atomic<int> persistent_messages{0};  ///< persistent requests of ours for its messages
    MPI_Group peers = MPI_GROUP_NULL;         ///< the group whose ranks point-to-point calls name
    /// Recently translated peers, indexed by their last bits: `(peer + 1) << 32 | rank in MPI_COMM_WORLD`.
    mutable std::array<std::atomic<std::uint64_t>, 16> known_peers{};
    static std::uint64_t name_of(int peer) { return static_cast<std::uint64_t>(peer) + 1; }
    std::atomic<std::uint64_t>& known_peer(int peer) const { return known_peers[name_of(peer) % known_peers.size()]; }
    MPI_Comm private_comm =
        MPI_COMM_NULL;  ///< private communicator, for the blocks that background calls send by the host's messages
    std::uint32_t background_calls = 0;  ///< made so far: nonblocking and persistent ones together
    std::uint32_t next_word =
        0;  ///< the number of the collective in which a root reports how far `staged`, or the figures, are; 0: none
    std::shared_ptr<StagedTeam> staged;  ///< builds, in the background, what a team needs (see offload/staged_team.hpp)
    std::uint32_t stagings = 0;          ///< number of them begun so far
    /// The decisions made for its calls; null before the first; owned (see team_cache.hpp).
    CallMemory* memory = nullptr;
    AlgorithmComms* algorithms = nullptr;  ///< for the host's algorithms (offload/host_algorithm_call.hpp); owned
    BcastChoices* bcast_choices =
        nullptr;  ///< of a team, if the length of a broadcast decides between it and the host; owned by the team
    CommTeam* teams = nullptr;  ///< one for each engine that keeps one, made likewise; owned (see team_cache.hpp)
};

/// Keeps a record while a call uses it: the program, or another thread of it, may free the communicator meanwhile.
class KeptRecord {
public:
    /// `record` may be null.
    explicit KeptRecord(CommRecord* record) : record_(record) {
        if (record_) record_->users += 1;
    }
    ~KeptRecord() {
        if (record_) record_->users -= 1;
    }
    KeptRecord(const KeptRecord&) = delete;
    KeptRecord& operator=(const KeptRecord&) = delete;
    CommRecord* get() const { return record_; }

private:
    CommRecord* const record_;
};

/// Whether `peer` in `record` (may be null) is this rank itself.
inline bool is_self(const CommRecord* record, int peer) {
    return record && record->rank == peer && record->remote_size == 0;
}

/// Whether messages in `record` can name `peer` as a rank.
inline bool has_rank(const CommRecord& record, int peer) {
    return peer >= 0 && peer < (record.remote_size ? record.remote_size : record.size);
}

/// The word for what MPI_Comm_* of that number makes, for names of communicators: "dup", "split" ...   Owner: static.
const char* how_made(Function function);

/// Functions of other layers, which keep objects with a communicator and must end them.   Blocks: none of them.
struct CommHooks {
    void (*leave_teams)(CommRecord& record) = [](CommRecord&) {};  ///< the program frees the communicator
    void (*end_teams)(CommRecord& record) = [](CommRecord&) {};    ///< in MPI_Finalize
    void (*free_private_comm)(CommRecord& record) = [](CommRecord&) {};
    void (*adopted)(CommRecord& record) = [](CommRecord&) {};  ///< its fields have just been filled in
    /// The program has freed it, and no request of ours uses it any more.
    void (*end_messages)(CommRecord& record) = [](CommRecord&) {};
};

/// The communicators in use, by handle. Records are filled in at first use, by local calls only.
/// Thread: any.
class CommTable {
public:
    ~CommTable() =
        default;  ///< records are kept until the process ends; `release` frees what MPI must free before Finalize

    /// The record of a valid communicator; null for MPI_COMM_NULL, for a communicator left to the host, or without
    /// memory.
    CommRecord* find(MPI_Comm comm) {
        if (CommRecord* const known = peek(comm)) [[likely]]
            return known;
        return find_slowly(comm);
    }

    /// Notes that `made` came from a collective call on `parent` (may be null), before it is used. A record that its
    /// handle has already is of a communicator whose end was not seen.
    void note_new(CommRecord* parent, MPI_Comm made, const char* how);
    /// Notes a communicator that only its members know of, before it is used; `number` is equal on them, and unique.
    void note_group(MPI_Comm made, std::uint64_t number);

    /// From now on find() returns no record of `comm`, and no function of the host is called about it: a communicator
    /// in which threads are ranks, say. Called by all members before it is used.
    void leave_to_host(MPI_Comm comm);
    bool is_left_to_host(MPI_Comm comm);

    /// Removes the record of `comm`, which is about to be freed, from the table: the host may reuse its handle at once.
    /// Then call `bury`, or `relink` if the host refused.   Returns: null if there is no record.
    CommRecord* unlink(MPI_Comm comm);
    void relink(CommRecord* record);
    /// Leaves its teams, and keeps the record for requests, windows and files that may still name it, among them
    /// persistent calls that may still be started.   Blocks: never.
    void bury(CommRecord* record);

    /// The record of `comm` if it is the last one this thread looked up; else null. Needs no table lookup.
    [[gnu::always_inline]] CommRecord* peek(MPI_Comm comm) const {
        const ThreadState& thread = thread_state;
        const bool fresh = thread.last_comm == comm && thread.comm_generation == generation();
        return fresh ? thread.last_record : nullptr;
    }

    /// Whether there is a record of it: the program, or the call that made it, has used it.
    bool is_noted(MPI_Comm comm) {
        if (is_being_freed(comm)) return true;
        const std::lock_guard<std::mutex> guard(mutex_);
        return lookup(comm) != nullptr;
    }

    /// Finds the facts of `comm`, if it is noted, without a place in the profile: the program frees it.
    void find_facts(MPI_Comm comm);

    /// The same of a handle that may be invalid; null if there is no record yet.
    CommRecord* find_noted(MPI_Comm comm) {
        if (CommRecord* const known = peek(comm)) return known;
        return is_noted(comm) ? find(comm) : nullptr;
    }

    /// Changes when handles may be reused. No other table has had the same one: what threads remember may be of the
    /// table of a session that has ended.
    std::uint32_t generation() const { return generation_.load(std::memory_order_acquire); }

    /// The program renamed `comm`.
    void rename(MPI_Comm comm, const char* name);

    /// Frees the groups, teams and private communicators of all records. `all_have_come`: all ranks are in
    /// MPI_Finalize.   Blocks: never.
    void release(bool all_have_come);

    /// The world rank of `peer` in `record`; kUnknownWorldRank outside MPI_COMM_WORLD.
    std::int32_t world_rank(const CommRecord& record, int peer) const {
        const std::uint64_t known = record.known_peer(peer).load(std::memory_order_relaxed);
        if (peer >= 0 && known >> 32 == CommRecord::name_of(peer)) [[likely]]
            return static_cast<std::int32_t>(known);
        return translate_peer(record, peer);
    }

    /// Deletes the records of freed communicators that no outstanding request names. While there are requests, it looks
    /// only if records have doubled since it last did, and are not few beside the requests. Locks this table, then the
    /// recorder; every function locks these two in that order.
    void delete_buried(const RequestTable& requests);

    /// The number of the program's communicators that are noted and not freed.
    std::size_t live() {
        const std::lock_guard<std::mutex> guard(mutex_);
        return used_;
    }

    /// `recorder` is notified of new communicators; `node_of` gives the node of each world rank (may be empty).
    void start(record::Recorder* recorder, MPI_Group world_group, const std::vector<std::int32_t>* node_of);
    /// The functions to call when communicators end. To be set before the first is freed.
    void set_hooks(const CommHooks& hooks) { hooks_ = hooks; }

private:
    /// By this thread.
    static bool is_being_freed(MPI_Comm comm) { return thread_state.freed_record && comm == thread_state.freeing; }
    CommRecord* find_slowly(MPI_Comm comm);
    std::int32_t translate_peer(const CommRecord& record, int peer) const;
    CommRecord* lookup(MPI_Comm comm);
    CommRecord* add(MPI_Comm comm);
    CommRecord* replace(MPI_Comm made);
    void take_out(CommRecord& record);
    void adopt(CommRecord& record);
    void find_facts(CommRecord& record);
    void enter(CommRecord& record);
    bool find_locality(CommRecord& record);
    bool insert(CommRecord* record);
    void delete_idle_buried(const std::vector<const CommRecord*>& named, bool at_end);
    static std::uint32_t next_generation();

    std::mutex mutex_;
    std::vector<CommRecord*> slots_;  ///< open addressing by handle, power of two
    std::size_t used_ = 0;
    std::vector<CommRecord*> buried_;  ///< freed by the program, perhaps still named by outstanding requests
    std::size_t next_look_ = 1;        ///< the number of them at which delete_buried() looks which are named
    std::vector<CommRecord*>
        kept_;  ///< their end was not seen; their teams and private communicators last until MPI_Finalize
    std::atomic<std::uint32_t> generation_{next_generation()};
    record::Recorder* recorder_ = nullptr;
    CommHooks hooks_;
    MPI_Group world_group_ = MPI_GROUP_NULL;
    const std::vector<std::int32_t>* node_of_ = nullptr;
    std::vector<char> node_seen_;  ///< by node; allocated at the start: counting nodes must not fail on one rank alone
};

}  // namespace shunt
