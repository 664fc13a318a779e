#pragma once
// Our own loops for predefined reductions, used where their results equal the host's.
#include <mpi.h>

#include <cstddef>
#include <cstdint>

#include "shim/host/agreement.hpp"

namespace shunt {

/// out[i] = left[i] op right[i]; `out` may be `right`.
using FastOp = void (*)(const std::byte* left, const std::byte* right, std::byte* out, std::uint64_t elements);

/// The predefined operations on integers of C, MPI_INTEGER, float, double, their complex numbers, truth values, bytes,
/// and pairs with a place. A loop is returned only after one test in the process: the host's MPI_Reduce_local must give
/// the same bits for numbers of every kind: overflow, signed zeros, infinities, NaN, denormals. (Which of two different
/// NaNs results is not compared.) Returns: null if there is no loop, or if the host's result differs.   Thread: any.
FastOp fast_op(MPI_Op op, MPI_Datatype type);

/// The index of such a loop in fast_ops(), from the arguments alone; -1: there is none.
int fast_op_place(MPI_Op op, MPI_Datatype type);
/// The loops that fast_op() returns.   Thread: in MPI_Init, no other.
FastOps fast_ops();

}  // namespace shunt
