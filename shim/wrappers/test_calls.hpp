#pragma once
// MPI_Test, MPI_Testall, MPI_Testany, MPI_Testsome: the quick path if only the host's call and a count are needed, else
// the full one.
#include "shim/wrappers/completion.hpp"
#include "shim/wrappers/quick_test.hpp"

namespace shunt {

[[gnu::noinline]] inline int test_fully(Function function, MPI_Request* request, int* flag, MPI_Status* status) {
    Session* s = messaging_session_for(1, request);
    if (!s) [[unlikely]]
        return host.MPI_Test(request, flag, status);
    const InsideCall inside;
    const CompletedRequests completed(*s, 1, request);
    Completion::Room room;
    Completion completion(*s, function, 1, request, status, status == MPI_STATUS_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    int code;
    if (has_ours(*s, 1, request, status, flag)) [[unlikely]] {
        code = MixedRequests(*s, 1, request, into, Purpose::test, false).test(flag);
    } else {
        s->bring_on();
        code = test_behind_ours(*s, flag, [=] { return host.MPI_Test(request, flag, into); });
    }
    completion.finish();
    if (code != MPI_SUCCESS) [[unlikely]]
        completion.failed(0);
    else if (*flag) [[unlikely]] completion.completed(0, 0);  // most tests are in a loop and find nothing
    return code;
}

template <class Host>
int on_test(Function function, Host&&, MPI_Request* request, int* flag, MPI_Status* status) {
    const QuickTest test(function, 1, request);
    Session* const s = test.session();
    if (!s) [[unlikely]]
        return test_fully(function, request, flag, status);
    const ProgramsCall inside;
    QuickTestRoom room;
    room.handles[0] = *request;
    MPI_Status* const into = status == MPI_STATUS_IGNORE ? room.statuses : status;
    const int code = host.MPI_Test(request, flag, into);
    const std::uint64_t elapsed = test.finish(function);
    if (code != MPI_SUCCESS || *flag) [[unlikely]]
        EndedTest{*s, 1, request, room, into, elapsed}.completed_one(code, 0);
    return code;
}

[[gnu::noinline]] inline int testall_fully(Function function, int count_, MPI_Request* requests, int* flag,
                                           MPI_Status* statuses) {
    Session* s = messaging_session_for(count_, requests);
    if (!s) [[unlikely]]
        return host.MPI_Testall(count_, requests, flag, statuses);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    Completion::Room room;
    Completion completion(*s, function, count_, requests, statuses, statuses == MPI_STATUSES_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    int code;
    if (has_ours(*s, count_, requests, statuses, flag)) [[unlikely]] {
        const bool ignored = statuses == MPI_STATUSES_IGNORE;
        code = MixedRequests(*s, count_, requests, into, Purpose::test, completed.any(), ignored).test_all(flag);
    } else {
        s->bring_on();
        code = test_behind_ours(*s, flag, [=] { return host.MPI_Testall(count_, requests, flag, into); });
    }
    completion.finish();
    if (code != MPI_SUCCESS || *flag) [[unlikely]]
        completion.completed_all(code);
    return completion.code_for_caller(code);
}

template <class Host>
int on_testall(Function function, Host&&, int count_, MPI_Request* requests, int* flag, MPI_Status* statuses) {
    const QuickTest test(function, count_, requests);
    Session* const s = test.session();
    if (!s) [[unlikely]]
        return testall_fully(function, count_, requests, flag, statuses);
    const ProgramsCall inside;
    QuickTestRoom room;
    keep_handles(room, count_, requests);
    MPI_Status* const into = statuses == MPI_STATUSES_IGNORE ? room.statuses : statuses;
    const int code = host.MPI_Testall(count_, requests, flag, into);
    const std::uint64_t elapsed = test.finish(function);
    if (code == MPI_SUCCESS && !*flag) [[likely]]
        return code;
    return EndedTest{*s, count_, requests, room, into, elapsed}.completed_all(code);
}

[[gnu::noinline]] inline int testany_fully(Function function, int count_, MPI_Request* requests, int* index, int* flag,
                                           MPI_Status* status) {
    Session* s = messaging_session_for(count_, requests);
    if (!s) [[unlikely]]
        return host.MPI_Testany(count_, requests, index, flag, status);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    if (index) *index = MPI_UNDEFINED;
    Completion::Room room;
    Completion completion(*s, function, count_, requests, status, status == MPI_STATUS_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    const Mixture mixture{has_ours(*s, count_, requests, status, index, flag), completed.any()};
    const int code = test_behind_ours(
        *s, flag, [=] { return test_any(*s, Purpose::test, mixture, count_, requests, index, flag, into); });
    completion.finish();
    if (code != MPI_SUCCESS) [[unlikely]]
        completion.failed(index ? *index : MPI_UNDEFINED);
    else if (*flag && *index != MPI_UNDEFINED) [[unlikely]] completion.completed(*index, 0);
    return code;
}

template <class Host>
int on_testany(Function function, Host&&, int count_, MPI_Request* requests, int* index, int* flag,
               MPI_Status* status) {
    const QuickTest test(function, count_, requests);
    Session* const s = test.session();
    if (!s) [[unlikely]]
        return testany_fully(function, count_, requests, index, flag, status);
    const ProgramsCall inside;
    QuickTestRoom room;
    keep_handles(room, count_, requests);
    if (index) *index = MPI_UNDEFINED;  // on an error the host may leave it unset
    MPI_Status* const into = status == MPI_STATUS_IGNORE ? room.statuses : status;
    const int code = host.MPI_Testany(count_, requests, index, flag, into);
    const std::uint64_t elapsed = test.finish(function);
    if (code != MPI_SUCCESS || *flag) [[unlikely]]
        EndedTest{*s, count_, requests, room, into, elapsed}.completed_one(code, index ? *index : MPI_UNDEFINED);
    return code;
}

[[gnu::noinline]] inline int testsome_fully(Function function, int count_, MPI_Request* requests, int* done,
                                            int* indices, MPI_Status* statuses) {
    Session* s = messaging_session_for(count_, requests);
    if (!s) [[unlikely]]
        return host.MPI_Testsome(count_, requests, done, indices, statuses);
    const InsideCall inside;
    const CompletedRequests completed(*s, count_, requests);
    Completion::Room room;
    Completion completion(*s, function, count_, requests, statuses, statuses == MPI_STATUSES_IGNORE, room);
    MPI_Status* const into = completion.statuses();
    const Mixture mixture{has_ours(*s, count_, requests, statuses, done, indices), completed.any()};
    int flag = 0;
    const int code = test_behind_ours(*s, &flag, [=, any = &flag] {
        return test_some(*s, Purpose::test, mixture, count_, requests, done, indices, into, any);
    });
    completion.finish();
    if (done && indices) completion.completed_some(code, *done, indices);
    return completion.code_for_caller(code);
}

template <class Host>
int on_testsome(Function function, Host&&, int count_, MPI_Request* requests, int* done, int* indices,
                MPI_Status* statuses) {
    const QuickTest test(function, count_, requests);
    Session* const s = test.session();
    if (!s) [[unlikely]]
        return testsome_fully(function, count_, requests, done, indices, statuses);
    const ProgramsCall inside;
    QuickTestRoom room;
    keep_handles(room, count_, requests);
    MPI_Status* const into = statuses == MPI_STATUSES_IGNORE ? room.statuses : statuses;
    const int code = host.MPI_Testsome(count_, requests, done, indices, into);
    const std::uint64_t elapsed = test.finish(function);
    if (code == MPI_SUCCESS && (!done || *done == 0)) [[likely]]
        return code;
    return EndedTest{*s, count_, requests, room, into, elapsed}.completed_some(code, done ? *done : 0, indices);
}

}  // namespace shunt
