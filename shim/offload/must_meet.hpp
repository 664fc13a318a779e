#pragma once
// Calls that no member leaves before all have entered, told by their arguments alone: Barrier, and of some elements
// Allreduce and Reduce_scatter_block. True only where all members say the same, and where no host refuses the call on
// one of them: what MPI makes equal on all is looked at (count, operation, type), of the buffers only that there are
// any. Allgather and Alltoall are not among them: their types may differ between ranks, and a type may not be asked
// about before the host has accepted it.
#include <mpi.h>

#include "native/base/operation.hpp"
#include "shim/objects/operation.hpp"

namespace shunt {

/// What a collective that combines or broadcasts one vector is given, in registers; all is null for others.
struct Vector {
    const void* send = nullptr;
    const void* receive = nullptr;
    MPI_Count count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
};

/// Whether no member leaves the call before all have entered. `listed()`: whether the operation is, on that type
/// (ThreadState::Combining); asked where that matters.
template <class Listed>
[[gnu::always_inline]] inline bool must_meet(Operation operation, const Vector& vector, Listed&& listed) {
    switch (operation) {
        case Operation::barrier: return true;
        case Operation::allreduce:
        case Operation::reduce_scatter_block: return vector.count > 0 && vector.send && vector.receive && listed();
        default: return false;
    }
}
inline bool must_meet(Operation operation, const Vector& vector) {
    return must_meet(operation, vector, [&] { return combining_of(vector.op, vector.type).listed; });
}

}  // namespace shunt
