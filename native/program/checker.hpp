#pragma once
#include <cstdint>
#include <string>

#include "native/program/program.hpp"

namespace shunt::program {

/// Whether `send` and `receive` of the ranks that may pass MPI_IN_PLACE are two memories or one (place_in_place()).
enum class Memory : std::uint8_t { apart, in_place };

/// Result of the checker. `error` is empty if the program is right; otherwise it is the first error: "FILE:LINE: rank
/// 2, step 5 (send recvbuf[0+4] to 3): reason".
struct [[nodiscard]] Verdict {
    std::string error;
    int rank = -1;           ///< of the first error; -1: of the whole program
    std::int64_t step = -1;  ///< likewise
    bool right() const { return error.empty(); }
};

/// Proves for all ranks together that `program` does what its operation demands. The proof holds for every order of
/// steps that are not `after` one another, and for any buffering of messages:
/// - the call and each step are well formed, all ranges lie inside their buffers, `send` is never written;
/// - each message has its other end, of the same count and chunk;
/// - no step waits forever, even if no send is done before its receive begins;
/// - no range is read before it is written, and none is read or written concurrently with a write of it;
/// - every element of a result is what MPI demands: the right block, or every contribution once, and in order of rank
///   unless Program::commutative.
/// A program that is right in_place for all ranks that may use it is also right if only some do.
/// Threads: any.   Cost: near-linear in parts of steps.
Verdict check(const Program& program, Memory memory);

}  // namespace shunt::program
