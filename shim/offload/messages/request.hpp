#pragma once
#include <cstddef>
#include <memory>
#include <new>
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
    // In memory of the owner's, as a program makes and ends very many.
    static void* operator new(std::size_t bytes, Messages& owner) { return owner.request_memory_.take(bytes); }
    static void operator delete(void* memory, Messages& owner) { owner.request_memory_.give_back(memory); }
    static void operator delete(MessageRequest* request, std::destroying_delete_t);

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
    void note_parts(MPI_Request request);

    Messages& owner_;
    CommRecord& record_;  ///< kept by `users`
    const SendMode mode_;
    const bool copies_, receives_from_nobody_, persistent_;
    bool started_ = false;
    bool cancel_asked_ = false;
    std::optional<MessageBuffer> sent_, received_;
    std::optional<Outgoing> own_out_;
    Outgoing* out_ = nullptr;  ///< of a buffered send one that may outlive this
    std::optional<Incoming> in_;
    std::optional<KeptObjects> sent_type_, received_type_;
};

}  // namespace shunt
