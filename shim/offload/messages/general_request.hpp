#pragma once
#include <optional>

#include "shim/offload/kept_objects.hpp"
#include "shim/offload/messages/messages.hpp"
#include "shim/offload/messages/request.hpp"

namespace shunt {

/// Any nonblocking or persistent point-to-point call: a send, a receive, or both (MPI_Isendrecv).
class GeneralRequest final : public MessageRequest {
public:
    /// A null direction does not exist.   Fails: std::bad_alloc.
    GeneralRequest(Messages& owner, CommRecord& record, const CallParts& parts, Lifetime lifetime);
    ~GeneralRequest();

    /// Begins the call that it represents.   Fails: the code, and nothing has begun; std::bad_alloc.
    int begin();
    /// Begins the receive of a message that has been probed for.
    void begin(remote_write::Matched* matched);

    CallState state() const override;
    void fill(MPI_Status* status) const override;
    CallFailure take(MPI_Request* request) override;
    void freed(MPI_Request* request) override;
    int start() override;
    int cancel() override;
    void abandon() override;
    void end_freed() override;

private:
    bool sends() const { return sent_.has_value(); }
    bool receives() const { return received_.has_value(); }
    bool is_lost_or_cut() const;
    int finish_parts();
    void note_parts(MPI_Request request);

    const SendMode mode_;
    const bool copies_, receives_from_nobody_, persistent_;
    bool started_ = false;
    bool cancel_asked_ = false;
    std::optional<MessageBuffer> sent_, received_;
    std::optional<Outgoing> own_out_;
    Outgoing* out_ = nullptr;  ///< in a buffered send, one that may outlive this
    std::optional<Incoming> in_;
    std::optional<KeptObjects> sent_type_, received_type_;
};

}  // namespace shunt
