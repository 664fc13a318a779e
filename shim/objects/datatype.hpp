#pragma once
#include <mpi.h>

#include <atomic>
#include <cstdint>

#include "shim/host/handle.hpp"
#include "shim/objects/thread_state.hpp"

namespace shunt {

/// Size in bytes of one element, whether the elements lie without holes, and whether they lie in memory as they are
/// sent: a predefined type without holes. (A derived type that has no holes may still send its parts in another order.)
/// Of a handle that names none all is 0.
struct TypeFacts {
    std::int64_t size;
    bool contiguous;
    bool plain;
    bool exists;
};

/// Raised by MPI_Type_free: handles may be given out again.
extern std::atomic<std::uint32_t> type_generation;

/// Asks the host about `type`, and remembers the answer for this thread.
const ThreadState::Type& learn_type(MPI_Datatype type, std::uint32_t generation);

/// What this thread has learnt of the type; null: nothing, or it is out of date.   Owner: the thread, until it asks
/// about another type.
[[gnu::always_inline]] inline const ThreadState::Type* known_type(MPI_Datatype type) {
    const std::uint32_t generation = type_generation.load(std::memory_order_acquire);
    const auto& cached = thread_state.types[handle_hash(type) % ThreadState::kTypes];
    return cached.handle == type && cached.generation == generation ? &cached : nullptr;
}

/// Facts of a datatype.   Thread: any.
inline TypeFacts facts_of(MPI_Datatype type) {
    if (const ThreadState::Type* const known = known_type(type)) [[likely]]
        return {known->size, known->contiguous, known->plain, true};
    const auto& found = learn_type(type, type_generation.load(std::memory_order_acquire));
    return {found.size, found.contiguous, found.plain, found.exists};
}

inline bool is_plain(MPI_Datatype type) { return facts_of(type).plain; }

}  // namespace shunt
