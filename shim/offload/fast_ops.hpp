#pragma once
// Our own loops for the most common reductions, used where their results equal the host's.
#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace shunt {

/// out[i] = left[i] op right[i]; `out` may be `right`.
using FastOp = void (*)(const std::byte* left, const std::byte* right, std::byte* out, std::uint64_t elements);

/// Sums, products, maxima and minima of 32- and 64-bit numbers. A loop is returned only after one test in the process:
/// the host's MPI_Reduce_local must give the same bits for numbers of every kind: overflow, signed zeros, infinities,
/// NaN, denormals. (Which of two different NaNs results is not compared.) Returns: null if there is no loop, or if the
/// host's result differs.   Thread: any.
FastOp fast_op(MPI_Op op, MPI_Datatype type);

/// The index of such a loop in fast_ops(), from the arguments alone; -1: there is none.
int fast_op_place(MPI_Op op, MPI_Datatype type);
/// The loops that fast_op() returns, as bits.
std::uint32_t fast_ops();

}  // namespace shunt
