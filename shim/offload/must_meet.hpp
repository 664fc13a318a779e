#pragma once
// Calls that no member leaves before all have entered, recognised by their arguments alone: Barrier, and with at least
// one element Allreduce and Reduce_scatter_block. True only if all members decide alike and no host refuses the call on
// one of them. So only values that MPI makes equal on all are examined (count, operation, type), and of the buffers
// only what a host may refuse: no buffer, MPI_IN_PLACE as the receive buffer, one buffer for both. Allgather and
// Alltoall are not among these calls: their types may differ between ranks, and a type must not be queried before the
// host has accepted it.
#include <mpi.h>

#include "native/base/operation.hpp"
#include "shim/objects/alias.hpp"
#include "shim/objects/operation.hpp"

namespace shunt {

/// The arguments of a collective that combines or broadcasts one vector, or receives equal blocks, of which it is one,
/// in registers; all null for others.
struct Vector {
    const void* send = nullptr;
    const void* receive = nullptr;
    MPI_Count count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
};

/// Whether no member leaves the call before all have entered. `listed()`: whether the operation is listed for that type
/// (ThreadState::Combining); called only if that matters.
template <class Listed>
[[gnu::always_inline]] inline bool must_meet(Operation operation, const Vector& vector, Listed&& listed) {
    switch (operation) {
        case Operation::barrier: return true;
        case Operation::allreduce:
        case Operation::reduce_scatter_block:
            return vector.count > 0 && vector.send && vector.receive && vector.receive != MPI_IN_PLACE &&
                   (vector.send != vector.receive || !host_refuses_alias(operation, vector.count)) && listed();
        default: return false;
    }
}
inline bool must_meet(Operation operation, const Vector& vector) {
    return must_meet(operation, vector, [&] { return combining_of(vector.op, vector.type).listed; });
}

}  // namespace shunt
