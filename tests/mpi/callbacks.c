/* Callbacks of the program that send and receive: error handlers, copy and delete functions of attributes, those of
 * generalized requests. Rank 0 is in a callback while rank 1 makes plain calls, so both must send messages by the same
 * path. Source: MPI 4.0, 7.7.1, 9.3, 13.2; user operations may not communicate (6.9.5). */
#include "check.h"

enum Form { BLOCKING, NONBLOCKING, ONE_BY_ONE, AT_ONCE, PROBED, MATCHED, PERSISTENT, FORMS };

static MPI_Comm comm;
static int calls; /* of callbacks, on rank 0 */

static void check_got(int got, int form) { CHECK_EQUAL(got, 100 * (1 - world_rank) + form); }

/* The two ranks exchange a number. */
static void exchange(int form) {
    const int peer = 1 - world_rank, tag = 40 + form;
    int out = 100 * world_rank + form, in = -1, index = -1, flag = 0;
    MPI_Request requests[2];
    MPI_Status status, statuses[2];
    MPI_Message message;
    switch (form) {
        case BLOCKING:
            if (world_rank == 0) CHECK_OK(MPI_Ssend(&out, 1, MPI_INT, peer, tag, comm));
            CHECK_OK(MPI_Recv(&in, 1, MPI_INT, peer, tag, comm, &status));
            if (world_rank == 1) CHECK_OK(MPI_Send(&out, 1, MPI_INT, peer, tag, comm));
            break;
        case AT_ONCE:
            CHECK_OK(MPI_Sendrecv(&out, 1, MPI_INT, peer, tag, &in, 1, MPI_INT, peer, tag, comm, &status));
            break;
        case PROBED:
        case MATCHED:
            CHECK_OK(MPI_Isend(&out, 1, MPI_INT, peer, tag, comm, &requests[0]));
            if (form == MATCHED) {
                CHECK_OK(MPI_Mprobe(peer, tag, comm, &message, &status));
                CHECK_OK(MPI_Mrecv(&in, 1, MPI_INT, &message, &status));
            } else {
                while (!flag) CHECK_OK(MPI_Iprobe(peer, tag, comm, &flag, &status));
                CHECK_OK(MPI_Recv(&in, 1, MPI_INT, peer, tag, comm, &status));
            }
            flag = 0;
            while (!flag) CHECK_OK(MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE));
            break;
        case PERSISTENT:
            CHECK_OK(MPI_Recv_init(&in, 1, MPI_INT, peer, tag, comm, &requests[0]));
            CHECK_OK(MPI_Send_init(&out, 1, MPI_INT, peer, tag, comm, &requests[1]));
            CHECK_OK(MPI_Start(&requests[0]));
            CHECK_OK(MPI_Startall(1, &requests[1]));
            CHECK_OK(MPI_Waitall(2, requests, statuses));
            for (int i = 0; i < 2; ++i) CHECK_OK(MPI_Request_free(&requests[i]));
            break;
        default:
            CHECK_OK(MPI_Irecv(&in, 1, MPI_INT, peer, tag, comm, &requests[0]));
            CHECK_OK(MPI_Isend(&out, 1, MPI_INT, peer, tag, comm, &requests[1]));
            if (form == ONE_BY_ONE) {
                while (!flag) CHECK_OK(MPI_Request_get_status(requests[0], &flag, &status));
                for (int i = 0; i < 2; ++i) CHECK_OK(MPI_Waitany(2, requests, &index, &status));
            } else {
                CHECK_OK(MPI_Waitall(2, requests, statuses));
            }
    }
    check_got(in, form);
}

static void exchange_all(void) {
    for (int form = 0; form < FORMS; ++form) exchange(form);
}

/* Called by rank 1 when rank 0 is about to enter `count` callbacks. */
static void answer(int count) {
    for (int i = 0; world_rank == 1 && i < count; ++i) exchange_all();
}

static void call_back(void) {
    if (world_rank != 0) return;
    ++calls;
    exchange_all();
}
static void check_calls(int count, const char* what) {
    if (world_rank == 0) CHECK(calls == count, "%s: %d callbacks instead of %d", what, calls, count);
    calls = 0;
}

static void on_error(MPI_Comm* where, int* code, ...) {
    (void)where, (void)code;
    call_back();
}
static int on_copy(MPI_Comm old, int key, void* extra, void* value, void* copied, int* flag) {
    (void)old, (void)key, (void)extra;
    *(void**)copied = value;
    *flag = 1;
    call_back();
    return MPI_SUCCESS;
}
static int on_delete(MPI_Comm old, int key, void* value, void* extra) {
    (void)old, (void)key, (void)value, (void)extra;
    call_back();
    return MPI_SUCCESS;
}
/* The communicator that is being freed is still valid. */
static int on_freeing(MPI_Comm old, int key, void* value, void* extra) {
    int number = 7;
    (void)key, (void)value, (void)extra;
    if (world_rank != 0) return MPI_SUCCESS;
    ++calls;
    MPI_Send(&number, 1, MPI_INT, 1, 5, old);
    MPI_Recv(&number, 1, MPI_INT, 1, 6, old, MPI_STATUS_IGNORE);
    CHECK(number == 8, "%d instead of 8 in the communicator that is being freed", number);
    return MPI_SUCCESS;
}
static int on_type_copy(MPI_Datatype old, int key, void* extra, void* value, void* copied, int* flag) {
    (void)old;
    return on_copy(MPI_COMM_NULL, key, extra, value, copied, flag);
}
static int on_type_delete(MPI_Datatype old, int key, void* value, void* extra) {
    (void)old;
    return on_delete(MPI_COMM_NULL, key, value, extra);
}
static int on_query(void* extra, MPI_Status* status) {
    (void)extra;
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    call_back();
    return MPI_SUCCESS;
}
static int on_free(void* extra) {
    (void)extra;
    call_back();
    return MPI_SUCCESS;
}
static int on_cancel(void* extra, int complete) {
    (void)extra, (void)complete;
    call_back();
    return MPI_SUCCESS;
}

static void error_handlers(void) {
    MPI_Errhandler handler;
    MPI_Comm watched;
    int value = 0, two[2] = {1, 2};
    MPI_Comm_dup(comm, &watched);
    MPI_Comm_create_errhandler(on_error, &handler);
    MPI_Comm_set_errhandler(watched, handler);
    MPI_Errhandler_free(&handler);
    if (world_rank == 0) MPI_Bcast(&value, -1, MPI_INT, 0, watched);
    answer(1);
    check_calls(1, "wrong count of a broadcast");
    if (world_rank == 0) MPI_Send(&value, 1, MPI_INT, world_size + 5, 1, watched);
    answer(1);
    check_calls(1, "wrong rank of a send");
    if (world_rank == 0) MPI_Recv(&value, 1, MPI_INT, 1, 3, watched, MPI_STATUS_IGNORE);
    if (world_rank == 1) MPI_Send(two, 2, MPI_INT, 0, 3, watched);
    answer(1);
    check_calls(1, "a message that does not fit");
    MPI_Comm_free(&watched);
}

static void attributes(void) {
    int key, type_key;
    MPI_Datatype type, copy;
    MPI_Comm_create_keyval(on_copy, on_delete, &key, NULL);
    MPI_Type_create_keyval(on_type_copy, on_type_delete, &type_key, NULL);
    if (world_rank == 0) MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    if (world_rank == 0) {
        MPI_Comm made;
        MPI_Comm_dup(MPI_COMM_SELF, &made);
        MPI_Comm_free(&made);
        MPI_Comm_delete_attr(MPI_COMM_SELF, key);
    }
    answer(3);
    check_calls(3, "an attribute of a communicator");
    MPI_Type_contiguous(3, MPI_INT, &type);
    if (world_rank == 0) {
        MPI_Type_set_attr(type, type_key, NULL);
        MPI_Type_dup(type, &copy);
        MPI_Type_free(&copy);
        MPI_Type_delete_attr(type, type_key);
    }
    answer(3);
    check_calls(3, "an attribute of a datatype");
    MPI_Type_free(&type);
    MPI_Comm_free_keyval(&key);
    MPI_Type_free_keyval(&type_key);
}

static void attribute_of_freed(void) {
    MPI_Comm made;
    int key, number = 0;
    MPI_Comm_dup(comm, &made);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_freeing, &key, NULL);
    if (world_rank == 0) MPI_Comm_set_attr(made, key, NULL);
    if (world_rank == 1) {
        MPI_Recv(&number, 1, MPI_INT, 0, 5, made, MPI_STATUS_IGNORE);
        CHECK(number == 7, "%d instead of 7 from a delete function", number);
        ++number;
        MPI_Send(&number, 1, MPI_INT, 0, 6, made);
    }
    MPI_Comm_free(&made);
    check_calls(1, "an attribute of a freed communicator");
    MPI_Comm_free_keyval(&key);
}

static MPI_Request generalized(void) {
    MPI_Request made;
    CHECK_OK(MPI_Grequest_start(on_query, on_free, on_cancel, NULL, &made));
    return made;
}

static void generalized_requests(void) {
    enum { ENDINGS = 3 };
    for (int ending = 0; ending < ENDINGS; ++ending) {
        int value = 0, flag = 0;
        if (world_rank == 0) {
            MPI_Request requests[2] = {generalized(), MPI_REQUEST_NULL};
            MPI_Status statuses[2];
            MPI_Grequest_complete(requests[0]);
            MPI_Irecv(&value, 1, MPI_INT, 1, 90, comm, &requests[1]);
            if (ending == 0) CHECK_OK(MPI_Waitall(2, requests, statuses));
            if (ending == 1) CHECK_OK(MPI_Wait(&requests[0], &statuses[0]));
            if (ending == 2) CHECK_OK(MPI_Test(&requests[0], &flag, &statuses[0]));
            CHECK_OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
            CHECK_EQUAL(value, 7);
        } else if (world_rank == 1) {
            value = 7;
            CHECK_OK(MPI_Send(&value, 1, MPI_INT, 0, 90, comm));
        }
        answer(2);
        check_calls(2, "a generalized request that is waited for");
    }
    if (world_rank == 0) {
        MPI_Request cancelled = generalized();
        MPI_Cancel(&cancelled);
        MPI_Grequest_complete(cancelled);
        MPI_Request_free(&cancelled);
    }
    answer(2);
    check_calls(2, "a generalized request that is cancelled and freed");
}

int main(int argc, char** argv) {
    start(argc, argv);
    for (int way = 0; way < 2; ++way) {
        comm = MPI_COMM_WORLD;
        if (way == 1) MPI_Comm_dup(MPI_COMM_WORLD, &comm); /* its first use is in a callback */
        error_handlers();
        attributes();
        attribute_of_freed();
        generalized_requests();
        MPI_Barrier(MPI_COMM_WORLD);
        if (way == 1) MPI_Comm_free(&comm);
    }
    return finish();
}
