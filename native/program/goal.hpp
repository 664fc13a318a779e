#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "native/program/program.hpp"

namespace shunt::program {

/// Whether programs can be made for `operation`: barrier, bcast, gather(v), scatter(v), allgather(v), alltoall(v),
/// reduce, allreduce, reduce_scatter(_block), scan, exscan.
bool is_known(Operation operation);

/// Whether `operation` has a root.
bool has_root(Operation operation);

/// How many numbers Program::counts must have: 0, `ranks` or `ranks` * `ranks`.
std::uint64_t counts_of(Operation operation, std::uint64_t ranks);

/// Why the fields of `program` are no valid call: an unknown operation, a root or counts that do not fit, too long.
/// Empty: they are. The steps are not checked.   Cost: O(counts).
std::string flaw_of_call(const Program& program);

/// Elements of a buffer of `rank`. 0 if MPI gives the rank none: `send` of bcast, `receive` of a rank that is not the
/// root, both of a barrier; and `receive` of rank 0 in exscan, which MPI leaves undefined and a program does not touch.
/// `program` has no flaw_of_call().   Cost: O(ranks) for the v forms, otherwise O(1).
std::uint64_t size_of(const Program& program, int rank, Buffer buffer);

/// Offset of `send` in `receive` if a rank passes MPI_IN_PLACE, in elements from the beginning of `receive`. For
/// scatter at the root it is the reverse: the offset of `receive` in `send`. gather, scatter, reduce: only at the root.
/// Alltoall, reductions and scans: 0. gather and allgather, v or not: the rank's own block.
/// Source: MPI 4.0, chapter 6.
std::uint64_t place_in_place(const Program& program, int rank);

/// Whether `rank` may pass MPI_IN_PLACE in such a call.
bool may_be_in_place(const Program& program, int rank);

/// `count` elements of `receive` from `first` on are the combination, in order of rank, of the elements from `offset`
/// on of the inputs of ranks `low` to `high`. If the operation combines nothing, they are those of the one rank low ==
/// high. The input is `send`; for bcast it is the root's `receive`.
struct Piece {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    int low = 0;
    int high = 0;
    std::uint64_t offset = 0;
    friend bool operator==(const Piece&, const Piece&) = default;
};

/// The contents that `receive` of `rank` must have at the end: all of it, in order. No piece is empty.   Cost:
/// O(ranks); alltoallv O(ranks^2).
std::vector<Piece> goal_of(const Program& program, int rank);

}  // namespace shunt::program
