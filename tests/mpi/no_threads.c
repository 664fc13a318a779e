/* One rank after the other can make no more threads, as at a limit of processes (ulimit -u). Broadcasts, and calls in
   which all ranks meet, work as before. Usage: no_threads [seed] */
#define _GNU_SOURCE
#include <pthread.h>

#include "check.h"

static void* do_nothing(void* unused) { return unused; }

/* No room for the stacks of new threads: the same error, EAGAIN, as at the limit, to which root is not subject. */
static void allow_no_threads(void) {
    pthread_attr_t without;
    pthread_t thread;
    pthread_getattr_default_np(&without);
    pthread_attr_setstacksize(&without, (size_t)1 << 46);
    pthread_setattr_default_np(&without);
    CHECK(pthread_create(&thread, NULL, do_nothing, NULL) != 0, "there is still a thread");
}

static void broadcast(MPI_Comm comm, int round, int root) {
    int values[500], wrong = 0;
    for (int at = 0; at < 500; ++at)
        values[at] = world_rank == root ? pick(mix((uint64_t)round, (uint64_t)at), 1000) : -1;
    CHECK_OK(MPI_Bcast(values, 500, MPI_INT, root, comm));
    for (int at = 0; at < 500; ++at) wrong += values[at] != pick(mix((uint64_t)round, (uint64_t)at), 1000);
    CHECK_EQUAL(wrong, 0);
}

/* `meets`: all ranks meet after some of the broadcasts; else the communicator is freed without that. */
static void use_communicator(int changes_root, int meets) {
    MPI_Comm comm;
    CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    for (int i = 0; i < 100; ++i) {
        int sum = 0;
        broadcast(comm, i, changes_root ? i % world_size : 0);
        if (!meets || i != 60) continue;
        CHECK_OK(MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, comm));
        CHECK_EQUAL(sum, i * world_size);
    }
    CHECK_OK(MPI_Comm_free(&comm));
}

int main(int argc, char** argv) {
    start(argc, argv);
    for (int with = world_size - 1; with >= 0; --with) { /* the ranks from `with` on have no threads */
        if (world_rank == with) allow_no_threads();
        use_communicator(0, 1);
        use_communicator(1, 1);
        use_communicator(0, 0);
    }
    return finish();
}
