#pragma once
// Wait and test calls: which of the program's requests they completed, what the receives among them brought, and how
// long was waited.
#include "shim/observe/completion.hpp"
#include "shim/offload/offload.hpp"
#include "shim/wrappers/message.hpp"

namespace shunt {

/// How to wait by testing: gently, or because an engine carries one of the requests, which only ends in calls of ours.
/// Null: as the host does.
[[gnu::always_inline]] inline const Patience* waits_by_tests(Session& s, int count, const MPI_Request* requests) {
    if (const Patience* gentle = s.gentle_wait()) [[unlikely]]
        return gentle;
    return s.offload->background.any() && s.offload->background.is_among(count, requests) ? &s.patience : nullptr;
}

/// Waits by `test(int* flag)`.
template <class Test>
[[gnu::noinline]] int wait_by_tests(Session& s, const Patience& given, Test&& test) {
    Patience patience = given;
    const bool for_background = !s.gentle_calls && &given == &s.patience;
    if (for_background && s.host_work.any(s.offload->background.active()))
        patience.sleep_max_ns = std::min(patience.sleep_max_ns, kWakefulSleepNs);
    return wait_until(patience, [&](int* flag) {
        if (s.offload->background.any()) advance_background(s);
        return test(flag);
    });
}

/// Counts the requests that a wait or test call completes: those that are null after it and were not before. Persistent
/// ones stay.
class CompletedRequests {
public:
    [[gnu::always_inline]] CompletedRequests(Session& s, int count, const MPI_Request* requests)
        : session_(s), count_(s.carrying && requests ? count : 0), requests_(requests), before_(live()) {}
    [[gnu::always_inline]] ~CompletedRequests() {
        if (before_ == 0) return;
        if (const std::uint32_t after = live(); after < before_) session_.host_work.remove_requests(before_ - after);
    }
    CompletedRequests(const CompletedRequests&) = delete;
    CompletedRequests& operator=(const CompletedRequests&) = delete;

private:
    [[gnu::always_inline]] std::uint32_t live() const {
        std::uint32_t live = 0;
        for (int i = 0; i < count_; ++i) live += requests_[i] != MPI_REQUEST_NULL;
        return live;
    }

    Session& session_;
    int count_;
    const MPI_Request* requests_;
    std::uint32_t before_;
};

/// `test` or `wait`, the host's own; what is seldom stays out of the way of what is frequent.
template <class Test, class Wait>
[[gnu::always_inline]] inline int test_or_wait(Session& s, const Patience* tests, Test&& test, Wait&& wait) {
    if (tests) [[unlikely]]
        return wait_by_tests(s, *tests, test);
    return wait();
}

template <class Host>
int on_wait(Function function, Host&&, MPI_Request* request, MPI_Status* status) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host.MPI_Wait(request, status);
    const InsideCall inside;
    const CompletedRequests completed(*s, 1, request);
    const Patience* const tests = waits_by_tests(*s, 1, request);
    Completion::Room room;
    Completion completion(*s, function, 1, request, status, status == MPI_STATUS_IGNORE, room);
    MPI_Status* const into = completion.statuses();  // for closures too: nobody keeps an address of `completion`
    const int code = test_or_wait(
        *s, tests, [&](int* flag) { return host.MPI_Test(request, flag, into); },
        [&] { return host.MPI_Wait(request, into); });
    completion.finish();
    if (code == MPI_SUCCESS) [[likely]]
        completion.completed(0, 0);
    else completion.failed(0);
    return code;
}

template <class Host>
int on_test(Function function, Host&&, MPI_Request* request, int* flag, MPI_Status* status) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host.MPI_Test(request, flag, status);
    const InsideCall inside;
    const CompletedRequests completed(*s, 1, request);
    Completion::Room room;
    Completion completion(*s, function, 1, request, status, status == MPI_STATUS_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    const int code = host.MPI_Test(request, flag, into);
    completion.finish();
    if (code != MPI_SUCCESS) [[unlikely]]
        completion.failed(0);
    else if (*flag) [[unlikely]] completion.completed(0, 0);  // most tests are of a loop
    return code;
}

/// A Testall by MPI_Test of one request after the other, for what remains of a Waitall: MPI_Testall of MPICH 4.0 fails
/// where persistent collectives are among the requests, and crashes or never ends where several of nonblocking file
/// operations are.
class TestOneByOne {
public:
    TestOneByOne(int count, MPI_Request* requests, MPI_Status* statuses)
        : count_(count), requests_(requests), statuses_(statuses) {}

    int operator()(int* flag) {
        *flag = 0;
        for (; next_ < count_; ++next_) {
            int ended = 0;
            MPI_Status status;
            const int code = host.MPI_Test(&requests_[next_], &ended, &status);
            if (code == MPI_SUCCESS && !ended) return MPI_SUCCESS;
            keep(next_, status, code);
            if (code == MPI_SUCCESS) continue;
            for (int i = next_ + 1; i < count_; ++i) keep(i, {}, MPI_ERR_PENDING);
            return MPI_ERR_IN_STATUS;
        }
        *flag = 1;
        return MPI_SUCCESS;
    }

private:
    void keep(int index, const MPI_Status& status, int code) {
        if (statuses_ == MPI_STATUSES_IGNORE) return;
        statuses_[index] = status;
        statuses_[index].MPI_ERROR = code;
    }

    int count_;
    MPI_Request* requests_;
    MPI_Status* statuses_;
    int next_ = 0;
};

inline constexpr bool kTestallIsSound =
#if defined(MPICH_VERSION)
    false;
#else
    true;
#endif

inline int waitall_by_tests(Session& s, const Patience& patience, int count, MPI_Request* requests,
                            MPI_Status* statuses) {
    if constexpr (kTestallIsSound)
        return wait_by_tests(s, patience, [=](int* flag) { return host.MPI_Testall(count, requests, flag, statuses); });
    else return wait_by_tests(s, patience, TestOneByOne(count, requests, statuses));
}

template <class Host>
int on_waitall(Function function, Host&&, int count_, MPI_Request* requests, MPI_Status* statuses) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host.MPI_Waitall(count_, requests, statuses);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    const Patience* const tests = waits_by_tests(*s, count_, requests);
    Completion::Room room;
    Completion completion(*s, function, count_, requests, statuses, statuses == MPI_STATUSES_IGNORE, room,
                          tests != nullptr);
    MPI_Status* const into = completion.statuses();
    int code;
    if (tests) [[unlikely]]
        code = waitall_by_tests(*s, *tests, count_, requests, into);
    else code = host.MPI_Waitall(count_, requests, into);
    completion.finish();
    completion.completed_all(code);
    if (tests && code == MPI_SUCCESS) [[unlikely]]
        completion.mark_successes();
    return completion.code_for_caller(code);
}

template <class Host>
int on_testall(Function function, Host&&, int count_, MPI_Request* requests, int* flag, MPI_Status* statuses) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host.MPI_Testall(count_, requests, flag, statuses);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    Completion::Room room;
    Completion completion(*s, function, count_, requests, statuses, statuses == MPI_STATUSES_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    const int code = host.MPI_Testall(count_, requests, flag, into);
    completion.finish();
    if (code != MPI_SUCCESS || *flag) [[unlikely]]
        completion.completed_all(code);
    return completion.code_for_caller(code);
}

template <class Host>
int on_waitany(Function function, Host&&, int count_, MPI_Request* requests, int* index, MPI_Status* status) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host.MPI_Waitany(count_, requests, index, status);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    if (index) *index = MPI_UNDEFINED;  // on an error the host may leave it
    const Patience* const tests = waits_by_tests(*s, count_, requests);
    Completion::Room room;
    Completion completion(*s, function, count_, requests, status, status == MPI_STATUS_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    const int code = test_or_wait(
        *s, tests, [&](int* flag) { return host.MPI_Testany(count_, requests, index, flag, into); },
        [&] { return host.MPI_Waitany(count_, requests, index, into); });
    completion.finish();
    if (code != MPI_SUCCESS) [[unlikely]]
        completion.failed(index ? *index : MPI_UNDEFINED);
    else if (*index != MPI_UNDEFINED) completion.completed(*index, 0);
    return code;
}

template <class Host>
int on_testany(Function function, Host&&, int count_, MPI_Request* requests, int* index, int* flag,
               MPI_Status* status) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host.MPI_Testany(count_, requests, index, flag, status);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    if (index) *index = MPI_UNDEFINED;
    Completion::Room room;
    Completion completion(*s, function, count_, requests, status, status == MPI_STATUS_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    const int code = host.MPI_Testany(count_, requests, index, flag, into);
    completion.finish();
    if (code != MPI_SUCCESS) [[unlikely]]
        completion.failed(index ? *index : MPI_UNDEFINED);
    else if (*flag && *index != MPI_UNDEFINED) [[unlikely]] completion.completed(*index, 0);
    return code;
}

template <class Host>
int on_waitsome(Function function, Host&&, int count_, MPI_Request* requests, int* done, int* indices,
                MPI_Status* statuses) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host.MPI_Waitsome(count_, requests, done, indices, statuses);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    const Patience* const tests = waits_by_tests(*s, count_, requests);
    Completion::Room room;
    Completion completion(*s, function, count_, requests, statuses, statuses == MPI_STATUSES_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    const auto some = [&](int* flag) {
        const int code = host.MPI_Testsome(count_, requests, done, indices, into);
        *flag = done && *done != 0;  // MPI_UNDEFINED: nothing active, which ends the wait too
        return code;
    };
    const int code =
        test_or_wait(*s, tests, some, [&] { return host.MPI_Waitsome(count_, requests, done, indices, into); });
    completion.finish();
    if (done && indices) completion.completed_some(code, *done, indices);
    return completion.code_for_caller(code);
}

template <class Host>
int on_testsome(Function function, Host&&, int count_, MPI_Request* requests, int* done, int* indices,
                MPI_Status* statuses) {
    Session* s = active_session();
    if (!s) [[unlikely]]
        return host.MPI_Testsome(count_, requests, done, indices, statuses);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    Completion::Room room;
    Completion completion(*s, function, count_, requests, statuses, statuses == MPI_STATUSES_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    const int code = host.MPI_Testsome(count_, requests, done, indices, into);
    completion.finish();
    if (done && indices) completion.completed_some(code, *done, indices);
    return completion.code_for_caller(code);
}

template <class Host>
int on_request_free(Function function, Host&& host_call, MPI_Request* request) {
    Session* s = active_session();
    if (s && s->recorder && request && *request != MPI_REQUEST_NULL) {
        const record::Recorder::Locked locked(*s->recorder);
        if (PendingCall* call = s->requests.find(*request)) s->requests.remove(call);
    }
    // One that is not persistent goes on, and is counted for ever: when it ends is not known.
    if (s && request && s->persistent_requests.remove(handle_value(*request))) s->host_work.remove_requests(1);
    if (s && request && *request != MPI_REQUEST_NULL)
        s->offload->background.freed(*request);  // before: the handle may be given out again
    return on_local(function, host_call);
}

/// No collective can be cancelled (MPI 4.0, 6.12).
inline int refuse_cancel() {
    const InsideCall inside;
    host.MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_REQUEST);
    return MPI_ERR_REQUEST;
}

template <class Host>
int on_cancel(Function function, Host&& host_call, MPI_Request* request) {
    Session* s = active_session();
    if (s && request && s->offload->background.is_among(1, request)) return refuse_cancel();
    if (s && s->recorder && request && *request != MPI_REQUEST_NULL) {
        const record::Recorder::Locked locked(*s->recorder);
        if (PendingCall* call = s->requests.find(*request)) call->may_be_cancelled = true;
    }
    return on_local(function, host_call);
}

}  // namespace shunt
