/* Measures the time of a broadcast of 256 KB from its root's entry to the last rank's end. A rule may give each
   duplicate of the world another algorithm of the host's. Rank 0 prints "DUPLICATE MICROSECONDS", medians of 5. Usage:
   host_algorithms DUPLICATES */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kCount = 65536, kTurns = 5 };

static double now(void) { /* one machine: one clock */
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static int less(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

int main(int argc, char** argv) {
    static int data[kCount];
    int rank, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int which = 0; which < atoi(argv[1]); ++which) {
        MPI_Comm comm;
        double took[kTurns];
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        for (int turn = -2; turn < kTurns; ++turn) { /* the barrier before the second turn makes what the first turn
                                                        asks for */
            for (int i = 0; i < kCount; ++i) data[i] = rank ? -1 : turn + i;
            MPI_Barrier(comm);
            double began = rank ? 0 : now(), ended, first, last;
            MPI_Bcast(data, kCount, MPI_INT, 0, comm);
            ended = now();
            for (int i = 0; i < kCount; ++i) wrong += data[i] != turn + i;
            MPI_Allreduce(&began, &first, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
            MPI_Allreduce(&ended, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
            if (turn >= 0) took[turn] = last - first;
        }
        qsort(took, kTurns, sizeof took[0], less);
        if (!rank) printf("%d %.0f\n", which, took[kTurns / 2]);
        MPI_Comm_free(&comm);
    }
    MPI_Finalize();
    if (wrong) fprintf(stderr, "%d wrong\n", wrong);
    return wrong != 0;
}
