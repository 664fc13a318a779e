#pragma once
// Collectives: carried by an engine, waited for gently, or left to the host; recorded with who carried them.
#include "shim/objects/collective_arguments.hpp"
#include "shim/observe/row.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/must_meet.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

/// Whether a rank may leave such a collective before all have come: what it has sent is then perhaps still on its way.
constexpr bool leaves_early(Operation operation) {
    switch (operation) {
        case Operation::barrier:
        case Operation::allreduce:
        case Operation::allgather:
        case Operation::allgatherv:
        case Operation::alltoall:
        case Operation::alltoallv:
        case Operation::alltoallw:
        case Operation::reduce_scatter:
        case Operation::reduce_scatter_block: return false;
        default: return true;
    }
}

/// Whether an engine may carry the operation by one length, that of a vector or of equal blocks of it, which a wrapper
/// knows without asking.
constexpr bool has_vector(Operation operation) {
    switch (operation) {
        case Operation::barrier:
        case Operation::bcast:
        case Operation::reduce:
        case Operation::allreduce:
        case Operation::scan:
        case Operation::exscan:
        case Operation::reduce_scatter_block: return true;
        default: return false;
    }
}

/// Whether a call of that operation may synchronise its members (see synchronises()).
constexpr bool may_synchronise(Operation operation) { return synchronises(operation, 1); }

/// A call that the host has refused at sight, which other members know nothing of, is none of those that all count
/// alike.
inline void uncount_refused(CommRecord* record, int code, const Carried& carried) {
    if (code != MPI_SUCCESS && record && carried.engine == 0 && is_refusal(code)) record->collective_sequence -= 1;
}

/// The host carries a blocking collective.
[[gnu::always_inline]] inline void note_host_carries(Session& s, Operation operation, const CommRecord* record) {
    if (leaves_early(operation)) s.host_work.moved();
    else if (operation == Operation::barrier && record && record->size == s.world_size) s.host_work.met();
}

// Of generated/wrappers.cpp.
extern const CollectiveFunction kMPI_Alltoallv, kMPI_Scatterv;

/// A blocking collective, where no wrapper has looked at it first.
int on_collective(const CollectiveArguments& arguments);
/// Runs a blocking collective that does not go straight to the host. `is_agreed`: the members agree on waiting before
/// it.
int run_collective(Session& s, const CollectiveArguments& arguments, CommRecord* record, bool is_agreed);
/// A nonblocking collective begins.
int on_icollective(const CollectiveArguments& arguments);
/// A persistent one is made.
int on_collective_init(const CollectiveArguments& arguments);
/// The program opens a group for MPI_Scatterv, on a communicator that has a record.   Fails: the code that its error
/// handler has been told.
int run_open_group(Session& s, const int* send_counts, MPI_Datatype send_type, int root, CommRecord& record,
                   ScattervGroup*& opened);

/// Runs `carry()`. A rank without memory for its part of a collective cannot leave it to the host alone, where no
/// other rank comes: instead of a hang the job ends, as it does for an error of MPI_COMM_WORLD.
template <class Carry>
void carry_or_abort(const CommRecord& record, Carry&& carry) {
    try {
        carry();
    } catch (const std::bad_alloc&) { end_without_memory(record); }
}

/// A blocking collective from its wrapper's first line to its last. What the host gets without more goes to it from the
/// wrapper itself, with the arguments still in their registers: a short call takes hardly longer than looking at it.
class CollectiveEntry {
public:
    [[gnu::always_inline]] CollectiveEntry(Operation operation, MPI_Comm comm)
        : operation_(operation), session_(active_session()) {
        if (!session_) return;
        enter_call();
        record_ = comm == MPI_COMM_NULL ? nullptr : session_->comms.find(comm);
    }
    [[gnu::always_inline]] ~CollectiveEntry() {
        if (session_) leave_call();
    }
    CollectiveEntry(const CollectiveEntry&) = delete;
    CollectiveEntry& operator=(const CollectiveEntry&) = delete;

    /// Whether the wrapper is to call the host, and then leave().
    [[gnu::always_inline]] bool is_for_host(const Vector& vector) {
        if (!session_) return true;
        if (session_->agrees_on_load && record_) {
            session_->load.look();
            is_agreed_ = must_meet(operation_, vector) && record_->waiting.count();
        }
        if (!goes_straight_to_host(vector)) return false;
        record_->collective_sequence += 1;
        note_host_carries(*session_, operation_, record_);
        return true;
    }
    /// After the host's call, which returned `code`.
    [[gnu::always_inline]] int leave(int code) const {
        if (code != MPI_SUCCESS && session_) [[unlikely]]
            uncount_refused(record_, code, {});
        return code;
    }
    /// Where is_for_host() has said no.
    int run(const CollectiveArguments& arguments) { return run_collective(*session_, arguments, record_, is_agreed_); }

private:
    /// Whether the call may have more to do than its own work.
    [[gnu::always_inline]] bool has_more_to_do() const {
        if (record_->collective_sequence + 1 >= record_->next_exchange) return true;
        if (may_synchronise(operation_)) return record_->wants();
        return record_->next_word != 0 && record_->collective_sequence + 1 >= record_->next_word;
    }

    /// Whether the host gets this call, as it got the last one of its length, and nothing is to be noted of it.
    [[gnu::always_inline]] bool goes_straight_to_host(const Vector& vector) const {
        if (session_->recording() || session_->gentle_collectives || !record_ || is_agreed_ || record_->waiting.gentle)
            return false;
        if (has_more_to_do() || (operation_ == Operation::bcast && record_->bcast_choices)) return false;
        if (!session_->carrying) return true;
        if (!has_vector(operation_)) return false;
        const bool is_null = vector.count <= 0 || vector.type == MPI_DATATYPE_NULL;
        const std::int64_t bytes = is_null ? 0 : vector.count * size_of(vector.type);
        if (!record_->memory) return false;
        const auto* known = record_->memory->decisions.find(operation_, bytes, record_->collective_sequence + 1,
                                                            is_exact(operation_, bytes, vector.op, vector.type));
        return known && known->is_left_alone();
    }

    const Operation operation_;
    Session* const session_;
    CommRecord* record_ = nullptr;
    bool is_agreed_ = false;
};

}  // namespace shunt
