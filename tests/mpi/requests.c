/* Requests: persistent, every Wait and Test, null, cancelled, freed while active, handles reused. Usage: requests
 * [seed] */
#include "ring.h"

static int init_in_mode(enum Mode mode, const int* data, int count, int to, int tag, MPI_Request* request) {
    switch (mode) {
        case STANDARD: return MPI_Send_init(data, count, MPI_INT, to, tag, comm, request);
        case SYNCHRONOUS: return MPI_Ssend_init(data, count, MPI_INT, to, tag, comm, request);
        case BUFFERED: return MPI_Bsend_init(data, count, MPI_INT, to, tag, comm, request);
        default: return MPI_Rsend_init(data, count, MPI_INT, to, tag, comm, request);
    }
}

static void persistent(void) {
    int data[40], room[40];
    for (int mode = STANDARD; mode < MODE_END; ++mode) {
        MPI_Request requests[2];
        MPI_Status statuses[2];
        CHECK_OK(MPI_Recv_init(room, 40, MPI_INT, previous, 20 + mode, comm, &requests[0]));
        CHECK_OK(init_in_mode(mode, data, 40, next, 20 + mode, &requests[1]));
        for (int round = 0; round < 5; ++round) {
            fill(data, 40, key_of(world_rank, 1000 + round));
            if (round % 2 && mode != READY) {
                CHECK_OK(MPI_Startall(2, requests));
            } else {
                CHECK_OK(MPI_Start(&requests[0]));
                MPI_Barrier(comm);
                CHECK_OK(MPI_Start(&requests[1]));
            }
            CHECK_OK(MPI_Waitall(2, requests, statuses));
            check_status(&statuses[0], previous, 20 + mode, 40);
            check_values(room, 40, key_of(previous, 1000 + round), "persistent");
            CHECK(requests[0] != MPI_REQUEST_NULL, "a persistent request vanished");
        }
        CHECK_OK(MPI_Wait(&requests[0], &statuses[0])); /* inactive: an empty status at once */
        CHECK_EQUAL(statuses[0].MPI_SOURCE, MPI_ANY_SOURCE);
        CHECK_EQUAL(statuses[0].MPI_TAG, MPI_ANY_TAG);
        int index = 0;
        statuses[1].MPI_SOURCE = statuses[1].MPI_TAG = 77;
        CHECK_OK(MPI_Waitany(2, requests, &index, &statuses[1])); /* the same for several */
        CHECK_EQUAL(index, MPI_UNDEFINED);
        CHECK_EQUAL(statuses[1].MPI_SOURCE, MPI_ANY_SOURCE);
        CHECK_EQUAL(statuses[1].MPI_TAG, MPI_ANY_TAG);
        CHECK_OK(MPI_Request_free(&requests[0]));
        CHECK_OK(MPI_Request_free(&requests[1]));
        CHECK(requests[0] == MPI_REQUEST_NULL, "Request_free leaves a handle");
    }
}

#define MANY 12

typedef struct {
    int data[MANY], room[MANY];
    MPI_Request requests[2 * MANY]; /* receives first */
    int done[MANY];
} Batch;

static void start_batch(Batch* batch) {
    for (int i = 0; i < MANY; ++i) {
        batch->data[i] = world_rank * 1000 + i;
        batch->room[i] = -1, batch->done[i] = 0;
        MPI_Irecv(&batch->room[i], 1, MPI_INT, previous, 50 + i, comm, &batch->requests[i]);
    }
    for (int i = MANY - 1; i >= 0; --i)
        MPI_Isend(&batch->data[i], 1, MPI_INT, next, 50 + i, comm, &batch->requests[MANY + i]);
}

static void receive_done(Batch* batch, int index, const MPI_Status* status) {
    if (index >= MANY) return;
    CHECK(batch->requests[index] == MPI_REQUEST_NULL, "request %d is not null", index);
    CHECK(!batch->done[index]++, "request %d completed twice", index);
    CHECK_EQUAL(batch->room[index], previous * 1000 + index);
    if (status) check_status(status, previous, 50 + index, 1);
}

static void finish_batch(Batch* batch) {
    for (int i = 0; i < MANY; ++i) CHECK(batch->done[i], "request %d was never reported", i);
    for (int i = 0; i < 2 * MANY; ++i) CHECK(batch->requests[i] == MPI_REQUEST_NULL, "request %d is left", i);
}

static void wait_family(void) {
    Batch batch;
    MPI_Status statuses[2 * MANY];
    int indices[2 * MANY], count = 0, index = 0;
    start_batch(&batch);
    CHECK_OK(MPI_Waitall(2 * MANY, batch.requests, statuses));
    for (int i = 0; i < 2 * MANY; ++i) receive_done(&batch, i, &statuses[i]);
    finish_batch(&batch);

    start_batch(&batch);
    for (int i = 0; i < 2 * MANY; ++i) {
        CHECK_OK(MPI_Waitany(2 * MANY, batch.requests, &index, &statuses[0]));
        if (CHECK(index >= 0 && index < 2 * MANY, "index %d", index)) receive_done(&batch, index, &statuses[0]);
    }
    CHECK_OK(MPI_Waitany(2 * MANY, batch.requests, &index, &statuses[0]));
    CHECK_EQUAL(index, MPI_UNDEFINED);
    finish_batch(&batch);

    start_batch(&batch);
    for (int left = 2 * MANY; left > 0; left -= count) {
        CHECK_OK(MPI_Waitsome(2 * MANY, batch.requests, &count, indices, statuses));
        if (!CHECK(count > 0 && count <= left, "Waitsome: %d of %d", count, left)) break;
        for (int i = 0; i < count; ++i) receive_done(&batch, indices[i], &statuses[i]);
    }
    CHECK_OK(MPI_Waitsome(2 * MANY, batch.requests, &count, indices, statuses));
    CHECK_EQUAL(count, MPI_UNDEFINED);
    finish_batch(&batch);

    start_batch(&batch);
    CHECK_OK(MPI_Waitall(2 * MANY, batch.requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < MANY; ++i) receive_done(&batch, i, NULL);
    finish_batch(&batch);
}

static void test_family(void) {
    Batch batch;
    MPI_Status statuses[2 * MANY];
    int indices[2 * MANY], count = 0, index = 0, flag = 0;
    start_batch(&batch);
    while (!flag) CHECK_OK(MPI_Testall(2 * MANY, batch.requests, &flag, statuses));
    for (int i = 0; i < 2 * MANY; ++i) receive_done(&batch, i, &statuses[i]);
    finish_batch(&batch);

    start_batch(&batch);
    for (int done = 0; done < 2 * MANY;) {
        CHECK_OK(MPI_Testany(2 * MANY, batch.requests, &index, &flag, &statuses[0]));
        if (!flag) continue;
        ++done;
        if (CHECK(index >= 0 && index < 2 * MANY, "index %d", index)) receive_done(&batch, index, &statuses[0]);
    }
    CHECK_OK(MPI_Testany(2 * MANY, batch.requests, &index, &flag, &statuses[0]));
    CHECK(flag && index == MPI_UNDEFINED, "Testany of nothing: flag %d index %d", flag, index);
    finish_batch(&batch);

    start_batch(&batch);
    for (int done = 0; done < 2 * MANY; done += count) {
        CHECK_OK(MPI_Testsome(2 * MANY, batch.requests, &count, indices, statuses));
        if (!CHECK(count >= 0 && count <= 2 * MANY - done, "Testsome: %d", count)) break;
        for (int i = 0; i < count; ++i) receive_done(&batch, indices[i], &statuses[i]);
    }
    finish_batch(&batch);

    start_batch(&batch);
    for (int i = 0; i < 2 * MANY; ++i) {
        for (flag = 0; !flag;) CHECK_OK(MPI_Request_get_status(batch.requests[i], &flag, &statuses[1]));
        CHECK(batch.requests[i] != MPI_REQUEST_NULL, "Request_get_status freed request %d", i);
        for (flag = 0; !flag;) CHECK_OK(MPI_Test(&batch.requests[i], &flag, &statuses[0]));
        receive_done(&batch, i, &statuses[0]);
        if (i < MANY) check_status(&statuses[1], previous, 50 + i, 1);
    }
    finish_batch(&batch);
}

static void null_requests(void) {
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[3];
    int flag = 0, count = -1;
    CHECK_OK(MPI_Waitall(3, requests, statuses));
    for (int i = 0; i < 3; ++i) {
        CHECK_EQUAL(statuses[i].MPI_SOURCE, MPI_ANY_SOURCE);
        CHECK_EQUAL(statuses[i].MPI_TAG, MPI_ANY_TAG);
        MPI_Get_count(&statuses[i], MPI_INT, &count);
        CHECK_EQUAL(count, 0);
    }
    CHECK_OK(MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE));
    CHECK_EQUAL(flag, 1);
    CHECK_OK(MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE));
}

static void cancel_receive(void) {
    int value = -5, cancelled = 0, got = 0;
    MPI_Request request;
    MPI_Status status;
    CHECK_OK(MPI_Irecv(&value, 1, MPI_INT, previous, 999, comm, &request));
    CHECK_OK(MPI_Cancel(&request));
    CHECK_OK(MPI_Wait(&request, &status));
    CHECK_OK(MPI_Test_cancelled(&status, &cancelled));
    CHECK_EQUAL(cancelled, 1);
    CHECK_EQUAL(value, -5);
    MPI_Barrier(comm);
    /* A later message of that tag must not match the cancelled receive. */
    CHECK_OK(
        MPI_Sendrecv(&world_rank, 1, MPI_INT, next, 999, &got, 1, MPI_INT, previous, 999, comm, MPI_STATUS_IGNORE));
    CHECK_EQUAL(got, previous);
    CHECK_EQUAL(value, -5);
}

static void free_active_send(void) {
    int value = world_rank, got = -1;
    MPI_Request request;
    CHECK_OK(MPI_Isend(&value, 1, MPI_INT, next, 70, comm, &request));
    CHECK_OK(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL, "Request_free leaves a handle");
    CHECK_OK(MPI_Recv(&got, 1, MPI_INT, previous, 70, comm, MPI_STATUS_IGNORE));
    CHECK_EQUAL(got, previous);
    MPI_Barrier(comm);
}

/* The host reuses handles at once: a record kept under an old handle must not be found again. */
static void reused_handles(void) {
    for (int round = 0; round < 500; ++round) {
        int value[2] = {world_rank * 10000 + round, -round}, got[2] = {0, 0};
        MPI_Request requests[2];
        MPI_Status statuses[2];
        CHECK_OK(MPI_Irecv(got, 2, MPI_INT, round % 2 ? previous : MPI_ANY_SOURCE, round, comm, &requests[0]));
        CHECK_OK(MPI_Isend(value, 1 + round % 2, MPI_INT, next, round, comm, &requests[1]));
        CHECK_OK(MPI_Waitall(2, requests, statuses));
        check_status(&statuses[0], previous, round, 1 + round % 2);
        CHECK_EQUAL(got[0], previous * 10000 + round);
    }
}

int main(int argc, char** argv) {
    start_ring(argc, argv);
    persistent();
    wait_family();
    test_family();
    null_requests();
    cancel_receive();
    free_active_send();
    reused_handles();
    return finish_ring();
}
