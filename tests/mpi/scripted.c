/* A few collectives, over and over: what a script that is wrong, or differs between ranks, must not change. */
#include "check.h"

enum { kMost = 1000 };

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
