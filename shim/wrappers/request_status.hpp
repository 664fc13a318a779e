#pragma once
// Calls that check whether requests have ended, without completing them.   Source: MPI 4.1, 3.7.6.
#include "shim/wrappers/completion.hpp"

namespace shunt {

/// A check of requests of which at least one is ours. The host treats ours as inactive: it ignores them in `any` and
/// `some`, and treats them as complete, with an empty status, in `all` and alone. A failure is reported when the
/// request is completed. Thread: that of the call.   Blocks: never.
class MixedLook {
public:
    /// `statuses`: one, or one for each request; may be MPI_STATUS(ES)_IGNORE.
    MixedLook(Session& s, int count, const MPI_Request* requests, MPI_Status* statuses)
        : session_(s), count_(count), requests_(requests), statuses_(statuses) {}

    bool any_active() const;
    /// Nothing has ended: the host progresses.
    int say_no(int* flag) const;
    template <class Host>
    int all(Host&& host_call, int* flag) const;
    template <class Host>
    int any(Host&& host_call, int* index, int* flag) const;
    template <class Host>
    int some(Host&& host_call, int* done, int* indices) const;

private:
    const OwnRequest* find(int index) const { return session_.pool.find(requests_[index]); }

    void fill_at(const OwnRequest& call, int status) const {
        session_.overtaken.heard();
        if (statuses_ != MPI_STATUSES_IGNORE) fill(call, &statuses_[status]);
    }

    Session& session_;
    const int count_;
    const MPI_Request* const requests_;
    MPI_Status* const statuses_;
};

inline bool MixedLook::any_active() const {
    for (int i = 0; i < count_; ++i)
        if (const OwnRequest* call = find(i); call && call->state() == CallState::active) return true;
    return false;
}

inline int MixedLook::say_no(int* flag) const {
    end_vain_test(session_);
    *flag = 0;
    return MPI_SUCCESS;
}

template <class Host>
int MixedLook::all(Host&& host_call, int* flag) const {
    if (any_active()) return say_no(flag);
    const int code = host_call();
    for (int i = 0; code == MPI_SUCCESS && *flag && i < count_; ++i)
        if (const OwnRequest* const call = find(i)) fill_at(*call, i);
    return code;
}

template <class Host>
int MixedLook::any(Host&& host_call, int* index, int* flag) const {
    for (int i = 0; i < count_; ++i) {
        const OwnRequest* const call = find(i);
        if (!call || !has_ended(call->state())) continue;
        *index = i;
        *flag = 1;
        fill(*call, statuses_);
        return MPI_SUCCESS;
    }
    const int code = host_call();
    const bool host_has_none = code == MPI_SUCCESS && *flag && *index == MPI_UNDEFINED;
    return host_has_none && any_active() ? say_no(flag) : code;
}

template <class Host>
int MixedLook::some(Host&& host_call, int* done, int* indices) const {
    if (const int code = host_call(); code != MPI_SUCCESS) return code;
    const bool host_has_none = *done == MPI_UNDEFINED;
    int ended = host_has_none ? 0 : *done;
    for (int i = 0; i < count_; ++i) {
        const OwnRequest* const call = find(i);
        if (!call || !has_ended(call->state())) continue;
        fill_at(*call, ended);
        indices[ended++] = i;
    }
    if (ended > 0 || !host_has_none || any_active()) *done = ended;
    if (ended == 0) end_vain_test(session_);
    return MPI_SUCCESS;
}

/// For requests of the host, if there is a session. `flag`: also the number of those that have ended.
template <class Host>
int status_by_host(Session* s, Function function, Host&& host_call, int* flag) {
    return on_local(function, [=] { return s ? test_behind_ours(*s, flag, host_call) : host_call(); });
}

template <class Host>
int on_get_status(Function function, Host&& host_call, MPI_Request request, int* flag, MPI_Status* status) {
    Session* s = active_session_for(1, &request);
    if (!s || !s->pool.holds_any(1, &request)) [[likely]]
        return status_by_host(s, function, host_call, flag);
    const MixedLook look(*s, 1, &request, status);
    return on_local(function, [&] { return look.all(host_call, flag); });
}

template <class Host>
int on_get_status_all(Function function, Host&& host_call, int count_, const MPI_Request* requests, int* flag,
                      MPI_Status* statuses) {
    Session* s = active_session_for(count_, requests);
    if (!s || !s->pool.holds_any(count_, requests)) [[likely]]
        return status_by_host(s, function, host_call, flag);
    const MixedLook look(*s, count_, requests, statuses);
    return on_local(function, [&] { return look.all(host_call, flag); });
}

template <class Host>
int on_get_status_any(Function function, Host&& host_call, int count_, const MPI_Request* requests, int* index,
                      int* flag, MPI_Status* status) {
    Session* s = active_session_for(count_, requests);
    if (!s || !s->pool.holds_any(count_, requests)) [[likely]]
        return status_by_host(s, function, host_call, flag);
    const MixedLook look(*s, count_, requests, status);
    return on_local(function, [&] { return look.any(host_call, index, flag); });
}

template <class Host>
int on_get_status_some(Function function, Host&& host_call, int count_, const MPI_Request* requests, int* done,
                       int* indices, MPI_Status* statuses) {
    Session* s = active_session_for(count_, requests);
    if (!s || !s->pool.holds_any(count_, requests)) [[likely]]
        return status_by_host(s, function, host_call, done);
    const MixedLook look(*s, count_, requests, statuses);
    return on_local(function, [&] { return look.some(host_call, done, indices); });
}

/// Returns whether it has ended, not a code.   Source: MPICH 5.0, an extension.
template <class Host>
int on_is_complete(Function function, Host&& host_call, MPI_Request request) {
    Session* s = active_session_for(1, &request);
    if (!s || !s->pool.holds_any(1, &request)) [[likely]]
        return on_local(function, host_call);
    const MixedLook look(*s, 1, &request, MPI_STATUSES_IGNORE);
    return on_local(function, [&] {
        int is_complete = 1;
        if (look.any_active()) look.say_no(&is_complete);
        return is_complete;
    });
}

}  // namespace shunt
