#pragma once
#include <cstdint>
#include <string>

#include "native/program/program.hpp"

namespace shunt::program {

/// Whether `send` and `receive` of the ranks that may say MPI_IN_PLACE are two memories or one (place_in_place()).
enum class Memory : std::uint8_t { apart, in_place };

/// What the checker found. `error` is empty where the program is right; else the first thing that is wrong:
/// "FILE:LINE: rank 2, step 5 (send recvbuf[0+4] to 3): reason".
struct [[nodiscard]] Verdict {
    std::string error;
    int rank = -1;           ///< of the first error; -1: of the whole
    std::int64_t step = -1;  ///< likewise
    bool right() const { return error.empty(); }
};

/// Proves for all ranks together that `program` does what its operation demands, whatever the order in which steps that
/// are not `after` one another are done, and whatever is buffered:
/// - the call and each step are well formed, all ranges lie inside their buffers, `send` is never written;
/// - each message has its other end, of the same count and chunk;
/// - no step waits for ever, even if no send is done before its receive begins;
/// - no range is read before it is written, none is read or written beside a write of it;
/// - every element of a result is what MPI demands: the right block, or every contribution once, and in order of rank
///   unless Program::commutative.
/// A program that is right in_place for all ranks that may be is right as well where only some are.
/// Threads: any.   Cost: near-linear in parts of steps.
Verdict check(const Program& program, Memory memory);

}  // namespace shunt::program
