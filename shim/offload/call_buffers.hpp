#pragma once
#include <mpi.h>

#include "native/engines/contract.hpp"

namespace shunt {

/// Whether what is given is copied, also where it could be sent from the program's memory. Then the program's memory is
/// not used after pack(): the member gets nothing of others.
enum class Copies : std::uint8_t { where_needed, always };

/// The buffers of one collective call as an engine sees them: the program's memory where elements lie there as they are
/// sent, copies where they do not. A blocking call uses it once, a nonblocking one keeps it until it has ended, a
/// persistent one until it is freed. Owner: `call()` points into it; it does not move.   Thread: one at a time.
class CallBuffers {
public:
    virtual ~CallBuffers() = default;
    CallBuffers(const CallBuffers&) = delete;
    CallBuffers& operator=(const CallBuffers&) = delete;

    /// Between two uses by a persistent call: its addresses may have become a device's memory, or the processor's.
    /// Fails: std::bad_alloc.
    virtual void look_again() {}
    /// Copies what is not sent from the program's own memory. `comm`: one whose errors are returned.   Fails: the
    /// host's first code.
    virtual int pack(MPI_Comm comm) = 0;
    /// Puts what came into the program's memory, where it is not there yet.   Fails: likewise.
    virtual int deliver(MPI_Comm comm) = 0;
    /// The host's first error in what the engine had done meanwhile.
    virtual int failure() const { return MPI_SUCCESS; }
    CollectiveCall& call() { return call_; }

protected:
    CallBuffers() = default;
    CollectiveCall call_;
};

}  // namespace shunt
