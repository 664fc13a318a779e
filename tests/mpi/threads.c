/* MPI_THREAD_MULTIPLE: threads, each with a communicator of its own, make collectives and messages at the same time.
   Usage: threads [seed] [threads] [rounds] */
#include <pthread.h>

#include "check.h"

#define MOST_THREADS 8
#define INTS 300

typedef struct {
    int number;
    int rounds;
    MPI_Comm comm;
} Worker;

static int value_for(int thread, int round, int from, int to) {
    return (int)(mix4((uint64_t)thread, (uint64_t)round, (uint64_t)from, (uint64_t)to) & 0xffffff);
}

static void alltoall_round(const Worker* worker, int round) {
    int send[INTS], receive[INTS];
    for (int i = 0; i < world_size; ++i) send[i] = value_for(worker->number, round, world_rank, i);
    CHECK_OK(MPI_Alltoall(send, 1, MPI_INT, receive, 1, MPI_INT, worker->comm));
    for (int i = 0; i < world_size; ++i) CHECK_EQUAL(receive[i], value_for(worker->number, round, i, world_rank));
}

static void alltoallv_round(const Worker* worker, int round) {
    int send[INTS], receive[INTS], counts[16], places[16];
    for (int i = 0; i < world_size; ++i) counts[i] = 1 + round % 3, places[i] = i * 3;
    for (int i = 0; i < 3 * world_size; ++i)
        send[i] = value_for(worker->number, round, world_rank, i / 3), receive[i] = -1;
    CHECK_OK(MPI_Alltoallv(send, counts, places, MPI_INT, receive, counts, places, MPI_INT, worker->comm));
    for (int i = 0; i < 3 * world_size; ++i)
        CHECK_EQUAL(receive[i], i % 3 < counts[0] ? value_for(worker->number, round, i / 3, world_rank) : -1);
}

static void ring_round(const Worker* worker, int round) {
    const int next = (world_rank + 1) % world_size, previous = (world_rank + world_size - 1) % world_size;
    int send[INTS], receive[INTS];
    MPI_Request requests[2];
    MPI_Status statuses[2];
    for (int i = 0; i < INTS; ++i) send[i] = value_for(worker->number, round, world_rank, i);
    CHECK_OK(MPI_Irecv(receive, INTS, MPI_INT, previous, round, worker->comm, &requests[0]));
    CHECK_OK(MPI_Isend(send, INTS, MPI_INT, next, round, worker->comm, &requests[1]));
    CHECK_OK(MPI_Waitall(2, requests, statuses));
    CHECK_EQUAL(statuses[0].MPI_SOURCE, previous);
    CHECK_EQUAL(statuses[0].MPI_TAG, round);
    for (int i = 0; i < INTS; i += 37) CHECK_EQUAL(receive[i], value_for(worker->number, round, previous, i));
}

static void sum_round(const Worker* worker, int round) {
    long mine = world_rank + worker->number + round, total = 0;
    CHECK_OK(MPI_Allreduce(&mine, &total, 1, MPI_LONG, MPI_SUM, worker->comm));
    CHECK_EQUAL(total, (long)world_size * (worker->number + round) + (long)world_size * (world_size - 1) / 2);
}

/* A collective in the background while the thread exchanges messages. */
static void background_round(const Worker* worker, int round) {
    int send[INTS], receive[INTS];
    MPI_Request request;
    for (int i = 0; i < world_size; ++i) send[i] = value_for(worker->number, round + 5000, world_rank, i);
    CHECK_OK(MPI_Ialltoall(send, 1, MPI_INT, receive, 1, MPI_INT, worker->comm, &request));
    ring_round(worker, round);
    if (round % 2) {
        CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    } else {
        for (int flag = 0; !flag;) CHECK_OK(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    }
    CHECK(request == MPI_REQUEST_NULL, "a request that ended is not null");
    for (int i = 0; i < world_size; ++i)
        CHECK_EQUAL(receive[i], value_for(worker->number, round + 5000, i, world_rank));
}

static void* work(void* argument) {
    const Worker* worker = argument;
    for (int round = 0; round < worker->rounds; ++round) {
        alltoall_round(worker, round);
        ring_round(worker, round);
        alltoallv_round(worker, round);
        sum_round(worker, round);
        background_round(worker, round);
    }
    return NULL;
}

int main(int argc, char** argv) {
    int level = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    start_world(argc, argv);
    const int threads = argc > 2 ? atoi(argv[2]) : 4, rounds = argc > 3 ? atoi(argv[3]) : 25;
    report_number("thread level", level);
    if (level == MPI_THREAD_MULTIPLE && threads <= MOST_THREADS) {
        Worker workers[MOST_THREADS];
        pthread_t handles[MOST_THREADS];
        for (int i = 0; i < threads; ++i) {
            workers[i] = (Worker){.number = i, .rounds = rounds};
            MPI_Comm_dup(MPI_COMM_WORLD, &workers[i].comm);
        }
        for (int i = 0; i < threads; ++i) pthread_create(&handles[i], NULL, work, &workers[i]);
        for (int i = 0; i < threads; ++i) pthread_join(handles[i], NULL);
        for (int i = 0; i < threads; ++i) MPI_Comm_free(&workers[i].comm);
    }
    return finish();
}
