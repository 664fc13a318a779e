#include "shim/wrappers/callback.hpp"

#include "shim/offload/messages/messages.hpp"

namespace shunt {
namespace {

/// The session, if this thread is inside a call of the program.
Session* session_around() {
    const bool is_inside = thread_state.depth != 0 && !thread_state.makes_no_calls;
    return is_inside ? session.load(std::memory_order_acquire) : nullptr;
}

}  // namespace

Session* session_in_callback(const MessageArguments& arguments) {
    Session* const s = session_around();
    if (!s || !s->messages) return nullptr;
    // An unknown communicator is the host's, and must not get a record.
    const bool may_be_ours = arguments.comm == MPI_COMM_NULL || s->comms.is_noted(arguments.comm);
    return may_be_ours && are_messages_ours(*s, arguments) ? s : nullptr;
}

Session* session_in_callback(int count, const MPI_Request* requests) {
    Session* const s = session_around();
    return s && s->pool.holds_any(count, requests) ? s : nullptr;
}

}  // namespace shunt
