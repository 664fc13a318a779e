#pragma once
#include <cstdint>
#include <string>

#include "native/program/checker.hpp"
#include "native/program/program.hpp"

namespace shunt::program {

/// Runs all ranks of `program` in this process on real memory, and compares the results with what the operation
/// demands, which is computed directly. It is no proof: one order of many is tried. It shares no code with the proof
/// but the form of programs and their goals. Elements are of 16 bytes, random. The operation that combines them
/// commutes only where Program::commutative. Scratch and results begin with other random bytes. The order of the steps,
/// and whether a send waits for its receive, are drawn from `seed`; in place, so is who says MPI_IN_PLACE where each
/// rank may by itself. `program` is well formed (check() says so, or it says only that the result is wrong), of at most
/// 2^24 parts. Returns: what went wrong, "rank 2: recvbuf[3+1] is wrong"; empty: all results are right and `send` is as
/// it was.
std::string replay(const Program& program, Memory memory, std::uint64_t seed);

}  // namespace shunt::program
