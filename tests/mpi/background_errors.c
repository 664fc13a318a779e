/* A block that is longer than its place in the receive buffer, in a background call. The communicator's own error
   handler is called, the wait returns the error, and other requests of the same wait are unaffected. No collective is
   cancelled, and the call of a freed request continues. For calls that an engine carries: bare hosts differ here.
   Usage: background_errors [seed] */
#include "check.h"

#include <unistd.h>

#define ROOM 64

static MPI_Comm comm;
static int handler_calls, handler_class;
static int out[2 * ROOM], in[2 * ROOM], ones[ROOM], counts[ROOM], places[ROOM];

static void count_call(MPI_Comm* where, int* error, ...) {
    ++handler_calls;
    handler_class = class_of(*error);
    CHECK(*where == comm, "the handler was given another communicator");
}

static MPI_Request begin(int too_long) {
    MPI_Request request = MPI_REQUEST_NULL;
    counts[1] = too_long && world_rank == 0 ? 2 : 1;
    CHECK_OK(MPI_Ialltoallv(out, counts, places, MPI_INT, in, ones, places, MPI_INT, comm, &request));
    CHECK(request != MPI_REQUEST_NULL, "no request");
    return request;
}

static void waited_for_alone(void) {
    MPI_Request request = begin(1);
    handler_calls = 0;
    CHECK_EQUAL(class_of(MPI_Wait(&request, MPI_STATUS_IGNORE)), MPI_ERR_TRUNCATE);
    CHECK(request == MPI_REQUEST_NULL, "a request that failed is not null");
    CHECK_EQUAL(handler_calls, 1);
    CHECK_EQUAL(handler_class, MPI_ERR_TRUNCATE);
}

static void waited_for_with_another(void) {
    int token = -1;
    MPI_Request requests[2] = {begin(1), MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    handler_calls = 0;
    CHECK_OK(MPI_Irecv(&token, 1, MPI_INT, world_rank, 5, MPI_COMM_WORLD, &requests[1]));
    CHECK_OK(MPI_Send(&world_rank, 1, MPI_INT, world_rank, 5, MPI_COMM_WORLD));
    CHECK_EQUAL(class_of(MPI_Waitall(2, requests, statuses)), MPI_ERR_IN_STATUS);
    CHECK_EQUAL(class_of(statuses[0].MPI_ERROR), MPI_ERR_TRUNCATE);
    if (class_of(statuses[1].MPI_ERROR) == MPI_ERR_PENDING) CHECK_OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    else CHECK_EQUAL(statuses[1].MPI_ERROR, MPI_SUCCESS);
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL, "requests that ended are not null");
    CHECK_EQUAL(token, world_rank);
    CHECK_EQUAL(handler_calls, 1);
}

static void neither_cancelled_nor_lost(void) {
    /* Only rank 0 cancels, before any other rank may have begun, so the call is certainly under way. */
    if (world_rank != 0) MPI_Recv(NULL, 0, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Request request = begin(0);
    if (world_rank == 0) {
        CHECK_EQUAL(class_of(MPI_Cancel(&request)), MPI_ERR_REQUEST);
        for (int peer = 1; peer < world_size; ++peer) MPI_Send(NULL, 0, MPI_INT, peer, 6, MPI_COMM_WORLD);
    }
    CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (int peer = 0; peer < world_size; ++peer) in[places[peer]] = -1;
    request = begin(0);
    CHECK_OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL, "a freed request is not null");
    CHECK_OK(MPI_Comm_free(&comm)); /* waits for no other rank: the call continues */
    for (int tries = 0, there = 0; tries < 5000 && there < world_size; ++tries) {
        int found;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
        usleep(1000);
        there = 0;
        for (int peer = 0; peer < world_size; ++peer) there += in[places[peer]] != -1;
    }
    for (int peer = 0; peer < world_size; ++peer) CHECK_EQUAL(in[places[peer]], 1000 * peer + places[world_rank]);
}

int main(int argc, char** argv) {
    MPI_Errhandler handler;
    start(argc, argv);
    for (int i = 0; i < 2 * ROOM; ++i) out[i] = 1000 * world_rank + i;
    for (int peer = 0; peer < ROOM; ++peer) ones[peer] = counts[peer] = 1, places[peer] = 2 * peer;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(count_call, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Request request = begin(0); /* the host carries it; it wants a team */
    CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_OK(MPI_Barrier(comm)); /* makes the team that carries the next calls */
    waited_for_alone();
    waited_for_with_another();
    neither_cancelled_nor_lost();
    MPI_Errhandler_free(&handler);
    return finish();
}
