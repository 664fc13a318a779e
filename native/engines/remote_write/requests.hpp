#pragma once
#include <cstdint>
#include <vector>

#include "native/engines/remote_write/envelope.hpp"
#include "native/engines/remote_write/frames.hpp"

namespace shunt::remote_write {

/// A request for sending that the sender may answer.
struct OpenRequest {
    Context context = 0;
    std::int32_t tag = kAnyTag;
    std::uint32_t serial = 0;
    Target target;
};

/// The sender's half of the serial numbers of MPI/MBCF 3.1.2, "Elimination of Race Condition", for one receiver. They
/// keep a message from being written to a receive that another message has matched, or has yet to match.
/// A request counts if it is
/// - fresh: the receiver has accepted all messages that were sent by the message FIFO, so its receive is still pending;
/// - successive: no request before it is missing, so no earlier receive is unknown here.
/// A message by the FIFO voids all requests received so far. Beyond the thesis, requests that the next message does not
/// match are kept, in order, not discarded: while no message goes by the FIFO, the receives stay pending.
/// Sans-IO.   Thread: one at a time.
class RequestsReceived {
public:
    /// Receives a request.   Returns: false if it is not fresh, or not successive, and was dropped.
    bool take(const RequestFrame& frame) {
        if (frame.accepted != sent_ || frame.serial != next_request_) return false;
        ++next_request_;
        open_.push_back({frame.context, frame.tag, frame.serial, frame.target});
        return true;
    }
    bool empty() const { return open_.empty(); }
    /// The oldest request that a message of `context` with `tag` matches; null if there is none.
    OpenRequest* find(Context context, std::int32_t tag) {
        for (OpenRequest& open : open_)
            if (open.context == context && (open.tag == tag || open.tag == kAnyTag)) return &open;
        return nullptr;
    }
    /// After find(): the request is answered, or its receive was cancelled.
    void remove(OpenRequest* open) { open_.erase(open_.begin() + (open - open_.data())); }
    /// A message goes by the FIFO.   Returns: its serial number.
    std::uint32_t message_sent() {
        open_.clear();
        return ++sent_;
    }
    /// The next request number, for the headers of messages.
    std::uint32_t next_request() const { return next_request_; }

private:
    std::uint32_t sent_ = 0;
    std::uint32_t next_request_ = 1;
    std::vector<OpenRequest> open_;
};

/// The receiver's half, for one sender.
class RequestNumbers {
public:
    /// A message has arrived by the FIFO: the posted requests are void, and must be posted again. Returns: the
    /// message's serial number.
    std::uint32_t message_taken(std::uint32_t next_request) {
        next_ = next_request;
        return ++accepted_;
    }
    /// The number of the next request. Call posted() once it was sent.
    std::uint32_t next() const { return next_; }
    std::uint32_t accepted() const { return accepted_; }
    void posted() { ++next_; }

private:
    std::uint32_t accepted_ = 0;
    std::uint32_t next_ = 1;
};

}  // namespace shunt::remote_write
