/* A few collectives, repeated. A script that is wrong, or that differs between ranks, must not change their results. */
#include "check.h"
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define MPI_Allreduce_init MPIX_Allreduce_init
#endif

enum { kMost = 1000 };

/* Nonblocking, and by a persistent request that is started twice. `given`: equal on all ranks. */
static void background(MPI_Comm comm, int ranks, const long* given, long* got, int count) {
    MPI_Request once, again;
    CHECK_OK(MPI_Iallreduce(given, got, count, MPI_LONG, MPI_SUM, comm, &once));
    CHECK_OK(MPI_Wait(&once, MPI_STATUS_IGNORE));
    for (int i = 0; i < count; ++i) CHECK_EQUAL(got[i], ranks * given[i]);
    CHECK_OK(MPI_Allreduce_init(given, got, count, MPI_LONG, MPI_SUM, comm, MPI_INFO_NULL, &again));
    for (int turn = 0; turn < 2; ++turn) {
        memset(got, 0, sizeof(long) * (size_t)count);
        CHECK_OK(MPI_Start(&again));
        CHECK_OK(MPI_Wait(&again, MPI_STATUS_IGNORE));
        for (int i = 0; i < count; ++i) CHECK_EQUAL(got[i], ranks * given[i]);
    }
    CHECK_OK(MPI_Request_free(&again));
}

static void one_round(MPI_Comm comm, int turn, int count) {
    int rank, ranks;
    long given[kMost], got[kMost];
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    for (int i = 0; i < count; ++i) given[i] = 1000L * (rank + 1) + i + turn;
    CHECK_OK(MPI_Allreduce(given, got, count, MPI_LONG, MPI_SUM, comm));
    for (int i = 0; i < count; ++i) CHECK_EQUAL(got[i], 500L * ranks * (ranks + 1) + (long)ranks * (i + turn));
    CHECK_OK(MPI_Bcast(given, count, MPI_LONG, turn % ranks, comm));
    for (int i = 0; i < count; ++i) CHECK_EQUAL(given[i], 1000L * (turn % ranks + 1) + i + turn);
    CHECK_OK(MPI_Barrier(comm));
    if (comm != MPI_COMM_WORLD) background(comm, ranks, given, got, count);
}

int main(int argc, char** argv) {
    start(argc, argv);
    MPI_Comm other;
    CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &other));
    for (int turn = 0; turn < 20; ++turn) {
        one_round(MPI_COMM_WORLD, turn, 1 + turn % 3 * 300);
        one_round(other, turn, kMost);
    }
    MPI_Comm_free(&other);
    return finish();
}
