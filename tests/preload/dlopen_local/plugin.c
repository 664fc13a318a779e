// A plugin that uses MPI: three MPI_Allreduce and one MPI_Sendrecv a rank.
#include <mpi.h>
#include <stdio.h>

int run(void) {
    int rank, size, wrong = 0, got = -1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 3; ++i) {
        int total = 0;
        MPI_Allreduce(&i, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        wrong += total != i * size;
    }
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    MPI_Sendrecv(&rank, 1, MPI_INT, right, 0, &got, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wrong += got != left;
    printf("rank %d of %d: %d wrong\n", rank, size, wrong);
    fflush(stdout);
    MPI_Finalize();
    return wrong != 0;
}
