#pragma once
#include <cstdint>
#include <string>

#include "native/program/checker.hpp"
#include "native/program/program.hpp"

namespace shunt::program {

/// Runs all ranks of `program` in this process on real memory, and compares the results with the operation's
/// definition, which is computed directly. It is no proof: one order of many is tried. It shares no code with the proof
/// except the form of programs and their goals. Elements are of 16 bytes, random. The operation that combines them
/// commutes only if Program::commutative. Scratch and results begin with other random bytes. `seed` determines the
/// order of the steps and whether a send waits for its receive; in place, also which ranks pass MPI_IN_PLACE if each
/// rank may choose. `program` is well formed (check() accepts it, or reports only a wrong result), of at most 2^24
/// parts. Returns: the error, "rank 2: recvbuf[3+1] is wrong"; empty: all results are right and `send` is unchanged.
std::string replay(const Program& program, Memory memory, std::uint64_t seed);

}  // namespace shunt::program
