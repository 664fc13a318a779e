/* Requests that do not end by completion: sends and receives cancelled, active requests freed, null ones among others,
   by the thousand and in random order, on communicators that are made and freed, so that the records behind the
   requests are used again. Each message must arrive once, or be cancelled. Usage: message_leave [seed] [steps] */
#include "check.h"

static MPI_Comm comm;
static int rank, peer;

enum { kCancelled = 3, kAnswer, kFreedSend, kFreedSendDone, kSynchronous, kFreedReceive, kNever = 99 };

/* Rank 0's send is cancelled, or rank 1 receives it. */
static void cancel_send(int step) {
    int number = step, got = -1, is_cancelled = 0;
    MPI_Request request;
    MPI_Status status;
    if (rank == 0) {
        CHECK_OK(MPI_Isend(&number, 1, MPI_INT, peer, kCancelled, comm, &request));
        CHECK_OK(MPI_Cancel(&request));
        CHECK_OK(MPI_Wait(&request, &status));
        CHECK_OK(MPI_Test_cancelled(&status, &is_cancelled));
        CHECK_OK(MPI_Send(&is_cancelled, 1, MPI_INT, peer, kAnswer, comm));
    } else {
        CHECK_OK(MPI_Recv(&is_cancelled, 1, MPI_INT, peer, kAnswer, comm, MPI_STATUS_IGNORE));
        if (is_cancelled) return;
        CHECK_OK(MPI_Recv(&got, 1, MPI_INT, peer, kCancelled, comm, MPI_STATUS_IGNORE));
        CHECK_EQUAL(got, step);
    }
}

static void free_send(int step) {
    int number = step, got = -1;
    MPI_Request request;
    if (rank == 0) {
        CHECK_OK(MPI_Isend(&number, 1, MPI_INT, peer, kFreedSend, comm, &request));
        CHECK_OK(MPI_Request_free(&request));
        CHECK(request == MPI_REQUEST_NULL, "after MPI_Request_free");
        CHECK_OK(MPI_Recv(&got, 1, MPI_INT, peer, kFreedSendDone, comm, MPI_STATUS_IGNORE));
    } else {
        CHECK_OK(MPI_Recv(&got, 1, MPI_INT, peer, kFreedSend, comm, MPI_STATUS_IGNORE));
        CHECK_OK(MPI_Send(&got, 1, MPI_INT, peer, kFreedSendDone, comm));
    }
    CHECK_EQUAL(got, step);
}

static void cancel_receive(int step) {
    int got = -1, is_cancelled = 0;
    MPI_Request request;
    MPI_Status status;
    CHECK_OK(MPI_Irecv(&got, 1, MPI_INT, peer, kNever, comm, &request));
    CHECK_OK(MPI_Cancel(&request));
    CHECK_OK(MPI_Wait(&request, &status));
    CHECK_OK(MPI_Test_cancelled(&status, &is_cancelled));
    CHECK(is_cancelled, "a receive without a message, step %d", step);
}

static void wait_beside_null(int step) {
    int number = step, got = -1;
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    CHECK_OK(MPI_Irecv(&got, 1, MPI_INT, peer, kSynchronous, comm, &requests[0]));
    CHECK_OK(MPI_Issend(&number, 1, MPI_INT, peer, kSynchronous, comm, &requests[2]));
    CHECK_OK(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
    CHECK_EQUAL(got, step);
}

/* MPI does not tell when the message of a freed receive has arrived. A later message of the same pair, once received,
   shows it. */
static void free_receive(int step) {
    static int got[3]; /* no other message may match the receive, but its memory must stay */
    int number = step, pair[2] = {step, step}, later = -1, is_there = 0;
    MPI_Request freed, send;
    MPI_Datatype apart;
    MPI_Type_vector(2, 1, 2, MPI_INT, &apart);
    MPI_Type_commit(&apart);
    for (int i = 0; i < 3; ++i) got[i] = -1;
    if (step % 2) CHECK_OK(MPI_Irecv(got, 2, MPI_INT, peer, kFreedReceive, comm, &freed));
    else CHECK_OK(MPI_Irecv(got, 1, apart, peer, kFreedReceive, comm, &freed));
    MPI_Type_free(&apart);
    CHECK_OK(MPI_Isend(pair, 2, MPI_INT, peer, kFreedReceive, comm, &send));
    CHECK_OK(MPI_Request_free(&freed));
    CHECK_OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    CHECK_OK(
        MPI_Sendrecv(&number, 1, MPI_INT, peer, kAnswer, &later, 1, MPI_INT, peer, kAnswer, comm, MPI_STATUS_IGNORE));
    CHECK_EQUAL(later, step);
    for (int looks = 0; looks < 1000000 && *(volatile int*)&got[2 - step % 2] != step; ++looks)
        CHECK_OK(MPI_Iprobe(peer, kNever, comm, &is_there, MPI_STATUS_IGNORE));
    CHECK_EQUAL(got[0], step);
    CHECK_EQUAL(got[1 + step % 2], -1);
    CHECK_EQUAL(got[2 - step % 2], step);
}

/* A freed receive whose message is too long reports nothing, whether it is freed before the message has arrived or
   after. */
static void free_truncated(int step) {
    static int got[3];
    int four[4] = {step, step, step, step}, is_there = 0;
    MPI_Request freed, send;
    MPI_Datatype apart;
    MPI_Type_vector(2, 1, 2, MPI_INT, &apart);
    MPI_Type_commit(&apart);
    if (step % 4 < 2) CHECK_OK(MPI_Irecv(got, 1, apart, peer, kFreedReceive, comm, &freed));
    else CHECK_OK(MPI_Irecv(got, 2, MPI_INT, peer, kFreedReceive, comm, &freed));
    MPI_Type_free(&apart);
    if (step % 2) CHECK_OK(MPI_Request_free(&freed));
    CHECK_OK(MPI_Isend(four, 4, MPI_INT, peer, kFreedReceive, comm, &send));
    CHECK_OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    CHECK_OK(MPI_Barrier(comm));
    for (int looks = 0; looks < 100; ++looks) CHECK_OK(MPI_Iprobe(peer, kNever, comm, &is_there, MPI_STATUS_IGNORE));
    if (step % 2 == 0) CHECK_OK(MPI_Request_free(&freed));
}

static void (*const kinds[])(int step) = {cancel_send,      free_send,    cancel_receive,
                                          wait_beside_null, free_receive, free_truncated};

int main(int argc, char** argv) {
    start(argc, argv);
    const int steps = argc > 2 ? atoi(argv[2]) : 1500;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    for (int step = 0; step < steps; ++step) {
        if (step % 50 == 0) {
            if (step > 0) CHECK_OK(MPI_Comm_free(&comm));
            CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
        }
        kinds[pick((uint64_t)step, sizeof kinds / sizeof *kinds)](step);
    }
    MPI_Comm_free(&comm);
    return finish();
}
