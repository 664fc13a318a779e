/* Wrong arguments beside handles of ours: matched messages that are received wrongly stay the program's, and request
   handles that the program has only zeroed are refused as by the host. Usage: message_handles */
#include "ring.h"

static MPI_Comm watched;
static int handler_calls, handler_class;

static void count_call(MPI_Comm* of, int* error, ...) {
    (void)of;
    handler_calls += 1;
    handler_class = class_of(*error);
}

static void report(const char* what, int code) {
    char text[100];
    report_class(what, code);
    snprintf(text, sizeof text, "%s: handler calls", what);
    report_number(text, handler_calls);
    snprintf(text, sizeof text, "%s: handler's class", what);
    report_number(text, handler_class);
    handler_calls = handler_class = 0;
}

static void wrong_matched(void) {
    int value = world_rank + 1, got = 0;
    MPI_Message message;
    MPI_Request sent;
    MPI_Status status;
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_INT, &pair); /* not committed */
    CHECK_OK(MPI_Isend(&value, 1, MPI_INT, next, 5, watched, &sent));
    CHECK_OK(MPI_Mprobe(previous, 5, watched, &message, &status));
    report("Mrecv into no buffer", MPI_Mrecv(NULL, 1, MPI_INT, &message, &status));
    report("Mrecv of a negative count", MPI_Mrecv(&got, -1, MPI_INT, &message, &status));
    report("Mrecv of a null type", MPI_Mrecv(&got, 1, MPI_DATATYPE_NULL, &message, &status));
    report("Mrecv of an uncommitted type", MPI_Mrecv(&got, 1, pair, &message, &status));
    MPI_Request request = MPI_REQUEST_NULL;
    report("Imrecv into no buffer", MPI_Imrecv(NULL, 1, MPI_INT, &message, &request));
#ifndef OPEN_MPI /* bare Open MPI crashes, or aborts */
    report("Imrecv without a request", MPI_Imrecv(&got, 1, MPI_INT, &message, NULL));
    MPI_Message kept = message;
    report("Mprobe of a null communicator", MPI_Mprobe(0, 0, MPI_COMM_NULL, &message, &status));
    message = kept;
#endif
    CHECK(message != MPI_MESSAGE_NULL, "the message was taken by a wrong call");
    CHECK_OK(MPI_Imrecv(&got, 1, MPI_INT, &message, &request));
    CHECK(message == MPI_MESSAGE_NULL, "a received message");
    CHECK_OK(MPI_Wait(&request, &status));
    check_status(&status, previous, 5, 1);
    CHECK_EQUAL(got, previous + 1);
    CHECK_OK(MPI_Wait(&sent, MPI_STATUS_IGNORE));
    MPI_Type_free(&pair);
}

static void zeroed_requests(void) {
#ifndef OPEN_MPI /* bare Open MPI crashes */
    int value = 1, flag = 0;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    memset(requests, 0, sizeof requests);
    memset(statuses, 0, sizeof statuses);
    report("Wait of a zeroed request", MPI_Wait(&requests[1], statuses));
    report("Test of a zeroed request", MPI_Test(&requests[1], &flag, statuses));
    CHECK_OK(MPI_Irecv(&value, 1, MPI_INT, previous, 6, watched, &requests[0]));
    report("Wait of a zeroed request beside a receive", MPI_Wait(&requests[1], statuses));
    report("Test of a zeroed request beside a receive", MPI_Test(&requests[1], &flag, statuses));
    report("Waitall with a zeroed request", MPI_Waitall(2, requests, statuses));
    CHECK(requests[0] != MPI_REQUEST_NULL, "a receive without a message");
    MPI_Barrier(comm);
    CHECK_OK(MPI_Send(&world_rank, 1, MPI_INT, next, 6, watched));
    CHECK_OK(MPI_Wait(&requests[0], statuses));
    CHECK_EQUAL(value, previous);
#endif
}

int main(int argc, char** argv) {
    start_ring(argc, argv);
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(count_call, &handler);
    MPI_Comm_dup(comm, &watched);
    MPI_Comm_set_errhandler(watched, handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    wrong_matched();
    zeroed_requests();
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&watched);
    return finish_ring();
}
