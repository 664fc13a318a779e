#pragma once
// What is known about the operation of a reduction on the type that it combines.
#include <mpi.h>

#include <cstdint>

#include "native/base/operation.hpp"
#include "shim/host/handle.hpp"
#include "shim/objects/collective_arguments.hpp"
#include "shim/objects/thread_state.hpp"

namespace shunt {

/// Whether every host combines elements of `type` by `op`: predefined operations on the predefined types that MPI lists
/// for them (MPI 4.0, 6.9.2 and 6.9.4), and operations of the program. Equal on all ranks that MPI allows to make the
/// call together.
bool can_combine(MPI_Op op, MPI_Datatype type);

/// Whether `op` is one of MPI's own operations.
bool is_predefined(MPI_Op op);

/// Whether the result has the same bits in any order of combining: predefined operations on integers, truth values,
/// bytes, and on pairs of integers. Not known of others: operations of the program, floating-point numbers of any kind,
/// and types that MPI does not list (duplicates, MPI_Type_create_f90_integer). Equal on all ranks that MPI allows to
/// make the call together.
bool combines_exactly(MPI_Op op, MPI_Datatype type);

/// Computes both answers and stores them in `place`.
const ThreadState::Combining& look_at_combining(MPI_Op op, MPI_Datatype type, ThreadState::Combining& place);

/// Where this thread caches these answers. They stay right when handles are reused: no operation or type that a program
/// can make is listed, or exact.
[[gnu::always_inline]] inline ThreadState::Combining& place_of_combining(MPI_Op op, MPI_Datatype type) {
    const std::uint64_t mixed = (handle_value(op) + (handle_value(type) << 7)) * 0x9e3779b97f4a7c15u;
    return thread_state.combinings[mixed >> (64 - ThreadState::kCombiningBits)];
}
/// The cached answers, if this thread has asked before; else null.
[[gnu::always_inline]] inline const ThreadState::Combining* known_combining(MPI_Op op, MPI_Datatype type) {
    const ThreadState::Combining& place = place_of_combining(op, type);
    return place.op == op && place.type == type ? &place : nullptr;
}
/// The answers, quickly if this thread has asked before.
[[gnu::always_inline]] inline const ThreadState::Combining& combining_of(MPI_Op op, MPI_Datatype type) {
    if (const ThreadState::Combining* const known = known_combining(op, type)) [[likely]]
        return *known;
    return look_at_combining(op, type, place_of_combining(op, type));
}

/// Facts::exact of a call of `bytes` bytes. If nothing is combined, the type is ignored, as it may be invalid.
[[gnu::always_inline]] inline bool is_exact(Operation operation, std::int64_t bytes, MPI_Op op, MPI_Datatype type) {
    return combines(operation) && (bytes == 0 || combining_of(op, type).exact);
}
inline bool is_exact(const CollectiveArguments& arguments, std::int64_t bytes) {
    return is_exact(arguments.operation(), bytes, arguments.op, arguments.receive.type());
}

}  // namespace shunt
