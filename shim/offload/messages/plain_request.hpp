#pragma once
#include "shim/offload/messages/message.hpp"
#include "shim/offload/messages/request.hpp"

namespace shunt {

/// A nonblocking send or receive whose elements lie in memory as they are sent (may_lend()). It is a few cache lines;
/// all other calls are a GeneralRequest. `Message`: Send or Receive.   Owner: SpareRequests.
template <class Message>
class PlainRequest final : public MessageRequest {
public:
    explicit PlainRequest(Messages& owner) : MessageRequest(owner) {}

    /// What the messenger is to start, in a call on that communicator.
    Message& begin(CommRecord& record) {
        use(record);
        return message_;
    }

    CallState state() const override;
    void fill(MPI_Status* status) const override { fill_status(message_, status); }
    CallFailure take(MPI_Request* request) override;
    CallState take_if_over(MPI_Request* request) override;
    void freed(MPI_Request* request) override;
    int start() override { return refuse(); }
    int cancel() override;
    void abandon() override;
    void end_freed() override;

private:
    void put_away();

    Message message_;
    record::Cell* row_ = nullptr;  ///< of a send that the record is still to hear of
};

using PlainSend = PlainRequest<remote_write::Send>;
using PlainReceive = PlainRequest<remote_write::Receive>;

}  // namespace shunt
