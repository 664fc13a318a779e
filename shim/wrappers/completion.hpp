#pragma once
// Wait calls, and functions they share with test calls: which of the program's requests completed, which messages the
// receives among them obtained, and how long the call waited.
#include <type_traits>

#include "shim/host/quirks.hpp"
#include "shim/observe/completion.hpp"
#include "shim/offload/host_exchange.hpp"
#include "shim/offload/messages/messages.hpp"
#include "shim/offload/offload.hpp"
#include "shim/wrappers/local.hpp"
#include "shim/wrappers/message.hpp"
#include "shim/wrappers/own_completion.hpp"

namespace shunt {

/// Whether the host refuses these arguments of a wait for several requests at once.
inline bool refuses_wait(int count, const MPI_Request* requests, const MPI_Status* statuses) {
    return count < 0 || (count > 0 && (!requests || is_missing(statuses)));
}

/// How to wait by testing: gently, or because one of the requests is ours. Null: waits as the host does.
[[gnu::always_inline]] inline const Patience* waits_by_tests(Session& s, bool mixed, bool is_refused = false) {
    if (is_refused) [[unlikely]]
        return nullptr;
    if (const Patience* gentle = s.gentle_wait()) [[unlikely]]
        return gentle;
    return mixed ? &s.patience : nullptr;
}

/// Waits by `test(int* flag)`. `mixed`: also for requests of ours. Arriving frames wake the waiting thread, so gentle
/// pauses do not delay it; engines' calls do not wake threads that wait here.
template <class Test>
[[gnu::noinline]] int wait_by_tests(Session& s, const Patience& given, Test&& test, bool mixed = false) {
    if (mixed && s.messages && !s.offload->background.any()) {
        using Given = std::remove_reference_t<Test>;
        return s.messages->wait_by_tests([](void* what, int* flag) { return (*static_cast<Given*>(what))(flag); },
                                         const_cast<void*>(static_cast<const void*>(&test)));
    }
    Patience patience = given;
    const bool for_background = !s.gentle_calls && &given == &s.patience;
    if (for_background && !s.agreement.own_node_crowded) patience.spin_ns = kSpinNs;
    if (for_background && s.host_work.any()) patience.sleep_max_ns = std::min(patience.sleep_max_ns, kWakefulSleepNs);
    return wait_until(patience, [&](int* flag) {
        if (s.under_way.load(std::memory_order_relaxed) != 0) advance_background(s);
        const int code = test(flag);
        if (mixed && code == MPI_SUCCESS && !*flag) progress_host(s);
        return code;
    });
}

/// Counts the host's requests that a wait or test call completes: those that are null after it and were not before.
/// Persistent ones are not nulled. A session that carries nothing counts none.
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

    /// Whether there were any before the call.
    bool any() const { return before_ != 0; }

private:
    [[gnu::always_inline]] std::uint32_t live() const {
        const RequestPool& ours = session_.pool;
        std::uint32_t live = 0;
        for (int i = 0; i < count_; ++i) live += requests_[i] != MPI_REQUEST_NULL;
        if (live == 0 || !ours.any()) [[likely]]
            return live;
        for (int i = 0; i < count_; ++i) live -= ours.find(requests_[i]) != nullptr;
        return live;
    }

    Session& session_;
    int count_;
    const MPI_Request* requests_;
    std::uint32_t before_;
};

/// Whether one of the requests is ours, in a call that has a place for each of its results. The host refuses a call
/// that lacks one.
template <class... Places>
[[gnu::always_inline]] inline bool has_ours(const Session& s, int count, const MPI_Request* requests,
                                            const MPI_Status* statuses, const Places*... places) {
    return s.pool.holds_any(count, requests) && !is_missing(statuses) && (... && (places != nullptr));
}

/// Calls the host's own `test` or `wait`; rare code is kept out of the frequent path.
template <class Test, class Wait>
[[gnu::always_inline]] inline int test_or_wait(Session& s, const Patience* tests, Test&& test, Wait&& wait,
                                               bool mixed) {
    if (tests) [[unlikely]]
        return wait_by_tests(s, *tests, test, mixed);
    return wait();
}

/// A test inside a wait, which itself advances all work under way.
inline int test_one(Session& s, bool is_ours, MPI_Request* request, int* flag, MPI_Status* status) {
    if (is_ours) [[unlikely]]
        return MixedRequests(s, 1, request, status, Purpose::wait, false).test(flag);
    return host.MPI_Test(request, flag, status);
}

template <class Host>
int on_wait(Function function, Host&&, MPI_Request* request, MPI_Status* status) {
    Session* s = messaging_session_for(1, request);
    if (!s) [[unlikely]]
        return host.MPI_Wait(request, status);
    const InsideCall inside;
    const CompletedRequests completed(*s, 1, request);
    const bool is_ours = has_ours(*s, 1, request, status);
    const Patience* const tests = waits_by_tests(*s, is_ours);
    Completion::Room room;
    Completion completion(*s, function, 1, request, status, status == MPI_STATUS_IGNORE, room);
    MPI_Status* const into = completion.statuses();  // for closures too: no address of `completion` escapes
    const int code = test_or_wait(
        *s, tests, [&](int* flag) { return test_one(*s, is_ours, request, flag, into); },
        [&] { return s->bring_on(), host.MPI_Wait(request, into); }, is_ours);
    completion.finish();
    if (code == MPI_SUCCESS) [[likely]]
        completion.completed(0, 0);
    else completion.failed(0);
    return code;
}

/// Whether a call has requests of ours, and of the host.
struct Mixture {
    bool ours = false, hosts = false;
};

/// `ignored`: the program does not want the statuses.
inline int waitall_by_tests(Session& s, const Patience& patience, int count, MPI_Request* requests,
                            MPI_Status* statuses, Mixture mixed, bool ignored) {
    if (mixed.ours) {
        MixedRequests requests_of_both(s, count, requests, statuses, Purpose::wait, mixed.hosts, ignored);
        return wait_by_tests(
            s, patience, [&](int* flag) { return requests_of_both.test_rest(flag); }, true);
    }
    if (host_quirks.testall_is_sound)
        return wait_by_tests(s, patience, [=](int* flag) { return host.MPI_Testall(count, requests, flag, statuses); });
    return wait_by_tests(s, patience, TestOneByOne(count, requests, statuses));
}

template <class Host>
int on_waitall(Function function, Host&&, int count_, MPI_Request* requests, MPI_Status* statuses) {
    Session* s = messaging_session_for(count_, requests);
    if (!s) [[unlikely]]
        return host.MPI_Waitall(count_, requests, statuses);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    const bool mixed = has_ours(*s, count_, requests, statuses);
    const Patience* const tests = waits_by_tests(*s, mixed, refuses_wait(count_, requests, statuses));
    Completion::Room room;
    Completion completion(*s, function, count_, requests, statuses, statuses == MPI_STATUSES_IGNORE, room,
                          tests != nullptr);
    MPI_Status* const into = completion.statuses();
    int code;
    if (tests) [[unlikely]]
        code = waitall_by_tests(*s, *tests, count_, requests, into, {mixed, completed.any()},
                                statuses == MPI_STATUSES_IGNORE);
    else code = (s->bring_on(), host.MPI_Waitall(count_, requests, into));
    completion.finish();
    completion.completed_all(code);
    if (tests && code == MPI_SUCCESS) [[unlikely]]
        completion.mark_successes();
    return completion.code_for_caller(code);
}

inline int test_any(Session& s, Purpose purpose, Mixture mixed, int count, MPI_Request* requests, int* index, int* flag,
                    MPI_Status* status) {
    int code = MPI_SUCCESS;
    if (mixed.ours) [[unlikely]] {
        code = MixedRequests(s, count, requests, status, purpose, mixed.hosts).test_any(index, flag);
    } else {
        if (purpose == Purpose::test) s.bring_on();
        code = host.MPI_Testany(count, requests, index, flag, status);
    }
    // If no request is active, MPICH's MPI_Waitany fills in an empty status; its MPI_Testany leaves it unchanged.
    if (purpose == Purpose::wait && code == MPI_SUCCESS && *flag && *index == MPI_UNDEFINED) [[unlikely]]
        if (status != MPI_STATUS_IGNORE) fill_empty(false, status);
    return code;
}

template <class Host>
int on_waitany(Function function, Host&&, int count_, MPI_Request* requests, int* index, MPI_Status* status) {
    Session* s = messaging_session_for(count_, requests);
    if (!s) [[unlikely]]
        return host.MPI_Waitany(count_, requests, index, status);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    if (index) *index = MPI_UNDEFINED;  // on an error the host may leave it unset
    const bool mixed = has_ours(*s, count_, requests, status, index);
    const Mixture mixture{mixed, completed.any()};
    const Patience* const tests = waits_by_tests(*s, mixed, refuses_wait(count_, requests, status));
    Completion::Room room;
    Completion completion(*s, function, count_, requests, status, status == MPI_STATUS_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    const int code = test_or_wait(
        *s, tests, [&](int* flag) { return test_any(*s, Purpose::wait, mixture, count_, requests, index, flag, into); },
        [&] { return s->bring_on(), host.MPI_Waitany(count_, requests, index, into); }, mixed);
    completion.finish();
    if (code != MPI_SUCCESS) [[unlikely]]
        completion.failed(index ? *index : MPI_UNDEFINED);
    else if (*index != MPI_UNDEFINED) completion.completed(*index, 0);
    return code;
}

/// `*flag`: whether a Waitsome would return; it also does if no request is active (MPI_UNDEFINED).
inline int test_some(Session& s, Purpose purpose, Mixture mixed, int count, MPI_Request* requests, int* done,
                     int* indices, MPI_Status* statuses, int* flag) {
    if (mixed.ours) [[unlikely]]
        return MixedRequests(s, count, requests, statuses, purpose, mixed.hosts).test_some(done, indices, flag);
    if (purpose == Purpose::test) s.bring_on();
    const int code = host.MPI_Testsome(count, requests, done, indices, statuses);
    *flag = done && *done != 0;
    return code;
}

template <class Host>
int on_waitsome(Function function, Host&&, int count_, MPI_Request* requests, int* done, int* indices,
                MPI_Status* statuses) {
    Session* s = messaging_session_for(count_, requests);
    if (!s) [[unlikely]]
        return host.MPI_Waitsome(count_, requests, done, indices, statuses);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    const bool mixed = has_ours(*s, count_, requests, statuses, done, indices);
    const Mixture mixture{mixed, completed.any()};
    const Patience* const tests = waits_by_tests(*s, mixed, refuses_wait(count_, requests, statuses));
    Completion::Room room;
    Completion completion(*s, function, count_, requests, statuses, statuses == MPI_STATUSES_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    const auto some = [&](int* flag) {
        return test_some(*s, Purpose::wait, mixture, count_, requests, done, indices, into, flag);
    };
    const int code = test_or_wait(
        *s, tests, some, [&] { return s->bring_on(), host.MPI_Waitsome(count_, requests, done, indices, into); },
        mixed);
    completion.finish();
    if (done && indices) completion.completed_some(code, *done, indices);
    return completion.code_for_caller(code);
}

/// The call that `request` represents; null if it is not ours.
inline OwnRequest* own_call(Session& s, const MPI_Request* request) {
    const RequestPool& ours = s.pool;
    return ours.any() && request ? ours.find(*request) : nullptr;
}

template <class Host>
int on_request_free(Function function, Host&& host_call, MPI_Request* request) {
    Session* s = active_session_for(1, request);
    OwnRequest* const ours = s ? own_call(*s, request) : nullptr;
    const MPI_Request handle = request ? *request : MPI_REQUEST_NULL;
    const auto forget = [=] {
        if (!s || !s->recorder || handle == MPI_REQUEST_NULL) return;
        const record::Recorder::Locked locked(*s->recorder);
        if (PendingCall* call = s->requests.find(handle)) s->requests.remove(call);
    };
    if (!ours) forget();  // before another thread can get the same handle for a new request
    // A freed request that is not persistent continues. It stays counted for ever, as its end cannot be detected.
    if (s && request && s->persistent_requests.remove(handle_value(*request))) s->host_work.remove_requests(1);
    if (!ours) return on_local(function, host_call);
    const int code = on_local(function, [&] { return ours->freed(request), MPI_SUCCESS; });
    forget();  // after it has counted its send in the row that the record has for it
    return code;
}

template <class Host>
int on_cancel(Function function, Host&& host_call, MPI_Request* request) {
    Session* s = active_session_for(1, request);
    if (s && s->recorder && request && *request != MPI_REQUEST_NULL) {
        const record::Recorder::Locked locked(*s->recorder);
        if (PendingCall* call = s->requests.find(*request)) call->may_be_cancelled = true;
    }
    if (OwnRequest* const ours = s ? own_call(*s, request) : nullptr) {
        const InsideCall inside;
        return ours->cancel();
    }
    if (s && s->overtaken.any()) let_host_catch_up(*s, [] { return false; });  // arrived ones are not cancelled
    return on_local(function, host_call);
}

}  // namespace shunt
