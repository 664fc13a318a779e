#pragma once
// Callbacks of the program's that a call runs: error handlers, attributes' copy and delete functions, those of
// generalized requests. Calls made there are not the program's, as the host's own calls are not, with one exception:
// what only we can serve, messages and requests of ours. These are the program's own, as the host never names them.
#include "shim/observe/session.hpp"
#include "shim/offload/messages/carry_message.hpp"

namespace shunt {

/// The session, where this thread is in a call already and this one is about messages of ours; else null.
[[gnu::cold, gnu::noinline]] Session* session_in_callback(const MessageArguments& arguments);
/// Likewise, about requests of which one is ours.
[[gnu::cold, gnu::noinline]] Session* session_in_callback(int count, const MPI_Request* requests);

/// messaging_session(), in callbacks too.
template <class... What>
[[gnu::always_inline]] inline Session* messaging_session_for(const What&... what) {
    Session* const s = messaging_session();
    return s ? s : session_in_callback(what...);
}
/// active_session(), in callbacks too.
template <class... What>
[[gnu::always_inline]] inline Session* active_session_for(const What&... what) {
    Session* s = active_session();
    if (s) [[likely]]
        return s;
    s = session_in_callback(what...);
    if (s) s->bring_on();
    return s;
}

}  // namespace shunt
