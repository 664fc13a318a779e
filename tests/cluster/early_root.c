/* Rank 0 broadcasts and is in MPI_Finalize long before the others receive. Usage: early_root CALLS SECONDS */
#include "../mpi/check.h"

#include <unistd.h>

enum { kInts = 16 };

int main(int argc, char** argv) {
    int data[kInts], sum = 0, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    for (int call = 0; call < 2; ++call) { /* the first call makes the team */
        MPI_Allreduce(&world_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (world_rank != 0) sleep((unsigned)atoi(argv[2]));
    for (int call = 0; call < atoi(argv[1]); ++call) {
        for (int i = 0; i < kInts; ++i) data[i] = world_rank == 0 ? call + i : -1;
        MPI_Bcast(data, kInts, MPI_INT, 0, MPI_COMM_WORLD);
        for (int i = 0; i < kInts; ++i) wrong += data[i] != call + i;
    }
    if (world_rank != 0) printf("rank %d: %d wrong\n", world_rank, wrong);
    fflush(stdout);
    MPI_Finalize();
    return wrong != 0;
}
