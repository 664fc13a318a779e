#include "shim/offload/messages/message.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "shim/host/quirks.hpp"
#include "shim/host/status.hpp"

namespace shunt {
namespace {

using remote_write::Ending;
using remote_write::kAnySource;
using remote_write::kAnyTag;

const char* element(const MessageBuffer& buffer, MPI_Count index) {
    MPI_Count lb = 0, extent = 0;
    host.MPI_Type_get_extent_x(buffer.type, &lb, &extent);
    return static_cast<const char*>(buffer.base) + index * extent;
}

/// Unpacks the first bytes of an element; the bytes after them stay unchanged.
int unpack_part(std::span<const std::byte> part, MPI_Datatype type, const char* to, MPI_Comm comm) {
    PackedBuffer whole;
    whole.make_room(static_cast<std::size_t>(facts_of(type).size));
    const int code = pack_into(whole.bytes(), to, 1, type, comm);
    if (code != MPI_SUCCESS) return code;
    std::ranges::copy(part, whole.bytes().begin());
    return unpack_from(whole.bytes(), const_cast<char*>(to), 1, type, comm);
}

constexpr record::MessageProtocol protocol_of(remote_write::Protocol protocol) {
    switch (protocol) {
        case remote_write::Protocol::none: return record::MessageProtocol::none;
        case remote_write::Protocol::eager: return record::MessageProtocol::eager;
        case remote_write::Protocol::write: return record::MessageProtocol::written;
        case remote_write::Protocol::rendezvous: return record::MessageProtocol::rendezvous;
        case remote_write::Protocol::eager_rendezvous: return record::MessageProtocol::eager_rendezvous;
    }
    return record::MessageProtocol::none;
}

constexpr record::MessageWay way_of(remote_write::Way way) {
    switch (way) {
        case remote_write::Way::none: return record::MessageWay::none;
        case remote_write::Way::own_process: return record::MessageWay::own_process;
        case remote_write::Way::shared_memory: return record::MessageWay::shared_memory;
        case remote_write::Way::tcp: return record::MessageWay::tcp;
        case remote_write::Way::common_mailbox: return record::MessageWay::common_mailbox;
        case remote_write::Way::rdma: return record::MessageWay::rdma;
        case remote_write::Way::host: return record::MessageWay::host;
    }
    return record::MessageWay::none;
}

/// `message`: a Send or Receive.
template <class Message>
record::CarriedMessage course(const Message& message, std::uint64_t bytes, std::uint32_t queue_length) {
    if (message.ending != Ending::success) return {};
    const std::uint64_t crossed = was_transferred(message) ? std::min(message.cross_bytes, bytes) : 0;
    return {protocol_of(message.protocol), way_of(message.way), queue_length, bytes, crossed};
}

/// The number of whole basic elements in the first `bytes` of a message of that type.
MPI_Count elements_in(std::uint64_t bytes, MPI_Datatype type) {
    MPI_Status status{};
    set_received(status, bytes, false);
    MPI_Count elements = 0;
    host.MPI_Get_elements_x(&status, type, &elements);
    return elements;
}

/// The number of the first `bytes` that belong to whole basic elements.
std::uint64_t whole_bytes(std::uint64_t bytes, MPI_Datatype type) {
    const MPI_Count elements = elements_in(bytes, type);
    while (bytes > 0 && elements_in(bytes - 1, type) == elements) --bytes;
    return bytes;
}

std::uint64_t bytes_that_came(const Incoming& in) {
    return std::min<std::uint64_t>(in.receive.message.bytes, in.receive.into.size());
}

/// The part of the received bytes that the program is given: only whole elements, if the host treats a message that
/// ends inside a basic element as truncated.
std::uint64_t bytes_to_deliver(const Incoming& in) {
    const std::uint64_t bytes = bytes_that_came(in);
    if (!host_quirks.refuses_parts_of_elements || in.room.is_lent() || in.receive.way == remote_write::Way::own_process)
        return bytes;
    const TypeFacts type = facts_of(in.buffer.type);
    const auto size = static_cast<std::uint64_t>(type.size);
    return type.contiguous || size == 0 || bytes % size == 0 ? bytes : whole_bytes(bytes, in.buffer.type);
}

int deliver(const Incoming& in, std::uint64_t bytes, MPI_Comm comm) {
    const MessageBuffer& buffer = in.buffer;
    const auto size = static_cast<std::uint64_t>(facts_of(buffer.type).size);
    if (bytes == 0 || size == 0) return MPI_SUCCESS;
    const std::span<const std::byte> came = in.room.bytes().first(bytes);
    const std::uint64_t whole = bytes / size, rest = bytes % size;
    const auto elements = static_cast<MPI_Count>(whole);
    int code = MPI_SUCCESS;
    if (whole > 0) code = unpack_from(came.first(whole * size), buffer.writable(), elements, buffer.type, comm);
    if (code == MPI_SUCCESS && rest > 0)
        code = unpack_part(came.last(rest), buffer.type, element(buffer, elements), comm);
    return code;
}

}  // namespace

record::CarriedMessage course_of(const remote_write::Send& send) { return course(send, send.data.size(), 0); }

record::CarriedMessage course_of(const remote_write::Receive& receive) {
    return course(receive, receive.message.bytes, receive.queue_length);
}

void prepare(remote_write::Receive& receive, std::span<std::byte> into, remote_write::Context context,
             const MessageBuffer& buffer, int process) {
    receive.context = context;
    receive.process = process;
    receive.pattern = {buffer.peer == MPI_ANY_SOURCE ? kAnySource : buffer.peer,
                       buffer.tag == MPI_ANY_TAG ? kAnyTag : buffer.tag};
    receive.into = into;
}

void prepare(Incoming& in, remote_write::Context context, const MessageBuffer& buffer, int process) {
    const auto bytes = static_cast<std::size_t>(buffer.count * facts_of(buffer.type).size);
    in.buffer = buffer;
    in.room.lend_or_make(buffer.base, bytes, may_lend(buffer.base, buffer.type));
    prepare(in.receive, in.room.bytes(), context, buffer, process);
}

bool is_truncated(const Incoming& in) {
    const Ending ending = in.receive.ending;
    return ending == Ending::truncated || (ending == Ending::success && bytes_to_deliver(in) < bytes_that_came(in));
}

int finish(Incoming& in, MPI_Comm comm) {
    const remote_write::Receive& receive = in.receive;
    if (receive.ending == Ending::cancelled) return MPI_SUCCESS;
    if (receive.ending == Ending::lost) return MPI_ERR_OTHER;
    const int code = in.room.is_lent() ? MPI_SUCCESS : deliver(in, bytes_to_deliver(in), comm);
    return is_truncated(in) ? MPI_ERR_TRUNCATE : code;
}

int code_of(const remote_write::Send& send) {
    return send.ending == Ending::lost ? int{MPI_ERR_OTHER} : int{MPI_SUCCESS};
}

int code_of(const remote_write::Receive& receive) {
    switch (receive.ending) {
        case Ending::success:
        case Ending::cancelled: return MPI_SUCCESS;
        case Ending::truncated: return MPI_ERR_TRUNCATE;
        case Ending::lost: break;
    }
    return MPI_ERR_OTHER;
}

void fill_status(const remote_write::Send& send, MPI_Status* status) {
    set_cancelled(*status, send.has_ended() && send.ending == Ending::cancelled);
}

void fill_status(const remote_write::Receive& receive, MPI_Status* status) {
    if (receive.ending == Ending::cancelled || receive.ending == Ending::lost)
        return fill_empty(receive.ending == Ending::cancelled, status);
    fill_status(receive.message, status);
    // Open MPI reports the length that was sent; MPICH leaves the old value there.
    if (receive.ending == Ending::truncated && !host_quirks.is_open_mpi)
        set_received(*status, receive.into.size(), false);
}

void fill_status(const remote_write::Envelope& found, MPI_Status* status) {
    status->MPI_SOURCE = found.source;
    status->MPI_TAG = found.tag;
    set_received(*status, found.bytes, false);
}

void fill_null(MPI_Status* status) {
    status->MPI_SOURCE = MPI_PROC_NULL;
    status->MPI_TAG = MPI_ANY_TAG;
    set_received(*status, 0, false);
}

void fill_empty(bool is_cancelled, MPI_Status* status) {
    MPI_Request none = MPI_REQUEST_NULL;
    int flag = 0;
    const int error = status->MPI_ERROR;
    host.MPI_Test(&none, &flag, status);
    status->MPI_ERROR = error;
    if (is_cancelled) set_received(*status, 0, true);
}

}  // namespace shunt
