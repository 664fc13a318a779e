#include "shim/objects/communicator.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

#include "shim/host/handle.hpp"
#include "shim/host/named_object.hpp"
#include "shim/observe/record/comm_names.hpp"
#include "shim/observe/record/recorder.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

/// Records of freed communicators accumulate until there is one for so many outstanding requests: a look reads all
/// requests, and programs make and free communicators in loops.
constexpr std::size_t kRequestsPerRecord = 16;
constexpr std::size_t kMostBuried = 32;  // each may have a private communicator, of which there may be few

std::uint64_t mix(std::uint64_t id, std::uint64_t value) { return record::fnv1a(&value, sizeof value, id); }

bool is_intercommunicator(MPI_Comm comm) {
    int inter = 0;
    host.MPI_Comm_test_inter(comm, &inter);
    return inter != 0;
}

/// The path depends only on facts that all members know alike. If the parent's path did not fit, the path is unknown.
void note_path(CommRecord& record, const CommRecord& parent) {
    char path[sizeof record.path];
    const int length = std::snprintf(path, sizeof path, "%s/%s#%u", parent.path, record.how, record.born);
    if (length > 0 && static_cast<std::size_t>(length) < sizeof path) std::memcpy(record.path, path, sizeof path);
}

/// Writes the names that the record shows: the program's, or else a description of how the communicator was made.
void name_entry(record::CommEntry& entry, const CommRecord& record, const char* given) {
    char made[64], id[19] = "";
    std::snprintf(made, sizeof made, "%s #%u", record.how, record.born);
    const bool has_path = record.path[0] != 0;
    const std::string_view path(record.path);
    const std::string_view name = given && given[0] ? given : has_path && path.size() < sizeof entry.name ? path : made;
    if (record.id_is_agreed) std::snprintf(id, sizeof id, "0x%016llx", static_cast<unsigned long long>(record.id));
    record::set_names(entry, name, has_path && (name == path || record::have_room(name, path)) ? path : id);
}

std::int32_t translate(MPI_Group from, int rank, MPI_Group to) {
    int translated = MPI_UNDEFINED;
    if (host.MPI_Group_translate_ranks(from, 1, &rank, to, &translated) != MPI_SUCCESS || translated == MPI_UNDEFINED)
        return record::kUnknownWorldRank;
    return translated;
}

}  // namespace

const char* how_made(Function function) {
    switch (function) {
        case Function::MPI_Comm_dup:
        case Function::MPI_Comm_dup_with_info:
        case Function::MPI_Comm_idup:
        case Function::MPI_Comm_idup_with_info: return "dup";
        case Function::MPI_Comm_split:
        case Function::MPI_Comm_split_type: return "split";
        case Function::MPI_Cart_create:
        case Function::MPI_Cart_sub: return "cart";
        case Function::MPI_Graph_create: return "graph";
        case Function::MPI_Dist_graph_create:
        case Function::MPI_Dist_graph_create_adjacent: return "dist_graph";
        case Function::MPI_Intercomm_create:
        case Function::MPI_Intercomm_create_from_groups: return "intercomm";
        case Function::MPI_Intercomm_merge: return "merge";
        default: return "comm";
    }
}

void CommTable::start(record::Recorder* recorder, MPI_Group world_group, const std::vector<std::int32_t>* node_of) {
    recorder_ = recorder;
    world_group_ = world_group;
    node_of_ = node_of;
    if (node_of && !node_of->empty())
        node_seen_.assign(static_cast<std::size_t>(*std::max_element(node_of->begin(), node_of->end())) + 1, 0);
}

std::uint32_t CommTable::next_generation() {
    static std::atomic<std::uint32_t> last{0};  // 0: no table's
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

CommRecord* CommTable::lookup(MPI_Comm comm) {
    if (slots_.empty()) return nullptr;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = handle_hash(comm) & mask; slots_[slot]; slot = (slot + 1) & mask)
        if (slots_[slot]->handle == comm) return slots_[slot];
    return nullptr;
}

bool CommTable::insert(CommRecord* record) try {
    if (2 * (used_ + 1) > slots_.size()) {
        std::vector<CommRecord*> larger(std::max<std::size_t>(64, 2 * slots_.size()), nullptr);
        for (CommRecord* old : slots_) {
            if (!old) continue;
            std::size_t slot = handle_hash(old->handle) & (larger.size() - 1);
            while (larger[slot]) slot = (slot + 1) & (larger.size() - 1);
            larger[slot] = old;
        }
        slots_.swap(larger);
    }
    std::size_t slot = handle_hash(record->handle) & (slots_.size() - 1);
    while (slots_[slot]) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = record;
    used_ += 1;
    return true;
} catch (const std::bad_alloc&) { return false; }

CommRecord* CommTable::add(MPI_Comm comm) {
    auto* record = new (std::nothrow) CommRecord;
    if (!record) return nullptr;
    record->handle = comm;
    if (insert(record)) return record;
    delete record;
    return nullptr;
}

/// A new record for `made`. An older one of that handle stays as long as requests may name it; and if calls were
/// carried on it, until MPI_Finalize.
CommRecord* CommTable::replace(MPI_Comm made) {
    if (CommRecord* const old = lookup(made)) {
        take_out(*old);
        old->handle = MPI_COMM_NULL;
        try {
            (old->memory || old->teams || old->staged ? kept_ : buried_).push_back(old);
        } catch (const std::bad_alloc&) {
            // It stays allocated.
        }
    }
    return add(made);
}

CommRecord* CommTable::find_slowly(MPI_Comm comm) {
    if (comm == MPI_COMM_NULL) return nullptr;
    if (is_being_freed(comm)) return thread_state.freed_record;
    const std::lock_guard<std::mutex> guard(mutex_);
    CommRecord* record = lookup(comm);
    if (!record && names_communicator(comm)) record = add(comm);
    if (!record || record->is_hosts) return nullptr;
    if (!record->adopted) adopt(*record);
    thread_state.last_comm = comm;
    thread_state.last_record = record;
    thread_state.comm_generation = generation_.load(std::memory_order_relaxed);
    return record;
}

void CommTable::note_new(CommRecord* parent, MPI_Comm made, const char* how) {
    const std::uint32_t born =
        parent ? parent->children++ : 0;  // counted even if this rank is not a member of the new communicator
    if (made == MPI_COMM_NULL) return;
    const std::lock_guard<std::mutex> guard(mutex_);
    CommRecord* const record = replace(made);
    if (!record) return;
    record->parent_id = parent ? parent->id : 0;
    record->id_is_agreed = parent && parent->id_is_agreed &&
                           parent->remote_size == 0;  // the two sides of an intercommunicator name it differently
    record->born = born;
    record->how = how;
    if (record->id_is_agreed) record->made_before = parent->made_before + born;
    if (record->id_is_agreed && parent->path[0]) note_path(*record, *parent);
}

void CommTable::note_group(MPI_Comm made, std::uint64_t number) {
    const std::lock_guard<std::mutex> guard(mutex_);
    CommRecord* const record = replace(made);
    if (!record) return;
    record->group_number = number;
    record->id_is_agreed = true;
    record->how = "group";
}

void CommTable::leave_to_host(MPI_Comm comm) {
    if (comm == MPI_COMM_NULL) return;
    const std::lock_guard<std::mutex> guard(mutex_);
    CommRecord* record = lookup(comm);
    if (!record) record = add(comm);
    if (record) record->is_hosts = true;
}

bool CommTable::is_left_to_host(MPI_Comm comm) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const CommRecord* const record = lookup(comm);
    return record && record->is_hosts;
}

void CommTable::adopt(CommRecord& record) {
    find_facts(record);
    enter(record);
}

void CommTable::find_facts(MPI_Comm comm) {
    const std::lock_guard<std::mutex> guard(mutex_);
    CommRecord* const record = lookup(comm);
    if (record && !record->adopted && !record->is_hosts) find_facts(*record);
}

void CommTable::find_facts(CommRecord& record) {
    const MPI_Comm comm = record.handle;
    host.MPI_Comm_rank(comm, &record.rank);
    host.MPI_Comm_size(comm, &record.size);
    MPI_Group local = MPI_GROUP_NULL;
    host.MPI_Comm_group(comm, &local);
    const bool inter = is_intercommunicator(comm);
    if (inter) {
        host.MPI_Comm_remote_size(comm, &record.remote_size);
        host.MPI_Comm_remote_group(comm, &record.peers);
    } else {
        record.peers = local;
        record.all_ours = find_locality(record);
    }
    record.leader = translate(local, 0, world_group_);
    if (inter) host.MPI_Group_free(&local);
    // Children of one call on one parent differ in their lowest member. Without a known parent, the members alone must
    // distinguish them.
    record.id =
        mix(mix(mix(mix(0x5348554e54u, record.parent_id), record.born), static_cast<std::uint64_t>(record.leader)),
            static_cast<std::uint64_t>(record.size));
    if (comm == MPI_COMM_WORLD) {
        record.id = 1;
        record.id_is_agreed = true;
        std::strcpy(record.path, "world");
    }
    if (record.group_number != 0) record.id = mix(record.id, record.group_number);
    if (comm == MPI_COMM_SELF) {
        record.id = mix(2, static_cast<std::uint64_t>(record.leader));
        record.id_is_agreed = true;
    }
    record.adopted = true;
    hooks_.adopted(record);
    record.index = record::kNoComm;
}

/// Gives it a place in the profile.
void CommTable::enter(CommRecord& record) {
    if (!recorder_) return;
    record::CommEntry entry;
    entry.id = record.id;
    entry.parent_id = record.parent_id;
    entry.size = record.size;
    entry.remote_size = record.remote_size;
    entry.rank = record.rank;
    entry.leader_world = record.leader;
    char name[MPI_MAX_OBJECT_NAME + 1] = {};
    int length = 0;
    if (host.MPI_Comm_get_name(record.handle, name, &length) != MPI_SUCCESS) name[0] = 0;
    name_entry(entry, record, name);
    const record::Recorder::Locked locked(*recorder_);
    record.index = recorder_->add_comm(entry);
}

/// Translates all members: fills `nodes` and `lies_in_blocks`, and returns whether all are in our world. Allocates no
/// memory: a rank without memory would decide differently from its peers.
bool CommTable::find_locality(CommRecord& record) {
    constexpr int kChunk = 128;
    int ranks[kChunk], world[kChunk];
    std::fill(node_seen_.begin(), node_seen_.end(), 0);
    record.nodes = 0;
    int each = record.size;  // ranks of the first node
    bool is_even = true;
    for (int first = 0, last_node = -1; first < record.size; first += kChunk) {
        const int n = std::min(kChunk, record.size - first);
        for (int i = 0; i < n; ++i) ranks[i] = first + i;
        if (host.MPI_Group_translate_ranks(record.peers, n, ranks, world_group_, world) != MPI_SUCCESS) return false;
        for (int i = 0; i < n; ++i) {
            if (world[i] == MPI_UNDEFINED) return false;
            if (node_seen_.empty()) continue;
            const int node = (*node_of_)[static_cast<std::size_t>(world[i])];
            char& seen = node_seen_[static_cast<std::size_t>(node)];
            if (!seen && record.nodes == 1) each = ranks[i];
            is_even = is_even && (seen ? node == last_node : ranks[i] == record.nodes * each);
            record.nodes += !seen;
            seen = 1;
            last_node = node;
        }
    }
    record.lies_in_blocks = record.nodes > 0 && is_even && record.nodes * each == record.size;
    return true;
}

CommRecord* CommTable::unlink(MPI_Comm comm) {
    const std::lock_guard<std::mutex> guard(mutex_);
    CommRecord* record = lookup(comm);
    if (record) take_out(*record);
    return record;
}

/// Open addressing without tombstones: later entries of the same run move up.
void CommTable::take_out(CommRecord& record) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t hole = handle_hash(record.handle) & mask;
    while (slots_[hole] != &record) hole = (hole + 1) & mask;
    slots_[hole] = nullptr;
    used_ -= 1;
    for (std::size_t slot = (hole + 1) & mask; slots_[slot]; slot = (slot + 1) & mask) {
        const std::size_t home = handle_hash(slots_[slot]->handle) & mask;
        if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
        slots_[hole] = slots_[slot];
        slots_[slot] = nullptr;
        hole = slot;
    }
    generation_.store(next_generation(), std::memory_order_release);
}

void CommTable::relink(CommRecord* record) {
    const std::lock_guard<std::mutex> guard(mutex_);
    insert(record);  // cannot fail: the slot it had before is free
}

void CommTable::bury(CommRecord* record) {
    hooks_.leave_teams(*record);
    const std::lock_guard<std::mutex> guard(mutex_);
    record->handle = MPI_COMM_NULL;
    try {
        buried_.push_back(record);
    } catch (const std::bad_alloc&) {
        // A record that cannot be remembered stays allocated.
    }
}

void CommTable::rename(MPI_Comm comm, const char* name) {
    const CommRecord* record = find(comm);
    if (!record || !recorder_ || !name) return;
    const record::Recorder::Locked locked(*recorder_);
    if (record::CommEntry* entry = recorder_->comm(record->index)) name_entry(*entry, *record, name);
}

/// `named`: sorted. `at_end`: in MPI_Finalize, where messages end by themselves.
void CommTable::delete_idle_buried(const std::vector<const CommRecord*>& named, bool at_end) {
    std::erase_if(buried_, [&](CommRecord* record) {
        if (record->users > 0 || std::ranges::binary_search(named, record)) return false;
        if (record->closes_messages && !at_end) hooks_.end_messages(*record);
        if (record->peers != MPI_GROUP_NULL) host.MPI_Group_free(&record->peers);
        hooks_.free_private_comm(*record);
        delete record;
        return true;
    });
}

void CommTable::delete_buried(const RequestTable& requests) {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (buried_.empty()) return;
    if (!recorder_) return delete_idle_buried({}, false);  // no request has been noted
    const record::Recorder::Locked locked(*recorder_);
    if (requests.empty()) return delete_idle_buried({}, false);
    if (buried_.size() < next_look_) return;
    try {
        std::vector<const CommRecord*> named;
        requests.for_each_comm([&](const CommRecord* comm) { named.push_back(comm); });
        std::ranges::sort(named);
        delete_idle_buried(named, false);
        next_look_ = std::max(2 * buried_.size() + 1, std::min(named.size() / kRequestsPerRecord, kMostBuried));
    } catch (const std::bad_alloc&) {
        next_look_ = 2 * buried_.size() + 1;  // they stay until the next look
    }
}

void CommTable::release(bool all_have_come) {
    const std::lock_guard<std::mutex> guard(mutex_);
    delete_idle_buried({}, true);
    std::erase(slots_, nullptr);
    slots_.insert(slots_.end(), kept_.begin(), kept_.end());
    kept_.clear();
    for (CommRecord* record : slots_) {
        if (record->peers != MPI_GROUP_NULL) host.MPI_Group_free(&record->peers);
        hooks_.end_teams(*record);
        if (all_have_come) hooks_.free_private_comm(*record);
    }
    slots_.clear();
    generation_.store(next_generation(), std::memory_order_release);
}

// The peer is the program's argument. For an invalid peer MPICH would call the program's error handler, and Open MPI
// would read beyond its group.
std::int32_t CommTable::translate_peer(const CommRecord& record, int peer) const {
    if (!has_rank(record, peer)) return record::kUnknownWorldRank;
    const std::int32_t rank = translate(record.peers, peer, world_group_);
    record.known_peer(peer).store(CommRecord::name_of(peer) << 32 | static_cast<std::uint32_t>(rank),
                                  std::memory_order_relaxed);
    return rank;
}

}  // namespace shunt
