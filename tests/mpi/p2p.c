/* Point to point: send modes, probes, wildcards, ordering, statuses, MPI_PROC_NULL, messages to oneself. Usage: p2p
 * [seed] */
#include "ring.h"

#define MOST_INTS 50000

static int send_in_mode(enum Mode mode, const int* data, int count, int to, int tag) {
    switch (mode) {
        case STANDARD: return MPI_Send(data, count, MPI_INT, to, tag, comm);
        case SYNCHRONOUS: return MPI_Ssend(data, count, MPI_INT, to, tag, comm);
        case BUFFERED: return MPI_Bsend(data, count, MPI_INT, to, tag, comm);
        default: return MPI_Rsend(data, count, MPI_INT, to, tag, comm);
    }
}

static int isend_in_mode(enum Mode mode, const int* data, int count, int to, int tag, MPI_Request* request) {
    switch (mode) {
        case STANDARD: return MPI_Isend(data, count, MPI_INT, to, tag, comm, request);
        case SYNCHRONOUS: return MPI_Issend(data, count, MPI_INT, to, tag, comm, request);
        case BUFFERED: return MPI_Ibsend(data, count, MPI_INT, to, tag, comm, request);
        default: return MPI_Irsend(data, count, MPI_INT, to, tag, comm, request);
    }
}

/* Every mode, blocking and nonblocking, small and large. Receives are posted first, which a ready send requires. */
static void send_modes(void) {
    static const int counts[] = {0, 1, 100, MOST_INTS};
    int *data = malloc(MOST_INTS * sizeof(int)), *room = malloc(MOST_INTS * sizeof(int));
    for (int mode = STANDARD; mode < MODE_END; ++mode)
        for (int size = 0; size < 4; ++size)
            for (int blocking = 0; blocking < 2; ++blocking) {
                const int count = counts[size], tag = 100 + mode * 10 + size;
                MPI_Request receive, send = MPI_REQUEST_NULL;
                MPI_Status status;
                fill(data, count, key_of(world_rank, tag));
                memset(room, 0, MOST_INTS * sizeof(int));
                CHECK_OK(MPI_Irecv(room, MOST_INTS, MPI_INT, previous, tag, comm, &receive));
                MPI_Barrier(comm);
                if (blocking && world_size > 1) CHECK_OK(send_in_mode(mode, data, count, next, tag));
                else CHECK_OK(isend_in_mode(mode, data, count, next, tag, &send));
                CHECK_OK(MPI_Wait(&receive, &status));
                CHECK_OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
                CHECK(receive == MPI_REQUEST_NULL && send == MPI_REQUEST_NULL, "mode %d: a request is not null", mode);
                check_status(&status, previous, tag, count);
                check_values(room, count, key_of(previous, tag), "send mode");
            }
    free(data), free(room);
}

/* A synchronous send may not complete before its receive is posted. */
static void synchronous_semantics(void) {
    int value = world_rank, got = -1, flag = 1, token = 0;
    MPI_Request request;
    CHECK_OK(MPI_Issend(&value, 1, MPI_INT, next, 7, comm, &request));
    for (int i = 0; i < 20; ++i) {
        CHECK_OK(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
        CHECK_EQUAL(flag, 0);
    }
    MPI_Allreduce(&world_rank, &token, 1, MPI_INT, MPI_MAX, comm);
    CHECK_OK(MPI_Recv(&got, 1, MPI_INT, previous, 7, comm, MPI_STATUS_IGNORE));
    CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQUAL(got, previous);
}

static void sendrecv(void) {
    int data[30], room[30];
    MPI_Status status;
    fill(data, 30, key_of(world_rank, 8));
    CHECK_OK(MPI_Sendrecv(data, 30, MPI_INT, next, 8, room, 30, MPI_INT, previous, 8, comm, &status));
    check_status(&status, previous, 8, 30);
    check_values(room, 30, key_of(previous, 8), "sendrecv");
    CHECK_OK(MPI_Sendrecv_replace(data, 30, MPI_INT, next, 9, previous, 9, comm, &status));
    check_status(&status, previous, 9, 30);
    check_values(data, 30, key_of(previous, 8), "sendrecv_replace");
    MPI_Datatype vector;
    int holes[20];
    for (int i = 0; i < 20; ++i) holes[i] = i % 2 ? -1 : world_rank * 100 + i;
    MPI_Type_vector(10, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    CHECK_OK(MPI_Sendrecv_replace(holes, 1, vector, next, 9, previous, 9, comm, &status));
    for (int i = 0; i < 20; ++i) CHECK_EQUAL(holes[i], i % 2 ? -1 : previous * 100 + i);
    MPI_Type_free(&vector);
}

static void probes(void) {
    int data[9], room[9], flag = 0;
    MPI_Status status;
    MPI_Request request;
    MPI_Message message;
    fill(data, 9, key_of(world_rank, 10));
    MPI_Isend(data, 9, MPI_INT, next, 10, comm, &request);
    CHECK_OK(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status));
    check_envelope(&status, previous, 10, 9);
    while (!flag) CHECK_OK(MPI_Iprobe(previous, 10, comm, &flag, &status));
    check_envelope(&status, previous, 10, 9);
    CHECK_OK(MPI_Mprobe(previous, MPI_ANY_TAG, comm, &message, &status));
    check_envelope(&status, previous, 10, 9);
    CHECK_OK(MPI_Iprobe(MPI_ANY_SOURCE, 10, comm, &flag, MPI_STATUS_IGNORE));
    CHECK(!flag, "a message taken by Mprobe is still seen by Iprobe");
    CHECK_OK(MPI_Mrecv(room, 9, MPI_INT, &message, &status));
    CHECK(message == MPI_MESSAGE_NULL, "the message handle is not null");
    check_status(&status, previous, 10, 9);
    check_values(room, 9, key_of(previous, 10), "mrecv");
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Isend(data, 9, MPI_INT, next, 11, comm, &request);
    for (flag = 0; !flag;) CHECK_OK(MPI_Improbe(previous, 11, comm, &flag, &message, &status));
    MPI_Request receive;
    CHECK_OK(MPI_Imrecv(room, 9, MPI_INT, &message, &receive));
    CHECK_OK(MPI_Wait(&receive, &status));
    check_status(&status, previous, 11, 9);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_OK(MPI_Improbe(MPI_PROC_NULL, 1, comm, &flag, &message, &status));
    CHECK(flag && message == MPI_MESSAGE_NO_PROC, "Improbe of MPI_PROC_NULL");
    MPI_Barrier(comm); /* later messages would match the wildcards too */
}

enum { EACH = 40 };

static void send_in_order(void) {
    for (int i = 0; i < EACH; ++i) {
        const int value[2] = {i, world_rank};
        CHECK_OK(MPI_Send(value, 1 + i % 2, MPI_INT, 0, 60 + i % 3, comm));
    }
}

static void receive_in_order(void) {
    int* expected = calloc((size_t)world_size, sizeof(int));
    for (int i = 0; i < EACH * (world_size - 1); ++i) {
        int value[2] = {-1, -1};
        MPI_Status status;
        CHECK_OK(MPI_Recv(value, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status));
        const int source = status.MPI_SOURCE;
        if (!CHECK(source > 0 && source < world_size, "source %d", source)) continue;
        const int index = expected[source]++;
        CHECK_EQUAL(value[0], index);
        check_status(&status, source, 60 + index % 3, 1 + index % 2);
        if (index % 2) CHECK_EQUAL(value[1], source);
    }
    free(expected);
}

/* Rank 0 receives the messages of all others by wildcard. Those of one sender must arrive in the order in which they
   were sent. */
static void wildcards_and_order(void) {
    if (world_rank == 0) receive_in_order();
    else send_in_order();
    MPI_Barrier(comm); /* later messages would match the wildcards too */
}

static void process_null(void) {
    int value = -1, flag = 0;
    MPI_Status status;
    MPI_Request requests[2];
    CHECK_OK(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 1, comm));
    CHECK_OK(MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 1, comm, &status));
    check_status(&status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
    CHECK_OK(MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 1, comm, &requests[0]));
    CHECK_OK(MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 1, comm, &requests[1]));
    MPI_Status statuses[2];
    CHECK_OK(MPI_Waitall(2, requests, statuses));
    /* MPICH 4.0 gives zeros instead of MPI_PROC_NULL and MPI_ANY_TAG. */
    report_number("source of an Irecv from MPI_PROC_NULL", statuses[0].MPI_SOURCE);
    report_number("tag of an Irecv from MPI_PROC_NULL", statuses[0].MPI_TAG);
    CHECK_OK(MPI_Probe(MPI_PROC_NULL, 4, comm, &status));
    check_envelope(&status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
    CHECK_OK(MPI_Iprobe(MPI_PROC_NULL, 4, comm, &flag, &status));
    CHECK_EQUAL(flag, 1);
    CHECK_OK(MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 1, &value, 1, MPI_INT, MPI_PROC_NULL, 1, comm, &status));
    check_status(&status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
    CHECK_EQUAL(value, -1);
}

static void to_oneself(void) {
    static int data[MOST_INTS], room[MOST_INTS];
    MPI_Request request;
    MPI_Status status;
    for (int count = 0; count <= MOST_INTS; count = count * 30 + 1) {
        fill(data, count, key_of(world_rank, count));
        CHECK_OK(MPI_Irecv(room, MOST_INTS, MPI_INT, MPI_ANY_SOURCE, 80, MPI_COMM_SELF, &request));
        CHECK_OK(MPI_Send(data, count, MPI_INT, 0, 80, MPI_COMM_SELF));
        CHECK_OK(MPI_Wait(&request, &status));
        check_status(&status, 0, 80, count);
        check_values(room, count, key_of(world_rank, count), "self");
    }
}

/* Calls that return a single status leave its MPI_ERROR unchanged. */
static void error_field(void) {
    int value = 1, got = 0;
    MPI_Status status;
    MPI_Request request;
    status.MPI_ERROR = 12345;
    MPI_Isend(&value, 1, MPI_INT, next, 90, comm, &request);
    MPI_Recv(&got, 1, MPI_INT, previous, 90, comm, &status);
    report_number("MPI_ERROR after Recv", status.MPI_ERROR);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isend(&value, 1, MPI_INT, next, 90, comm, &request);
    MPI_Request receive;
    MPI_Irecv(&got, 1, MPI_INT, previous, 90, comm, &receive);
    status.MPI_ERROR = 12345;
    MPI_Wait(&receive, &status);
    report_number("MPI_ERROR after Wait", status.MPI_ERROR);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    start_ring(argc, argv);
    send_modes();
    synchronous_semantics();
    sendrecv();
    probes();
    wildcards_and_order();
    process_null();
    to_oneself();
    error_field();
    return finish_ring();
}
