#pragma once
#include <mpi.h>

#include <atomic>
#include <cstdint>

#include "shim/host/handle.hpp"
#include "shim/objects/thread_state.hpp"

namespace shunt {

/// Size in bytes of one element, whether the elements lie without holes, and whether they lie in memory as they are
/// sent: a predefined type without holes. (A derived type without holes may still send its parts in another order.) All
/// are 0 for a handle that names no type.
struct TypeFacts {
    std::int64_t size;
    bool contiguous;
    bool plain;
    bool exists;
};

/// Raised by MPI_Type_free: handles may be reused.
extern std::atomic<std::uint32_t> type_generation;

/// Asks the host about `type`, and caches the answer for this thread.
const ThreadState::Type& learn_type(MPI_Datatype type, std::uint32_t generation);

/// This thread's cached facts of the type; null: none, or they are out of date.   Owner: the thread, until it asks
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

/// Runs `free()`, by which the host frees a type. What a thread learns of the handle until then does not hold for the
/// type that gets it next.
template <class Free>
int free_type(Free&& free) {
    type_generation.fetch_add(1, std::memory_order_release);
    const int code = free();
    type_generation.fetch_add(1, std::memory_order_release);
    return code;
}

inline bool is_plain(MPI_Datatype type) { return facts_of(type).plain; }

}  // namespace shunt
