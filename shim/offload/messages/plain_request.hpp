#pragma once
#include <span>

#include "shim/offload/messages/message.hpp"
#include "shim/offload/messages/request.hpp"

namespace shunt {

/// A nonblocking send whose elements lie in memory as they are sent (may_lend()). It is a few cache lines; all other
/// calls are a GeneralRequest.   Owner: SpareRequests.
class PlainSend final : public MessageRequest {
public:
    explicit PlainSend(Messages& owner) : MessageRequest(owner) {}

    /// Returns whether it has ended.
    bool begin(CommRecord& record, std::span<const std::byte> data, const MessageBuffer& buffer, SendMode mode);

    CallState state() const override;
    void fill(MPI_Status* status) const override;
    CallFailure take(MPI_Request* request) override;
    CallState take_if_over(MPI_Request* request) override;
    void freed(MPI_Request* request) override;
    int start() override { return refuse(); }
    int cancel() override;
    void abandon() override;
    void end_freed() override;

private:
    CallFailure failure() const;
    void put_away();

    remote_write::Send send_;
    record::Cell* row_ = nullptr;
};

/// The same of a receive.
class PlainReceive final : public MessageRequest {
public:
    explicit PlainReceive(Messages& owner) : MessageRequest(owner) {}

    /// Returns whether it has ended.
    bool begin(CommRecord& record, std::span<std::byte> into, const MessageBuffer& buffer);

    CallState state() const override;
    void fill(MPI_Status* status) const override;
    CallFailure take(MPI_Request* request) override;
    CallState take_if_over(MPI_Request* request) override;
    void freed(MPI_Request* request) override;
    int start() override { return refuse(); }
    int cancel() override;
    void abandon() override;
    void end_freed() override;

private:
    CallFailure failure() const;
    void put_away();

    remote_write::Receive receive_;
};

}  // namespace shunt
