#pragma once
#include <memory>
#include <optional>

#include "shim/objects/own_request.hpp"
#include "shim/offload/kept_objects.hpp"
#include "shim/offload/messages/messages.hpp"

namespace shunt {

/// A nonblocking or persistent point-to-point call: a send, a receive, or both (MPI_Isendrecv).
/// Owner: the program, by its request; freed while active, the Messages.   Thread: as OwnRequest.
class MessageRequest final : public OwnRequest {
public:
    /// Directions that are null are not there.   Fails: std::bad_alloc.
    MessageRequest(Messages& owner, CommRecord& record, const CallParts& parts, Lifetime lifetime);
    ~MessageRequest();
    MessageRequest(const MessageRequest&) = delete;
    MessageRequest& operator=(const MessageRequest&) = delete;

    /// Begins what it stands for.   Fails: the code, and nothing has begun; std::bad_alloc.
    int begin();
    /// The message that it receives has been probed for.
    void begin(remote_write::Matched* matched);

    CallState state() const override;
    bool has_failed() const override;
    void fill(MPI_Status* status) const override;
    CallFailure take(MPI_Request* request) override;
    void freed(MPI_Request* request) override;
    int start() override;
    int cancel() override;
    void abandon() override;

    MessageRequest* follower = nullptr;  ///< of those freed while active

    /// It has ended, after it was freed.   Thread: the program's.
    void end_freed();

private:
    bool sends() const { return sent_.has_value(); }
    bool receives() const { return received_.has_value(); }
    int finish_parts();

    Messages& owner_;
    CommRecord& record_;  ///< kept by `users`
    const SendMode mode_;
    const bool copies_, receives_from_nobody_, persistent_;
    bool started_ = false;
    bool cancel_asked_ = false;
    std::optional<MessageBuffer> sent_, received_;
    Outgoing own_out_;
    Outgoing* out_ = &own_out_;  ///< of a buffered send one that may outlive this
    Incoming in_;
    std::optional<KeptObjects> sent_type_, received_type_;
};

}  // namespace shunt
