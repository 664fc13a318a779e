/* Messages that are too long for their receives, with MPI_THREAD_MULTIPLE: the handler of the receive's communicator is
   called once, that of MPI_COMM_WORLD never. Each message is sent after its receive has begun to wait. Two more threads
   of each rank communicate meanwhile. Usage: threaded_errors [seed] */
#include <pthread.h>
#include <unistd.h>

#include "check.h"

enum { ROUNDS = 12 };
static MPI_Comm watched;
static int handler_calls, world_calls;

static void of_world(MPI_Comm* comm, int* error, ...) {
    (void)comm, (void)error;
    ++world_calls;
}

static void of_watched(MPI_Comm* comm, int* error, ...) {
    CHECK(*comm == watched, "the handler was given another communicator");
    CHECK_EQUAL(class_of(*error), MPI_ERR_TRUNCATE);
    ++handler_calls;
}

static void* exchange(void* comm) {
    for (int i = 0; i < 50; ++i) {
        int in = -1;
        CHECK_OK(MPI_Sendrecv(&i, 1, MPI_INT, 1 - world_rank, 3, &in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                              *(MPI_Comm*)comm, MPI_STATUS_IGNORE));
        CHECK_EQUAL(in, i);
        usleep(500);
    }
    return NULL;
}

/* Rank 0 receives `count` elements of the 64 that rank 1 sends later. */
static void receive(int form, int count) {
    int in[64] = {0}, out = 5;
    MPI_Status status;
    MPI_Message message;
    handler_calls = 0;
    int code = MPI_SUCCESS;
    switch (form) {
        case 0: code = MPI_Recv(in, count, MPI_INT, 1, form, watched, &status); break;
        case 1: code = MPI_Recv(in, count, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, watched, MPI_STATUS_IGNORE); break;
        case 2: code = MPI_Sendrecv(&out, 1, MPI_INT, 1, form, in, count, MPI_INT, 1, form, watched, &status); break;
        case 3: code = MPI_Sendrecv_replace(in, count, MPI_INT, 1, form, 1, form, watched, MPI_STATUS_IGNORE); break;
        default:
            CHECK_OK(MPI_Mprobe(1, form, watched, &message, &status));
            code = MPI_Mrecv(in, 64, MPI_INT, &message, MPI_STATUS_IGNORE);
            count = 64;
    }
    CHECK_EQUAL(class_of(code), count < 64 ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
    CHECK_EQUAL(handler_calls, count < 64);
    for (int i = 0; i < 64 && code == MPI_SUCCESS; ++i) CHECK_EQUAL(in[i], i);
}

/* An exchange whose receive is wrong sends nothing. */
static void refused_exchange(void) {
    int out = 77, in = -1, is_there = 0;
    MPI_Comm_set_errhandler(watched, MPI_ERRORS_RETURN);
    if (world_rank == 0) {
        CHECK(MPI_Sendrecv(&out, 1, MPI_INT, 1, 70, &in, -1, MPI_INT, 1, 70, watched, MPI_STATUS_IGNORE) != MPI_SUCCESS,
              "a negative count was accepted");
        CHECK(MPI_Sendrecv(&out, 1, MPI_INT, 1, 70, &in, 1, MPI_INT, 1, -7, watched, MPI_STATUS_IGNORE) != MPI_SUCCESS,
              "a negative tag was accepted");
    }
    CHECK_OK(MPI_Barrier(watched));
    CHECK_OK(MPI_Iprobe(MPI_ANY_SOURCE, 70, watched, &is_there, MPI_STATUS_IGNORE));
    CHECK_EQUAL(is_there, 0);
}

static void send(int form, int count, const int* values) {
    int in[64];
    usleep(1500);
    CHECK_OK(MPI_Send(values, 64, MPI_INT, 0, form, watched));
    if (form == 2) CHECK_OK(MPI_Recv(in, 1, MPI_INT, 0, form, watched, MPI_STATUS_IGNORE));
    if (form == 3) CHECK_OK(MPI_Recv(in, count, MPI_INT, 0, form, watched, MPI_STATUS_IGNORE));
}

int main(int argc, char** argv) {
    int level = 0, values[64];
    MPI_Comm of_thread[2];
    MPI_Errhandler watching, watching_world;
    pthread_t threads[2];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    start_world(argc, argv);
    if (level == MPI_THREAD_MULTIPLE) {
        MPI_Comm_create_errhandler(of_world, &watching_world);
        MPI_Comm_create_errhandler(of_watched, &watching);
        MPI_Comm_dup(MPI_COMM_WORLD, &watched);
        for (int i = 0; i < 2; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &of_thread[i]);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, watching_world);
        MPI_Comm_set_errhandler(watched, watching);
        for (int i = 0; i < 64; ++i) values[i] = i;
        for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, exchange, &of_thread[i]);
        for (int round = 0; round < ROUNDS; ++round)
            for (int form = 0; form < 5; ++form) {
                const int count = round % 2 ? 64 : 1 + round * 5;
                if (world_rank == 0) receive(form, count);
                else send(form, count, values);
            }
        refused_exchange();
        for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
        CHECK_EQUAL(world_calls, 0);
        for (int i = 0; i < 2; ++i) MPI_Comm_free(&of_thread[i]);
        MPI_Comm_free(&watched);
        MPI_Errhandler_free(&watching), MPI_Errhandler_free(&watching_world);
    }
    return finish();
}
