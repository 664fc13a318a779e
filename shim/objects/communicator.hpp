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

/// What waits for the next call of a communicator in which all members meet anyway. Equal on all members.
struct Wants {
    bool team = false;          ///< for calls in which members need not meet (see CallMemory)
    bool meeting = false;       ///< a team asks for Team::meet()
    bool private_comm = false;  ///< a private communicator, for calls in the background
    bool algorithm = false;     ///< a communicator for an algorithm of the host's
    bool figures = false;       ///< times that `auto` has measured are on their way
    bool unused[3] = {};
    bool any() const { return std::bit_cast<std::uint64_t>(*this) != 0; }  // asked by short calls: one comparison
};

/// What the shim knows of one communicator of the program. Equal on all members: id, size, collective_sequence,
/// children, all_ours.
struct CommRecord {
    MPI_Comm handle = MPI_COMM_NULL;
    bool adopted = false;       ///< the fields below `children` are filled in
    bool is_hosts = false;      ///< nobody is told of it, see CommTable::leave_to_host()
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
    AgreedWaiting waiting;  ///< of its collectives, where load may make them wait gently

    std::uint16_t index = 0;  ///< in the profile
    int rank = 0;
    int size = 1;
    int remote_size = 0;          ///< 0: intracommunicator
    int nodes = 1;                ///< nodes its members run on; 0 when not known
    bool lies_in_blocks = false;  ///< its ranks lie on these one node after the other, as many on each
    bool all_ours = false;        ///< intracommunicator, every member in this MPI_COMM_WORLD
    bool carry_failed = false;    ///< no private communicator could be made (found by all members alike)
    bool carries_messages =
        false;  ///< its messages go by remote write (offload/message_service.hpp); equal on all members
    std::uint8_t messages_reason = 0;  ///< why they do or do not: as in record::Cell, for the rows of messages
    std::uint8_t messages_asked = 0;   ///< likewise
    std::uint16_t messages_rule = 0;   ///< likewise
    char path[64] = {};      ///< how it was made from MPI_COMM_WORLD, as rules name it; empty: not known alike to all
                             ///< members, or too long
    int out_neighbors = -1;  ///< out-degree in its topology; -1 not asked yet
    std::atomic<int> users{0};         ///< windows and files made with it, which may outlive it
    MPI_Group peers = MPI_GROUP_NULL;  ///< the group that ranks in point-to-point calls name
    /// Of peers asked about lately, by their last bits: `(peer + 1) << 32 | rank in MPI_COMM_WORLD`.
    mutable std::array<std::atomic<std::uint64_t>, 16> known_peers{};
    static std::uint64_t name_of(int peer) { return static_cast<std::uint64_t>(peer) + 1; }
    std::atomic<std::uint64_t>& known_peer(int peer) const { return known_peers[name_of(peer) % known_peers.size()]; }
    MPI_Comm private_comm =
        MPI_COMM_NULL;  ///< private communicator, for blocks that calls in the background leave to the host's messages
    bool keeps_private_comm =
        false;                 ///< persistent calls may use it after the communicator is freed; equal on all members
    int background_calls = 0;  ///< made so far: nonblocking and persistent ones together
    std::uint32_t next_word =
        0;  ///< the number of the collective from which a root says how far `staged`, or the figures, are; 0: none
    std::shared_ptr<StagedTeam> staged;  ///< what a team needs nobody waits for (see offload/staged_team.hpp)
    std::uint32_t stagings = 0;          ///< so many of them were begun
    /// What was decided for its calls; null before the first; owned (see team_cache.hpp).
    CallMemory* memory = nullptr;
    AlgorithmComms* algorithms = nullptr;  ///< for algorithms of the host's (offload/host_algorithm_call.hpp); owned
    BcastChoices* bcast_choices =
        nullptr;  ///< of a team, where the length of a broadcast decides between it and the host; owned by the team
    CommTeam* teams = nullptr;  ///< one of each engine that keeps one, made likewise; owned (see team_cache.hpp)
};

/// Whether `peer` in `record` (may be null) is this rank itself.
inline bool is_self(const CommRecord* record, int peer) {
    return record && record->rank == peer && record->remote_size == 0;
}

/// Whether `peer` is a rank that messages in `record` can name.
inline bool has_rank(const CommRecord& record, int peer) {
    return peer >= 0 && peer < (record.remote_size ? record.remote_size : record.size);
}

/// What MPI_Comm_* of that number makes, for names of communicators: "dup", "split" ...   Owner: static.
const char* how_made(Function function);

/// What other layers keep with a communicator, and have to end.   Blocks: none of them.
struct CommHooks {
    void (*leave_teams)(CommRecord& record) = [](CommRecord&) {};  ///< the program frees the communicator
    void (*end_teams)(CommRecord& record) = [](CommRecord&) {};    ///< in MPI_Finalize
    void (*free_private_comm)(CommRecord& record) = [](CommRecord&) {};
    void (*adopted)(CommRecord& record) = [](CommRecord&) {};  ///< it has just been filled in
};

/// The communicators in use, by handle. Records are filled in at first use, by local calls only.
/// Thread: any.
class CommTable {
public:
    ~CommTable() =
        default;  ///< records are kept until the process ends; `release` frees what MPI must free before Finalize

    /// The record of a valid communicator; null for MPI_COMM_NULL, for what is left to the host, or without memory.
    CommRecord* find(MPI_Comm comm) {
        if (CommRecord* const known = peek(comm)) [[likely]]
            return known;
        return find_slowly(comm);
    }

    /// Notes that `made` came from a collective call on `parent` (may be null), before it is used.
    void note_new(CommRecord* parent, MPI_Comm made, const char* how);
    /// Notes one that only its members know of, before it is used; `number` is equal on them, and no other's.
    void note_group(MPI_Comm made, std::uint64_t number);

    /// From now on there is no record of `comm` for others, and no function of the host's is asked about it: a
    /// communicator in which threads are ranks, say. Called before it is used, by all members.
    void leave_to_host(MPI_Comm comm);

    /// Takes the record of `comm`, which is about to be freed, out of the table: its handle may be given out again at
    /// once. Then either `bury` it, or `relink` it when the host refused.   Returns null when there is none.
    CommRecord* unlink(MPI_Comm comm);
    void relink(CommRecord* record);
    /// Leaves its teams, and keeps the record for requests, windows and files that may still name it. A persistent call
    /// may be started later still: then nothing is left before MPI_Finalize.   Blocks: never.
    void bury(CommRecord* record);

    /// The record of `comm` if this thread looked it up last, without asking anybody; else null.
    [[gnu::always_inline]] CommRecord* peek(MPI_Comm comm) const {
        const ThreadState& thread = thread_state;
        const bool fresh = thread.last_comm == comm && thread.comm_generation == generation();
        return fresh ? thread.last_record : nullptr;
    }

    /// Whether there is a record of it: the program has used it, or the call that made it.
    bool is_noted(MPI_Comm comm) {
        const std::lock_guard<std::mutex> guard(mutex_);
        return lookup(comm) != nullptr;
    }

    /// Raised when handles may be given out again.
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

    /// Deletes the records of freed communicators while no request is outstanding. Locks this table, then the recorder,
    /// which is the one order of the two.
    void delete_buried(const RequestTable& requests);

    /// Whom to tell about new communicators, and which node each world rank runs on (may be empty).
    void start(record::Recorder* recorder, MPI_Group world_group, const std::vector<std::int32_t>* node_of);
    /// Whom to tell that communicators end. Before the first is freed.
    void set_hooks(const CommHooks& hooks) { hooks_ = hooks; }

private:
    CommRecord* find_slowly(MPI_Comm comm);
    std::int32_t translate_peer(const CommRecord& record, int peer) const;
    CommRecord* lookup(MPI_Comm comm);
    CommRecord* add(MPI_Comm comm);
    void adopt(CommRecord& record);
    bool find_locality(CommRecord& record);
    bool insert(CommRecord* record);
    void delete_idle_buried();

    std::mutex mutex_;
    std::vector<CommRecord*> slots_;  ///< open addressing by handle, power of two
    std::size_t used_ = 0;
    std::vector<CommRecord*> buried_;  ///< freed by the program, perhaps still named by outstanding requests
    std::vector<CommRecord*>
        kept_;  ///< freed by the program, whose teams and private communicators last until MPI_Finalize
    std::atomic<std::uint32_t> generation_{1};
    record::Recorder* recorder_ = nullptr;
    CommHooks hooks_;
    MPI_Group world_group_ = MPI_GROUP_NULL;
    const std::vector<std::int32_t>* node_of_ = nullptr;
    std::vector<char> node_seen_;  ///< by node; made at the start, so that counting nodes cannot fail on one rank alone
};

}  // namespace shunt
