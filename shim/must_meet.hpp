#pragma once
// Calls that no member leaves before all have entered, told by their arguments alone: Barrier, and of some elements
// Allreduce and Reduce_scatter_block. True only where all members say the same, and where no host refuses the call on
// one of them: what MPI makes equal on all is looked at (count, operation, type), of the buffers only that there are
// any. Allgather and Alltoall are not among them: their types may differ between ranks, and a type may not be asked
// about before the host has accepted it.
#include <mpi.h>

#include "shim/reduction.hpp"
#include "shim/thread_state.hpp"

namespace shunt {

/// What is combined by a collective; nulls where nothing is.
struct Combining {
    MPI_Op op = MPI_OP_NULL;
    MPI_Datatype type = MPI_DATATYPE_NULL;
};

/// can_combine(), of predefined operations only, and quick where it was asked last by this thread.
[[gnu::always_inline]] inline bool is_listed(const Combining& combining) {
    ThreadState& thread = thread_state;
    if (thread.listed_op == combining.op && thread.listed_type == combining.type) [[likely]] return thread.listed;
    thread.listed_op = combining.op;
    thread.listed_type = combining.type;
    return thread.listed = is_predefined(combining.op) && can_combine(combining.op, combining.type);
}

namespace must_meet {

[[gnu::always_inline]] inline bool barrier() { return true; }

template <class Count>
[[gnu::always_inline]] inline bool allreduce(const void* send, const void* receive, Count count, MPI_Datatype type,
                                             MPI_Op op) {
    return count > 0 && send && receive && is_listed({op, type});
}
template <class Count>
[[gnu::always_inline]] inline bool reduce_scatter_block(const void* send, const void* receive, Count count,
                                                        MPI_Datatype type, MPI_Op op) {
    return allreduce(send, receive, count, type, op);
}

}  // namespace must_meet

/// In place of a function of must_meet, for collectives that some members may leave early.
struct MayPass {
    bool operator()() const { return false; }
};

/// What decides how a blocking collective is waited for.
template <class Meets>
struct HowCalled {
    bool in_place;
    Combining combining;
    Meets must_meet;          ///< `must_meet()`: whether no member leaves the call before all have entered
    bool is_agreed = false;   ///< the members agree on waiting before it
};
template <class Meets>
HowCalled(bool, Combining, Meets) -> HowCalled<Meets>;
}  // namespace shunt
