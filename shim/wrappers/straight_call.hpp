#pragma once
// Blocking collectives that are passed to the host without further work. A wrapper first checks whether the call is
// one, with the arguments still in their registers and without calling any function: that check takes hardly less time
// than a short call. on_collective() handles all other calls.
#include "shim/offload/hosts_broadcast.hpp"
#include "shim/wrappers/collective.hpp"

namespace shunt {

/// Whether an engine may carry the operation by one length, that of a vector or of equal blocks of it, which a wrapper
/// knows without a query.
constexpr bool has_vector(Operation operation) {
    switch (operation) {
        case Operation::barrier:
        case Operation::bcast:
        case Operation::reduce:
        case Operation::allreduce:
        case Operation::scan:
        case Operation::exscan:
        case Operation::reduce_scatter_block:
        case Operation::allgather:
        case Operation::alltoall: return true;
        default: return false;
    }
}

/// The length of the vector, in bytes; negative: its type has not been looked up lately.
[[gnu::always_inline]] inline std::int64_t known_bytes(const Vector& vector) {
    const ThreadState::Type* const type = vector.count > 0 ? known_type(vector.type) : nullptr;
    return type ? vector.count * type->size : -1;
}

/// The known decision for the last call with these arguments, if nothing has changed since; null: none. `combining`:
/// for operations that combine, else null. `ordinal`: of the call.
[[gnu::always_inline]] inline const DecisionCache<CommTeam>::Entry* known_of(Operation operation,
                                                                             const CommRecord& record,
                                                                             const Vector& vector,
                                                                             const ThreadState::Combining* combining,
                                                                             std::uint32_t ordinal) {
    if (!has_vector(operation) || !record.memory) return nullptr;
    const std::int64_t bytes = operation == Operation::barrier ? 0 : known_bytes(vector);
    if (bytes < 0) return nullptr;
    return record.memory->decisions.find(operation, bytes, ordinal, combining && combining->exact);
}

/// Whether the call goes straight to the host, without being recorded.   Returns: the record of its communicator, in
/// which the call has been counted; null: on_collective() does the call, and nothing has been recorded yet.
/// `root`: of a broadcast.
template <Operation kOperation>
[[gnu::always_inline]] inline CommRecord* straight_to_host(MPI_Comm comm, const Vector& vector, int root = 0) {
    const ThreadState& thread = thread_state;
    Session* const s = session.load(std::memory_order_acquire);
    if (!s || s->recorder || thread.depth != 0 || s->has_under_way() || s->gentle_collectives) return nullptr;
    CommRecord* const record = s->comms.peek(comm);
    if (!record || record->waiting.gentle) return nullptr;
    const std::uint32_t ordinal = record->collective_sequence + 1;
    if (ordinal >= record->next_exchange) return nullptr;
    if (may_synchronise(kOperation) ? record->wants.any() : record->next_word != 0 && ordinal >= record->next_word)
        return nullptr;
    const bool may_part = kOperation == Operation::bcast && record->bcast_choices;
    if (may_part && (root < 0 || root >= record->size)) return nullptr;
    const ThreadState::Combining* const combining =
        combines(kOperation) ? known_combining(vector.op, vector.type) : nullptr;
    if (combines(kOperation) && (!combining || vector.send == vector.receive)) return nullptr;  // perhaps refused
    if (s->carrying) {
        const auto* const known = known_of(kOperation, *record, vector, combining, ordinal);
        if (!known || !known->is_left_alone()) return nullptr;
    }
    if (may_part && !is_hosts_broadcast(*record, root, ordinal)) return nullptr;
    if (s->agrees_on_load) {
        const bool counts = must_meet(kOperation, vector, [&] { return combining->listed; });
        if (s->load.is_due() || (counts && record->waiting.is_next())) return nullptr;
        s->load.count();
        record->waiting.calls += counts;
    }
    record->collective_sequence = ordinal;
    note_host_carries(*s, kOperation, record);
    return record;
}

/// To be called after the host's call, which returned `code`.
[[gnu::always_inline]] inline int left_to_host(CommRecord& record, int code) {
    if (code != MPI_SUCCESS) [[unlikely]]
        uncount_refused(record, code);
    return code;
}

}  // namespace shunt
