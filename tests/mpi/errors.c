/* Wrong arguments and truncated messages. Error classes are printed, so that the host under Shunt can be compared with
   the bare host. Handlers must be called with the user's communicator. Usage: errors [seed] */
#include "check.h"

static MPI_Comm watched = MPI_COMM_NULL;
static int handler_calls, handler_class;

static void count_call(MPI_Comm* comm, int* error, ...) {
    ++handler_calls;
    handler_class = class_of(*error);
    CHECK(*comm == watched, "the handler was given another communicator");
}

static MPI_Comm new_comm(MPI_Errhandler handler) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, handler);
    return comm;
}

static int* filled(int count, int value) {
    int* values = calloc((size_t)count, sizeof(int));
    for (int i = 0; i < count; ++i) values[i] = value;
    return values;
}

static void alltoall_arguments(MPI_Comm comm) {
    int *send = filled(2 * world_size, 1), *receive = filled(2 * world_size, 0);
    MPI_Datatype uncommitted, freed;
    MPI_Type_contiguous(2, MPI_INT, &uncommitted);
    MPI_Type_dup(MPI_INT, &freed);
    MPI_Type_free(&freed);
    report_class("alltoall, negative send count", MPI_Alltoall(send, -1, MPI_INT, receive, 1, MPI_INT, comm));
    report_class("alltoall, negative receive count", MPI_Alltoall(send, 1, MPI_INT, receive, -1, MPI_INT, comm));
    report_class("alltoall, null send type", MPI_Alltoall(send, 1, MPI_DATATYPE_NULL, receive, 1, MPI_INT, comm));
    report_class("alltoall, null receive type", MPI_Alltoall(send, 1, MPI_INT, receive, 1, MPI_DATATYPE_NULL, comm));
    report_class("alltoall, freed type", MPI_Alltoall(send, 1, freed, receive, 1, MPI_INT, comm));
    report_class("alltoall, uncommitted type", MPI_Alltoall(send, 1, uncommitted, receive, 1, uncommitted, comm));
    report_class("alltoall, receive buffer in place", MPI_Alltoall(send, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, comm));
    /* Open MPI accepts these arguments and reads from address zero, or from the same buffer. */
#if defined(MPICH_NAME) && !defined(STANDARD_ABI)
    report_class("alltoall, null buffer", MPI_Alltoall(NULL, 1, MPI_INT, receive, 1, MPI_INT, comm));
    report_class("alltoall, same buffers", MPI_Alltoall(send, 1, MPI_INT, send, 1, MPI_INT, comm));
#endif
    for (int i = 0; i < 2 * world_size; ++i) CHECK_EQUAL(receive[i], 0);
    MPI_Type_free(&uncommitted);
    free(send), free(receive);
}

static void alltoallv_arguments(MPI_Comm comm) {
    int *send = filled(world_size, 1), *receive = filled(world_size, 0);
    int *ones = filled(world_size, 1), *bad = filled(world_size, -2), *places = filled(world_size, 0);
    for (int i = 0; i < world_size; ++i) places[i] = i;
    report_class("alltoallv, negative send counts",
                 MPI_Alltoallv(send, bad, places, MPI_INT, receive, ones, places, MPI_INT, comm));
    report_class("alltoallv, negative receive counts",
                 MPI_Alltoallv(send, ones, places, MPI_INT, receive, bad, places, MPI_INT, comm));
#ifndef MPICH_NAME /* MPICH dereferences them */
    report_class("alltoallv, null counts",
                 MPI_Alltoallv(send, NULL, places, MPI_INT, receive, ones, places, MPI_INT, comm));
    report_class("alltoallv, null displacements",
                 MPI_Alltoallv(send, ones, NULL, MPI_INT, receive, ones, places, MPI_INT, comm));
#endif
    report_class("alltoallv, null type",
                 MPI_Alltoallv(send, ones, places, MPI_DATATYPE_NULL, receive, ones, places, MPI_INT, comm));
    for (int i = 0; i < world_size; ++i) CHECK_EQUAL(receive[i], 0);
    free(send), free(receive), free(ones), free(bad), free(places);
}

static void other_arguments(MPI_Comm comm) {
    int value = 1, result = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    report_class("send, no such rank", MPI_Send(&value, 1, MPI_INT, world_size + 5, 0, comm));
    report_class("send, negative tag", MPI_Send(&value, 1, MPI_INT, 0, -7, comm));
    report_class("send, negative count", MPI_Send(&value, -1, MPI_INT, 0, 0, comm));
    report_class("isend, null type", MPI_Isend(&value, 1, MPI_DATATYPE_NULL, 0, 0, comm, &request));
    report_class("recv, no such rank", MPI_Recv(&value, 1, MPI_INT, world_size + 5, 0, comm, MPI_STATUS_IGNORE));
    report_class("bcast, no such root", MPI_Bcast(&value, 1, MPI_INT, world_size, comm));
    report_class("bcast, negative count", MPI_Bcast(&value, -1, MPI_INT, 0, comm));
    report_class("allreduce, null op", MPI_Allreduce(&value, &result, 1, MPI_INT, MPI_OP_NULL, comm));
    report_class("reduce, no such root", MPI_Reduce(&value, &result, 1, MPI_INT, MPI_SUM, -3, comm));
    report_class("allgather, negative count", MPI_Allgather(&value, -1, MPI_INT, &result, 1, MPI_INT, comm));
    report_class("wait, null request", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void wait_arguments(MPI_Comm comm) {
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    int index = 0, count = 0, flag = 0, value = 0;
    const int sent = 3;
    report_class("waitall, negative count", MPI_Waitall(-2, requests, statuses));
    report_class("waitall, no requests", MPI_Waitall(2, NULL, statuses));
    report_class("waitany, negative count", MPI_Waitany(-2, requests, &index, statuses));
    report_class("testall, negative count", MPI_Testall(-2, requests, &flag, statuses));
    report_class("testall, no requests", MPI_Testall(2, NULL, &flag, statuses));
    report_class("wait, no request", MPI_Wait(NULL, statuses));
    report_class("test, no request", MPI_Test(NULL, &flag, statuses));

    MPI_Irecv(&value, 1, MPI_INT, world_rank, 9, comm, &requests[1]);
    report_class("test, no flag", MPI_Test(&requests[1], NULL, statuses));
    report_class("testall, no flag", MPI_Testall(2, requests, NULL, statuses));
    report_class("testany, no flag", MPI_Testany(2, requests, &index, NULL, statuses));
    report_class("testany, no index", MPI_Testany(2, requests, NULL, &flag, statuses));
    report_class("waitany, no index", MPI_Waitany(2, requests, NULL, statuses));
    report_class("waitsome, no count", MPI_Waitsome(2, requests, NULL, &index, statuses));
    report_class("waitsome, no indices", MPI_Waitsome(2, requests, &count, NULL, statuses));
    report_class("testsome, no count", MPI_Testsome(2, requests, NULL, &index, statuses));
#if defined(MPICH_NAME) && !defined(STANDARD_ABI) /* a null pointer is MPI_STATUS_IGNORE of Open MPI */
    report_class("wait for a receive, no status", MPI_Wait(&requests[1], NULL));
    report_class("test of a receive, no status", MPI_Test(&requests[1], &flag, NULL));
    report_class("waitany, no status", MPI_Waitany(2, requests, &index, NULL));
    report_class("waitsome, no statuses", MPI_Waitsome(2, requests, &count, &index, NULL));
    report_class("iprobe, no status", MPI_Iprobe(world_rank, 9, comm, &flag, NULL));
    report_class("waitall, no statuses", MPI_Waitall(2, requests, NULL));
    report_class("waitall, nothing at all", MPI_Waitall(2, NULL, NULL));
    report_class("wait, no status", MPI_Wait(requests, NULL));
    report_class("recv, no status", MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, NULL));
    report_class("recv of a rank, no status", MPI_Recv(&value, 1, MPI_INT, world_rank, 9, comm, NULL));
    report_class("sendrecv, no status",
                 MPI_Sendrecv(&sent, 1, MPI_INT, world_rank, 8, &value, 1, MPI_INT, world_rank, 8, comm, NULL));
#endif
    CHECK_OK(MPI_Send(&sent, 1, MPI_INT, world_rank, 9, comm));
    CHECK_OK(MPI_Waitall(2, requests, statuses));
    CHECK_EQUAL(value, sent);
}

/* One of the exchanges whose send half is wrong.   Returns: its error. */
static int refused_exchange(int which, int* receive, int left, int right, MPI_Datatype uncommitted, MPI_Comm comm) {
    int sent[4] = {1, 2, 3, 4};
    MPI_Status* const none = MPI_STATUS_IGNORE;
    switch (which) {
        case 0: return MPI_Sendrecv(sent, -1, MPI_INT, right, 5, receive, 4, MPI_INT, left, 5, comm, none);
        case 1: return MPI_Sendrecv(sent, 1, MPI_INT, world_size + 9, 5, receive, 4, MPI_INT, left, 5, comm, none);
        case 2: return MPI_Sendrecv(sent, 1, MPI_INT, right, -8, receive, 4, MPI_INT, left, 5, comm, none);
        case 3: return MPI_Sendrecv(sent, 1, uncommitted, right, 5, receive, 4, MPI_INT, left, 5, comm, none);
        case 4: return MPI_Sendrecv(sent, 1, MPI_DATATYPE_NULL, right, 5, receive, 4, MPI_INT, left, 5, comm, none);
        default: return MPI_Sendrecv_replace(receive, 1, MPI_INT, world_size + 9, 5, left, 5, comm, none);
    }
}

/* An exchange whose send half is refused receives nothing: the message that has come stays for another receive. */
static void refused_exchanges(void) {
    const int left = (world_rank + world_size - 1) % world_size, right = (world_rank + 1) % world_size;
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(count_call, &handler);
    watched = new_comm(handler);
    MPI_Datatype uncommitted;
    MPI_Type_contiguous(2, MPI_INT, &uncommitted);
    for (int which = 0; which < 6; ++which) {
        int receive[4] = {-1, -1, -1, -1};
        const int sent = 100 * which + world_rank;
        MPI_Request request;
        CHECK_OK(MPI_Isend(&sent, 1, MPI_INT, right, 5, watched, &request));
        CHECK_OK(MPI_Probe(left, 5, watched, MPI_STATUS_IGNORE));
        handler_calls = 0;
        report_class("exchange whose send half is wrong",
                     refused_exchange(which, receive, left, right, uncommitted, watched));
        CHECK_EQUAL(handler_calls, 1);
        CHECK_EQUAL(receive[0], -1);
        CHECK_OK(MPI_Recv(receive, 4, MPI_INT, left, 5, watched, MPI_STATUS_IGNORE));
        CHECK_EQUAL(receive[0], 100 * which + left);
        CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    MPI_Type_free(&uncommitted);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&watched);
}

/* MPI_COMM_NULL has no handler of its own: the error is reported to MPI_COMM_WORLD's. */
static void null_communicator(void) {
    int value = 1;
    report_class("alltoall, null communicator",
                 MPI_Alltoall(&value, 1, MPI_INT, &value + 1, 1, MPI_INT, MPI_COMM_NULL));
    report_class("barrier, null communicator", MPI_Barrier(MPI_COMM_NULL));
    report_class("send, null communicator", MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
}

/* The error class that a call returns after its handler got class `told`. In MPICH 5 the call succeeds when the handler
   has returned. */
static int class_after(int told) {
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    return strncmp(version, "MPICH Version:", 14) == 0 && strtol(version + 14, NULL, 10) >= 5 ? MPI_SUCCESS : told;
}

static void handler_called_once(void) {
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(count_call, &handler);
    watched = new_comm(handler);
    int value = 1, *receive = filled(world_size, 0);

    handler_calls = 0;
    const int error = MPI_Alltoall(&value, -1, MPI_INT, receive, 1, MPI_INT, watched);
    CHECK_EQUAL(handler_calls, 1);
    CHECK_EQUAL(class_after(handler_class), class_of(error));
    report_number("class given to the handler", handler_class);

    handler_calls = 0;
    const int other = MPI_Send(&value, 1, MPI_INT, world_size + 1, 0, watched);
    CHECK_EQUAL(handler_calls, 1);
    CHECK_EQUAL(class_after(handler_class), class_of(other));

    MPI_Errhandler back;
    MPI_Comm_get_errhandler(watched, &back);
    CHECK(back == handler, "Comm_get_errhandler gives another handler");
    MPI_Errhandler_free(&back), MPI_Errhandler_free(&handler);
    MPI_Comm_free(&watched);
    free(receive);
}

/* Rank 0 sends two ints where rank 1 has room for one. The call must return on all ranks, and the communicator stay
   usable. */
static void truncated_alltoallv(void) {
    MPI_Comm comm = new_comm(MPI_ERRORS_RETURN);
    int *send = filled(2 * world_size, 10 + world_rank), *receive = filled(2 * world_size, -1);
    int *sends = filled(world_size, 1), *receives = filled(world_size, 1), *places = filled(world_size, 0);
    for (int i = 0; i < world_size; ++i) places[i] = 2 * i;
    if (world_rank == 0 && world_size > 1) sends[1] = 2;
    report_class("alltoallv, truncated",
                 MPI_Alltoallv(send, sends, places, MPI_INT, receive, receives, places, MPI_INT, comm));
    for (int i = 0; i < world_size; ++i) {
        if (!(world_rank == 1 && i == 0)) CHECK_EQUAL(receive[2 * i], 10 + i);
        CHECK_EQUAL(receive[2 * i + 1], -1);
    }
    sends[1 % world_size] = 1;
    for (int i = 0; i < 2 * world_size; ++i) receive[i] = -1;
    CHECK_OK(MPI_Alltoallv(send, sends, places, MPI_INT, receive, receives, places, MPI_INT, comm));
    for (int i = 0; i < world_size; ++i) CHECK_EQUAL(receive[2 * i], 10 + i);
    MPI_Comm_free(&comm);
    free(send), free(receive), free(sends), free(receives), free(places);
}

static void truncated_alltoall(void) {
    MPI_Comm comm = new_comm(MPI_ERRORS_RETURN);
    int *send = filled(2 * world_size, 1), *receive = filled(2 * world_size, -1);
    const int count = world_rank == 0 ? 1 : 2; /* rank 0 has too little room, the others have too much */
    report_class("alltoall, truncated", MPI_Alltoall(send, count, MPI_INT, receive, count, MPI_INT, comm));
    CHECK_OK(MPI_Barrier(comm));
    MPI_Comm_free(&comm);
    free(send), free(receive);
}

static void truncated_receive(void) {
    MPI_Comm comm = new_comm(MPI_ERRORS_RETURN);
    int data[4] = {1, 2, 3, 4}, room[3] = {-1, -1, -1};
    int count = -1;
    (void)count;
    MPI_Request request;
    MPI_Status status;
    MPI_Isend(data, 4, MPI_INT, world_rank, 3, comm, &request);
    const int error = MPI_Recv(room, 2, MPI_INT, world_rank, 3, comm, &status);
    CHECK_EQUAL(class_of(error), MPI_ERR_TRUNCATE);
    CHECK_EQUAL(status.MPI_SOURCE, world_rank);
    CHECK_EQUAL(status.MPI_TAG, 3);
#ifndef MPICH_NAME /* MPICH leaves it undefined */
    MPI_Get_count(&status, MPI_INT, &count);
    report_number("count after a truncated receive", count);
#endif
    CHECK_EQUAL(room[2], -1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
}

static int calls_of_comm, calls_of_world;
static void count_comm(MPI_Comm* comm, int* error, ...) { (void)comm, (void)error, ++calls_of_comm; }
static void count_world(MPI_Comm* comm, int* error, ...) { (void)comm, (void)error, ++calls_of_world; }

/* The hosts differ in whose handler is called for a message that a wait or test finds to be too long. */
static void truncated_in_wait(void) {
    MPI_Errhandler of_comm, of_world;
    MPI_Comm_create_errhandler(count_comm, &of_comm);
    MPI_Comm_create_errhandler(count_world, &of_world);
    MPI_Comm comm = new_comm(of_comm);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world);
    int data[4] = {1, 2, 3, 4}, room[4] = {0}, flag = 0;
    for (int round = 0; round < 2; ++round) {
        MPI_Request sent, received;
        MPI_Isend(data, 4, MPI_INT, world_rank, 3, comm, &sent);
        MPI_Irecv(room, 1, MPI_INT, world_rank, 3, comm, &received);
        if (round == 0) MPI_Wait(&received, MPI_STATUS_IGNORE);
        for (flag = round == 0; !flag && calls_of_comm + calls_of_world < 2;)
            MPI_Test(&received, &flag, MPI_STATUS_IGNORE);
        MPI_Wait(&sent, MPI_STATUS_IGNORE);
    }
    report_number("calls of the communicator's handler", calls_of_comm);
    report_number("calls of the world's handler", calls_of_world);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&of_comm), MPI_Errhandler_free(&of_world);
    MPI_Comm_free(&comm);
}

static void truncated_in_waitall(void) {
    MPI_Comm comm = new_comm(MPI_ERRORS_RETURN);
    int data[4] = {1, 2, 3, 4}, room[2][4] = {{0}};
    MPI_Request requests[4];
    MPI_Status statuses[4];
    MPI_Irecv(room[0], 1, MPI_INT, world_rank, 1, comm, &requests[0]);
    MPI_Irecv(room[1], 4, MPI_INT, world_rank, 2, comm, &requests[1]);
    MPI_Isend(data, 4, MPI_INT, world_rank, 1, comm, &requests[2]);
    MPI_Isend(data, 4, MPI_INT, world_rank, 2, comm, &requests[3]);
    const int error = MPI_Waitall(4, requests, statuses);
    report_class("waitall with a truncated receive", error); /* Open MPI reports success */
    if (class_of(error) == MPI_ERR_IN_STATUS) {
        CHECK_EQUAL(class_of(statuses[0].MPI_ERROR), MPI_ERR_TRUNCATE);
        for (int i = 1; i < 4; ++i) report_class("status beside a truncated one", statuses[i].MPI_ERROR);
    }
    for (int i = 0; i < 4; ++i)
        if (requests[i] != MPI_REQUEST_NULL) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    CHECK_EQUAL(room[1][3], 4);
    MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
    start(argc, argv);
    /* Open MPI reports some errors in a collective's arguments to MPI_COMM_WORLD's handler. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm comm = new_comm(MPI_ERRORS_RETURN);
    alltoall_arguments(comm);
    alltoallv_arguments(comm);
    other_arguments(comm);
    wait_arguments(comm);
    CHECK_OK(MPI_Barrier(comm));
    MPI_Comm_free(&comm);
    null_communicator();
    handler_called_once();
    refused_exchanges();
    truncated_receive();
    truncated_in_wait();
    truncated_in_waitall();
    truncated_alltoallv();
    truncated_alltoall();
    return finish();
}
