#pragma once
#include <mutex>
#include <utility>

#include "shim/objects/own_request.hpp"
#include "shim/objects/request_pool.hpp"

namespace shunt {

class Messages;
struct CommRecord;

/// A request for messages of ours.
/// Owner: the program, by its handle; freed while active, the Messages.   Thread: as OwnRequest.
class MessageRequest : public OwnRequest {
public:
    MessageRequest(const MessageRequest&) = delete;
    MessageRequest& operator=(const MessageRequest&) = delete;

    /// It has ended after it was freed; this call deletes it.   Thread: the program's.
    virtual void end_freed() = 0;

    MessageRequest* follower = nullptr;  ///< in the list that contains it, if any

protected:
    explicit MessageRequest(Messages& owner) : owner_(owner) {}
    ~MessageRequest() = default;

    /// It is used for a call on that communicator, whose record is kept until leave().
    void use(CommRecord& record);
    void leave();
    /// MPI_Start and MPI_Cancel of a request that does not allow them.   Returns: its code.
    int refuse() const;

    Messages& owner_;
    CommRecord* record_ = nullptr;
};

/// Requests that no call uses now, for reuse: the messenger can restart a Send and a Receive any number of times, and a
/// program may have thousands at a time. Owner: those not given back belong to their users.
/// Thread: any of the program's.
template <class Request>
class SpareRequests {
public:
    SpareRequests(Messages& owner, bool has_threads) : owner_(owner) { mutex_.set_needed(has_threads); }
    ~SpareRequests() {
        while (first_) delete std::exchange(first_, next_of(*first_));
    }
    SpareRequests(const SpareRequests&) = delete;

    /// Fails: std::bad_alloc.
    Request& take() {
        {
            const std::lock_guard guard(mutex_);
            if (first_) [[likely]]
                return *std::exchange(first_, next_of(*first_));
        }
        return *new Request(owner_);
    }
    void give_back(Request& request) {
        const std::lock_guard guard(mutex_);
        request.follower = std::exchange(first_, &request);
    }

private:
    static Request* next_of(const Request& request) { return static_cast<Request*>(request.follower); }

    Messages& owner_;
    ProgramMutex mutex_;
    Request* first_ = nullptr;
};

}  // namespace shunt
