/* Rank 1 continues to make MPI calls for a while after rank 0 has called MPI_Finalize. Usage: late [SECONDS] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime(), late = argc > 1 ? atof(argv[1]) : 0.3;
    while (rank == 1 && MPI_Wtime() - start < late) {
        int flag;
        MPI_Iprobe(0, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    if (rank == 0) puts("left");
    return 0;
}
