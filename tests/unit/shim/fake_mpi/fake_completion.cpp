// The fake host's answers about requests.   Source: MPI 4.0, 3.7.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "shim/table/generated/host_mpi.hpp"
#include "tests/unit/shim/fake_mpi/fake_mpi.hpp"

namespace shunt::fake {
namespace {

using Script = FakeMpi::Script;

const Outcome kEmpty{MPI_ANY_SOURCE, 0, MPI_SUCCESS, false};

/// Null for handles that completion calls ignore: null handles and inactive persistent ones.
Script* active(MPI_Request handle) {
    Script* script = handle == MPI_REQUEST_NULL ? nullptr : mpi->request(handle);
    return script && script->active ? script : nullptr;
}

bool is_complete(const Script& script) { return script.tests == 0; }

/// One test: each request is then one test nearer to its end.
void look(int count, MPI_Request* requests) {
    for (int i = 0; i < count; ++i)
        if (Script* script = active(requests[i]); script && script->tests > 0) script->tests -= 1;
}

[[noreturn]] void hang(const char* function) {
    std::fprintf(stderr, "%s would never return\n", function);
    std::abort();
}

/// Ends a request that is complete, or inactive.   Returns: its error.
int finish(MPI_Request& handle, MPI_Status* status) {
    Script* script = active(handle);
    if (!script) return fill_status(status, kEmpty), MPI_SUCCESS;
    const Outcome outcome = script->outcome;
    fill_status(status, outcome);
    mpi->end(handle);
    return outcome.error;
}

int test(MPI_Request* request, int* flag, MPI_Status* status) {
    if (const int code = mpi->enter("MPI_Test")) return code;
    Script* script = active(*request);
    *flag = !script || is_complete(*script);
    if (!*flag) return look(1, request), MPI_SUCCESS;
    return finish(*request, status);
}

int wait(MPI_Request* request, MPI_Status* status) {
    if (const int code = mpi->enter("MPI_Wait")) return code;
    if (Script* script = active(*request); script && script->tests == kNever) hang("MPI_Wait");
    return finish(*request, status);
}

struct Several {
    int active = 0, complete = 0, failed = 0, never = 0;
    Several(int count, const MPI_Request* requests) {
        for (int i = 0; i < count; ++i) {
            const Script* script = fake::active(requests[i]);
            if (!script) continue;
            active += 1;
            complete += is_complete(*script);
            failed += is_complete(*script) && script->outcome.error != MPI_SUCCESS;
            never += script->tests == kNever;
        }
    }
};

/// The status of a request that is complete, or has none. The request stays.
void show(MPI_Request request, MPI_Status* status) {
    const Script* script = active(request);
    fill_status(status, script ? script->outcome : kEmpty);
}

/// Ends all complete requests, each with its own status. With errors the incomplete ones get MPI_ERR_PENDING.
int finish_all(int count, MPI_Request* requests, MPI_Status* statuses) {
    const bool failed = Several(count, requests).failed != 0;
    int first_error = MPI_SUCCESS;
    for (int i = 0; i < count; ++i) {
        MPI_Status* status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
        const Script* script = active(requests[i]);
        const int code = script && !is_complete(*script) ? int{MPI_ERR_PENDING} : finish(requests[i], status);
        if (failed && status != MPI_STATUS_IGNORE) status->MPI_ERROR = code;
        if (code != MPI_SUCCESS && code != MPI_ERR_PENDING && first_error == MPI_SUCCESS) first_error = code;
    }
#if defined(OPEN_MPI)
    if (statuses == MPI_STATUSES_IGNORE) return first_error;
#endif
    return failed ? int{MPI_ERR_IN_STATUS} : int{MPI_SUCCESS};
}

int waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
    if (const int code = mpi->enter("MPI_Waitall")) return code;
    Several several(count, requests);
    if (several.never && !several.failed) hang("MPI_Waitall");
    for (; !several.failed && several.complete < several.active; several = Several(count, requests))
        look(count, requests);
    return finish_all(count, requests, statuses);
}

int testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
    if (const int code = mpi->enter("MPI_Testall")) return code;
    const Several several(count, requests);
    *flag = several.complete == several.active;
    if (*flag || several.failed) return finish_all(count, requests, statuses);
    return look(count, requests), MPI_SUCCESS;
}

/// Ends the first complete request.   Returns: its code.
int finish_any(int count, MPI_Request* requests, int* index, MPI_Status* status) {
    for (int i = 0; i < count; ++i) {
        const Script* script = active(requests[i]);
        if (!script || !is_complete(*script)) continue;
        *index = i;
        return finish(requests[i], status);
    }
    *index = MPI_UNDEFINED;
    fill_status(status, kEmpty);
    return MPI_SUCCESS;
}

int waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
    if (const int code = mpi->enter("MPI_Waitany")) return code;
    Several several(count, requests);
    if (several.active != 0 && several.active == several.never) hang("MPI_Waitany");
    for (; several.complete == 0 && several.active != 0; several = Several(count, requests)) look(count, requests);
    return finish_any(count, requests, index, status);
}

int testany(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
    if (const int code = mpi->enter("MPI_Testany")) return code;
    const Several several(count, requests);
    *flag = several.complete != 0 || several.active == 0;
    if (*flag) return finish_any(count, requests, index, status);
    *index = MPI_UNDEFINED;
    return look(count, requests), MPI_SUCCESS;
}

int finish_some(int count, MPI_Request* requests, int* done, int indices[], MPI_Status* statuses) {
    const Several several(count, requests);
    *done = several.active == 0 ? int{MPI_UNDEFINED} : 0;
    int first_error = MPI_SUCCESS;
    for (int i = 0; i < count; ++i) {
        const Script* script = active(requests[i]);
        if (!script || !is_complete(*script)) continue;
        MPI_Status* status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[*done];
        const int code = finish(requests[i], status);
        if (several.failed && status != MPI_STATUS_IGNORE) status->MPI_ERROR = code;
        if (first_error == MPI_SUCCESS) first_error = code;
        indices[(*done)++] = i;
    }
#if defined(OPEN_MPI)
    if (statuses == MPI_STATUSES_IGNORE) return first_error;
#endif
    return several.failed ? int{MPI_ERR_IN_STATUS} : int{MPI_SUCCESS};
}

int waitsome(int count, MPI_Request* requests, int* done, int indices[], MPI_Status* statuses) {
    if (const int code = mpi->enter("MPI_Waitsome")) return code;
    for (Several several(count, requests); several.complete == 0 && several.active != 0;
         several = Several(count, requests)) {
        if (several.active == several.never) hang("MPI_Waitsome");
        look(count, requests);
    }
    return finish_some(count, requests, done, indices, statuses);
}

int testsome(int count, MPI_Request* requests, int* done, int indices[], MPI_Status* statuses) {
    if (const int code = mpi->enter("MPI_Testsome")) return code;
    const int code = finish_some(count, requests, done, indices, statuses);
    look(count, requests);
    return code;
}

int make(const char* function, bool persistent, MPI_Request* request) {
    if (const int code = mpi->enter(function)) return code;
    *request = mpi->make_request(persistent);
    return MPI_SUCCESS;
}

int start(MPI_Request* request) {
    if (const int code = mpi->enter("MPI_Start")) return code;
    mpi->request(*request)->active = true;
    return MPI_SUCCESS;
}

void install_beginnings() {
    host.MPI_Isend = [](const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request* request) {
        return make("MPI_Isend", false, request);
    };
    host.MPI_Irecv = [](void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request* request) {
        return make("MPI_Irecv", false, request);
    };
    host.MPI_Send_init = [](const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request* request) {
        return make("MPI_Send_init", true, request);
    };
    host.MPI_Recv_init = [](void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request* request) {
        return make("MPI_Recv_init", true, request);
    };
    host.MPI_Start = start;
    host.MPI_Startall = [](int count, MPI_Request* requests) {
        if (const int code = mpi->enter("MPI_Startall")) return code;
        for (int i = 0; i < count; ++i) mpi->request(requests[i])->active = true;
        return int{MPI_SUCCESS};
    };
}

}  // namespace

void fill_status(MPI_Status* status, const Outcome& outcome) {
    if (status == MPI_STATUS_IGNORE) return;
    status->MPI_SOURCE = outcome.source;
    status->MPI_TAG = 0;
#if defined(OPEN_MPI)
    status->_ucount = outcome.bytes;
    status->_cancelled = outcome.cancelled;
#else
    status->count_lo = static_cast<int>(outcome.bytes);
    status->count_hi_and_cancelled = static_cast<int>(outcome.bytes >> 32 << 1) | outcome.cancelled;
#endif
}

void install_completion() {
    install_beginnings();
    host.MPI_Test = test;
    host.MPI_Wait = wait;
    host.MPI_Waitall = waitall;
    host.MPI_Testall = testall;
    host.MPI_Waitany = waitany;
    host.MPI_Testany = testany;
    host.MPI_Waitsome = waitsome;
    host.MPI_Testsome = testsome;
    host.MPI_Request_free = [](MPI_Request* request) {
        if (const int code = mpi->enter("MPI_Request_free")) return code;
        mpi->free_request(*request);
        return int{MPI_SUCCESS};
    };
    host.MPI_Request_get_status = [](MPI_Request request, int* flag, MPI_Status* status) {
        if (const int code = mpi->enter("MPI_Request_get_status")) return code;
        const Script* script = active(request);
        *flag = !script || is_complete(*script);
        if (*flag) show(request, status);
        return int{MPI_SUCCESS};
    };
    host.MPI_Request_get_status_all = [](int count, const MPI_Request* requests, int* flag, MPI_Status* statuses) {
        if (const int code = mpi->enter("MPI_Request_get_status_all")) return code;
        const Several several(count, requests);
        *flag = several.complete == several.active;
        for (int i = 0; i < count && *flag && statuses != MPI_STATUSES_IGNORE; ++i) show(requests[i], &statuses[i]);
        return int{MPI_SUCCESS};
    };
    host.MPI_Request_get_status_any = [](int count, const MPI_Request* requests, int* index, int* flag,
                                         MPI_Status* status) {
        if (const int code = mpi->enter("MPI_Request_get_status_any")) return code;
        const Several several(count, requests);
        *index = MPI_UNDEFINED;
        *flag = several.complete != 0 || several.active == 0;
        for (int i = count - 1; i >= 0; --i)
            if (const Script* script = active(requests[i]); script && is_complete(*script)) *index = i;
        if (*flag) show(*index == MPI_UNDEFINED ? MPI_REQUEST_NULL : requests[*index], status);
        return int{MPI_SUCCESS};
    };
    host.MPI_Request_get_status_some = [](int count, const MPI_Request* requests, int* done, int* indices,
                                          MPI_Status* statuses) {
        if (const int code = mpi->enter("MPI_Request_get_status_some")) return code;
        *done = Several(count, requests).active == 0 ? int{MPI_UNDEFINED} : 0;
        for (int i = 0; i < count; ++i) {
            const Script* script = active(requests[i]);
            if (!script || !is_complete(*script)) continue;
            if (statuses != MPI_STATUSES_IGNORE) show(requests[i], &statuses[*done]);
            indices[(*done)++] = i;
        }
        return int{MPI_SUCCESS};
    };
    host.MPI_Error_class = [](int code, int* error_class) { return *error_class = code, int{MPI_SUCCESS}; };
    host.MPI_Cancel = [](MPI_Request* request) {
        if (const int code = mpi->enter("MPI_Cancel")) return code;
        if (Script* script = mpi->request(*request))
            script->outcome = {MPI_ANY_SOURCE, 0, MPI_SUCCESS, true}, script->tests = 0;
        return int{MPI_SUCCESS};
    };
    host.MPI_Test_cancelled = [](const MPI_Status* status, int* flag) {
#if defined(OPEN_MPI)
        *flag = status->_cancelled;
#else
        *flag = status->count_hi_and_cancelled & 1;
#endif
        return mpi->enter("MPI_Test_cancelled");
    };
    host.MPI_Iprobe = [](int, int, MPI_Comm, int* flag, MPI_Status*) {
        *flag = mpi->message_is_there;
        return mpi->enter("MPI_Iprobe");
    };
}

}  // namespace shunt::fake
