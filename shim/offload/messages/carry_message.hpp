#pragma once
#include <optional>

#include "shim/objects/message_arguments.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/messages/message.hpp"
#include "shim/offload/messages/messages.hpp"

namespace shunt {

/// The return code of MPI's function, and whether the host has carried the call: the request, if any, is then the
/// host's too.
struct MessageOutcome {
    int code = MPI_SUCCESS;
    bool by_host = false;
};

/// Carries a point-to-point call of any form on a communicator whose messages are ours. Calls whose peer is
/// MPI_PROC_NULL, and those that the host will refuse, are passed to `function.call`. The error handler has been
/// called. `carried`: receives how a blocking call's messages were sent; null: not wanted.
/// Fails: ends the job without memory.
MessageOutcome carry_message(Session& s, const MessageFunction& function, const MessageArguments& arguments,
                             std::optional<CarriedParts>* carried = nullptr);

/// Whether the messages of the call are ours, in a session that carries messages.
[[gnu::noinline]] bool are_messages_ours(Session& s, const MessageArguments& arguments);

/// Whether the messages of the call are ours. Costs one branch if no rule says so.
[[gnu::always_inline]] inline bool are_ours(Session& s, const MessageArguments& arguments) {
    return s.messages && are_messages_ours(s, arguments);
}

/// Begins a call of ours that needs no further checks.   Returns: false for any other call.
template <const MessageFunction& kFunction>
[[gnu::always_inline]] inline bool begins_plainly(Messages& messages, const MessageArguments& arguments) {
    switch (kFunction.number) {
        case Function::MPI_Isend:
        case Function::MPI_Isend_c:
        case Function::MPI_Irsend:
        case Function::MPI_Irsend_c:
            return messages.begin_plain_send(arguments.comm, arguments.send, SendMode::standard, arguments.request);
        case Function::MPI_Issend:
        case Function::MPI_Issend_c:
            return messages.begin_plain_send(arguments.comm, arguments.send, SendMode::synchronous, arguments.request);
        case Function::MPI_Irecv:
        case Function::MPI_Irecv_c:
            return messages.begin_plain_receive(arguments.comm, arguments.receive, arguments.request);
        default: return false;
    }
}

/// Calls the host's function, or ours if we carry the communicator's messages.
template <const MessageFunction& kFunction>
[[gnu::always_inline]] inline int call_message(Session& s, const MessageArguments& arguments) {
    if (are_ours(s, arguments)) [[unlikely]]
        return carry_message(s, kFunction, arguments).code;
    s.bring_on();
    return kFunction.call(arguments);
}

}  // namespace shunt
