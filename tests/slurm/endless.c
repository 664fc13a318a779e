// Calls MPI_Allreduce 1000 times, then makes the file named by the argument, and rank 0 waits for ever.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int rank, one = 1, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 1000; ++i) MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) fclose(fopen(argv[1], "w"));
    MPI_Recv(&one, 1, MPI_INT, (rank + 1) % 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
