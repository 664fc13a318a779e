/* The senders of a gather (all ranks but 0) or of a scatter (rank 0) are in MPI_Finalize long before the others
   receive.
   Usage: early_giver gather|scatter CALLS SECONDS */
#include "../mpi/check.h"

#include <unistd.h>

enum { kMostRanks = 64 };

int main(int argc, char** argv) {
    int data[kMostRanks], got[kMostRanks], wrong = 0;
    MPI_Init(&argc, &argv);
    start_world(1, argv);
    const int gathers = argv[1][0] == 'g', takes = gathers == (world_rank == 0);
    for (int call = 0; call < 2; ++call) { /* the first call makes the team */
        MPI_Alltoall(data, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (takes) sleep((unsigned)atoi(argv[3]));
    for (int call = 0; call < atoi(argv[2]); ++call) {
        for (int i = 0; i < world_size; ++i) data[i] = call + (gathers ? world_rank : i), got[i] = -1;
        if (gathers) MPI_Gather(data, 1, MPI_INT, got, 1, MPI_INT, 0, MPI_COMM_WORLD);
        else MPI_Scatter(data, 1, MPI_INT, got, 1, MPI_INT, 0, MPI_COMM_WORLD);
        for (int i = 0; i < world_size && takes && gathers; ++i) wrong += got[i] != call + i;
        wrong += !gathers && got[0] != call + world_rank;
    }
    if (takes) printf("rank %d: %d wrong\n", world_rank, wrong);
    fflush(stdout);
    MPI_Finalize();
    return wrong != 0;
}
