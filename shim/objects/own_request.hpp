#pragma once
// The call that one of Shunt's own requests represents.
#include <mpi.h>

#include <cstdint>

namespace shunt {

/// The progress of the call that one of Shunt's requests represents.
enum class CallState : std::uint8_t {
    idle,    ///< a persistent call that has not been started
    active,  ///< an engine is carrying it
    ended,   ///< the program has not yet learnt that it has ended
    failed   ///< likewise, and it has ended with an error
};
inline bool has_ended(CallState state) { return state == CallState::ended || state == CallState::failed; }

/// How a call has ended, for its communicator's error handler.
struct CallFailure {
    MPI_Comm comm = MPI_COMM_NULL;
    int code = MPI_SUCCESS;

    /// Calls the handler if the call has failed.   The caller holds no lock: the program's handler may call MPI.
    void report() const;
};

/// A handle of the RequestPool.
struct PooledHandle;

/// A call that an engine carries in the background. The program holds a request of the RequestPool for it. Thread:
/// state() any; the rest as MPI's calls with the request.
class OwnRequest {
public:
    virtual CallState state() const = 0;
    /// Fills `status`, but for MPI_ERROR, as MPI_Wait does for a request that is not active. `status`: not
    /// MPI_STATUS_IGNORE.
    virtual void fill(MPI_Status* status) const = 0;
    /// Reports the end of a call that is not active, and that `request` represents, to the program. A persistent
    /// request becomes idle again; any other is destroyed and its handle set to null.   Returns: how it ended.
    virtual CallFailure take(MPI_Request* request) = 0;
    /// As take(), if it is not active and has not failed; `how`: its result.   Returns: its state before; if active or
    /// failed, nothing is done.
    virtual CallState take_if_over(MPI_Request* request, CallFailure& how) {
        const CallState now = state();
        if (now != CallState::active && now != CallState::failed) how = take(request);
        return now;
    }
    /// The program frees the request: an active call continues.
    virtual void freed(MPI_Request* request) = 0;
    /// MPI_Start.   Fails: MPI_ERR_REQUEST if it is not an idle persistent call; the error handler has been called.
    virtual int start() = 0;
    /// MPI_Cancel.   Fails: MPI_ERR_REQUEST if it cannot be cancelled; the error handler has been called.
    virtual int cancel() = 0;
    /// The last call, before MPI_Finalize: the program has not asked how the call ended, and never will.
    virtual void abandon() = 0;

protected:
    ~OwnRequest() = default;

private:
    friend class RequestPool;
    PooledHandle* handle_ = nullptr;  ///< the handle it has now, or keeps for its next start
};

}  // namespace shunt
