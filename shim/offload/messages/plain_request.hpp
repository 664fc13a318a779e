#pragma once
#include "shim/offload/messages/message.hpp"
#include "shim/offload/messages/request.hpp"

namespace shunt {

/// A nonblocking send or receive whose elements lie in memory as they are sent (may_lend()). It occupies a few cache
/// lines; all other calls are a GeneralRequest. `Message`: Send or Receive.   Owner: SpareRequests.
template <class Message>
class PlainRequest final : public MessageRequest {
public:
    explicit PlainRequest(Messages& owner) : MessageRequest(owner) {}

    /// The object that the messenger is to start, for a call on that communicator.
    Message& begin(CommRecord& record) {
        use(record);
        return message_;
    }

    CallState state() const override;
    void fill(MPI_Status* status) const override { fill_status(message_, status); }
    CallFailure take(MPI_Request* request) override;
    CallState take_if_over(MPI_Request* request, CallFailure& how) override;
    void freed(MPI_Request* request) override;
    int start() override { return refuse(); }
    int cancel() override;
    void abandon() override;
    void end_freed() override;

private:
    void put_away();

    Message message_;
    record::Cell* row_ = nullptr;  ///< of a send whose end the record has not been told yet
};

using PlainSend = PlainRequest<remote_write::Send>;
using PlainReceive = PlainRequest<remote_write::Receive>;

}  // namespace shunt
