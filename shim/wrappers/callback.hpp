#pragma once
// Callbacks of the program that run inside an MPI call: error handlers, attributes' copy and delete functions, those of
// generalized requests. MPI calls made there do not count as the program's, as those of the host itself do not. One
// exception: calls about messages and requests of ours, which only Shunt can carry. They are the program's own, as the
// host never uses these.
#include "shim/observe/session.hpp"
#include "shim/offload/messages/carry_message.hpp"

namespace shunt {

/// The session, if this thread is already inside a call and the present call is about messages of ours; else null.
[[gnu::cold, gnu::noinline]] Session* session_in_callback(const MessageArguments& arguments);
/// Likewise, if one of the requests is ours.
[[gnu::cold, gnu::noinline]] Session* session_in_callback(int count, const MPI_Request* requests);

/// As messaging_session(), in callbacks too.
template <class... What>
[[gnu::always_inline]] inline Session* messaging_session_for(const What&... what) {
    Session* const s = messaging_session();
    return s ? s : session_in_callback(what...);
}
/// As active_session(), in callbacks too.
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
