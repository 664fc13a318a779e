#pragma once
// Loops of ours for the commonest reductions, where they do what the host does.
#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace shunt {

/// out[i] = left[i] op right[i]; `out` may be `right`.
using FastOp = void (*)(const std::byte* left, const std::byte* right, std::byte* out, std::uint64_t elements);

/// Sums, products, greatest and least of 32- and 64-bit numbers. Given out only after the host's MPI_Reduce_local has
/// been asked, once in the process, and has given the same bits for numbers of every kind: overflow, signed zeros,
/// infinities, NaN, denormals. (Which of two different NaNs comes out is not compared.) Returns null where there is
/// none, or the host does something else.   Thread: any.
FastOp fast_op(MPI_Op op, MPI_Datatype type);

/// The place of such a loop in fast_ops(), told by the arguments alone; -1: there is none.
int fast_op_place(MPI_Op op, MPI_Datatype type);
/// Which of all loops fast_op() gives out, as bits.
std::uint32_t fast_ops();

}  // namespace shunt
