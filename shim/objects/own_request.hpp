#pragma once
// What a request of our own stands for.
#include <mpi.h>

#include <cstdint>

namespace shunt {

/// How far the call is that a request of ours stands for.
enum class CallState : std::uint8_t {
    idle,    ///< of a persistent call: not started
    active,  ///< an engine is at it
    ended,   ///< the program has not heard of its end yet
    failed   ///< likewise, and it has ended with an error
};
inline bool has_ended(CallState state) { return state == CallState::ended || state == CallState::failed; }

/// How a call has ended, for its communicator's error handler.
struct CallFailure {
    MPI_Comm comm = MPI_COMM_NULL;
    int code = MPI_SUCCESS;

    /// Tells the handler, if it has failed.   The caller holds no lock: the program's handler may call MPI.
    void report() const;
};

/// A handle of the RequestPool's.
struct PooledHandle;

/// A call that an engine carries in the background, in the hands of the program by a request of the RequestPool.
/// Thread: state() any; the rest as MPI's calls with the request.
class OwnRequest {
public:
    virtual CallState state() const = 0;
    /// What MPI_Wait tells of one that is not active, but for MPI_ERROR. `status`: not MPI_STATUS_IGNORE.
    virtual void fill(MPI_Status* status) const = 0;
    /// The program hears of the end of one that is not active, and whose request this is: a persistent one is idle
    /// again, any other gone and its request null.   Returns how it ended.
    virtual CallFailure take(MPI_Request* request) = 0;
    /// As take(), if it is not active and has not failed.   Returns how far it was; active or failed: nothing is done.
    virtual CallState take_if_over(MPI_Request* request) {
        const CallState now = state();
        if (now != CallState::active && now != CallState::failed) take(request);
        return now;
    }
    /// The program frees the request: an active call goes on.
    virtual void freed(MPI_Request* request) = 0;
    /// MPI_Start.   Fails: MPI_ERR_REQUEST where it is not an idle persistent call; the error handler has been called.
    virtual int start() = 0;
    /// MPI_Cancel.   Fails: MPI_ERR_REQUEST where it cannot be asked; the error handler has been called.
    virtual int cancel() = 0;
    /// Before MPI_Finalize, and the last that is done with it: the program has not asked how it ended, and never will.
    virtual void abandon() = 0;

protected:
    ~OwnRequest() = default;

private:
    friend class RequestPool;
    PooledHandle* handle_ = nullptr;  ///< that it has now, or keeps for the next time
};

}  // namespace shunt
