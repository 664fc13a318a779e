// A program with two phases: sums of whole numbers in one, broadcasts in the other, and sums of floating-point numbers
// in both. Its results do not depend on the carrier that adds whole numbers.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kInts = 64 << 10, kTurns = 40 };

int main(int argc, char** argv) {
    int rank, size;
    const int turns = argc > 1 ? atoi(argv[1]) : kTurns;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *mine = malloc(kInts * sizeof *mine), *sum = malloc(kInts * sizeof *sum);
    long total = 0;
    double real = rank * 0.1, reals = 0;
    for (int step = 1; step <= 2; ++step) {
        MPI_Pcontrol(step);
        for (int turn = 0; turn < turns; ++turn) {
            for (int i = 0; i < kInts; ++i) mine[i] = step * 1000 + rank * 10 + turn + i % 7;
            if (step == 1) {
                MPI_Allreduce(mine, sum, kInts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
            } else {
                for (int i = 0; i < kInts; ++i) sum[i] = mine[i];
                MPI_Bcast(sum, kInts, MPI_INT, turn % size, MPI_COMM_WORLD);
            }
            for (int i = 0; i < kInts; i += 101) total += sum[i];
            MPI_Allreduce(&real, &reals, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        }
    }
    printf("rank %d: %ld and %.17g\n", rank, total, reals);
    free(mine);
    free(sum);
    MPI_Finalize();
    return 0;
}
