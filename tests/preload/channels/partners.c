/* Ranks whose partners change: in phase 0 each rank sends to all others; in phases 1, 2 and 3 each has two partners, at
 * distances that differ. Each step ends with a barrier. Prints a sum of the received data.   partners [steps of a
 * phase] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kLength = 20, kMessages = 10 };

static int rank_, ranks_;
static long sum_;

/* Exchanges with the ranks at these distances. */
static void exchange(const int* distances, int count, int step) {
    int out[8][kLength], in[8][kLength];
    MPI_Request requests[16];
    for (int i = 0; i < count; ++i) {
        const int from = (rank_ + ranks_ - distances[i]) % ranks_, to = (rank_ + distances[i]) % ranks_;
        for (int k = 0; k < kLength; ++k) out[i][k] = rank_ * 1000 + step * 10 + i + k;
        MPI_Irecv(in[i], kLength, MPI_INT, from, step, MPI_COMM_WORLD, &requests[2 * i]);
        MPI_Isend(out[i], kLength, MPI_INT, to, step, MPI_COMM_WORLD, &requests[2 * i + 1]);
    }
    MPI_Waitall(2 * count, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count; ++i) {
        const int from = (rank_ + ranks_ - distances[i]) % ranks_;
        for (int k = 0; k < kLength; ++k) {
            if (in[i][k] != from * 1000 + step * 10 + i + k) {
                fprintf(stderr, "rank %d: wrong number from %d in step %d\n", rank_, from, step);
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
            sum_ += in[i][k];
        }
    }
}

int main(int argc, char** argv) {
    static const int kAll[] = {1, 2, 3, 4, 5, 6, 7}, kOf[3][2] = {{1, 7}, {2, 6}, {3, 5}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    const int steps = argc > 1 ? atoi(argv[1]) : 40;
    for (int step = 0; step < 8; ++step) exchange(kAll, 7, step);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int phase = 0; phase < 3; ++phase) {
        MPI_Pcontrol(phase + 1);
        for (int step = 0; step < steps; ++step)
            for (int i = 0; i < kMessages; ++i) exchange(kOf[phase], 2, step);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    long all = 0;
    MPI_Reduce(&sum_, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank_ == 0) printf("sum %ld\n", all);
    MPI_Finalize();
    return 0;
}
