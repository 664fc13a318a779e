#pragma once
#include <mpi.h>

#include "native/engines/contract.hpp"

namespace shunt {

/// Whether the data to send is copied even if it could be sent from the program's memory. If it always is, the
/// program's memory is not used after pack(): the member receives nothing from others.
enum class Copies : std::uint8_t { where_needed, always };

/// The engines' view of a collective call's buffers: the program's memory if the elements lie there as they are sent,
/// else copies. A blocking call uses it once, a nonblocking one keeps it until it has ended, a persistent one until it
/// is freed. Owner: `call()` points into it, so the object does not move.   Thread: one at a time.
class CallBuffers {
public:
    virtual ~CallBuffers() = default;
    CallBuffers(const CallBuffers&) = delete;
    CallBuffers& operator=(const CallBuffers&) = delete;

    /// Called between two uses by a persistent call: its addresses may have become a device's memory, or the
    /// processor's.
    /// Fails: std::bad_alloc.
    virtual void look_again() {}
    /// Copies the data that is not sent from the program's own memory. `comm`: one whose errors are returned.   Fails:
    /// the host's first code.
    virtual int pack(MPI_Comm comm) = 0;
    /// Copies received data into the program's memory, unless it was received there.   Fails: likewise.
    virtual int deliver(MPI_Comm comm) = 0;
    /// The host's first error in work that the engine has done meanwhile.
    virtual int failure() const { return MPI_SUCCESS; }
    CollectiveCall& call() { return call_; }

protected:
    CallBuffers() = default;
    CollectiveCall call_;
};

}  // namespace shunt
