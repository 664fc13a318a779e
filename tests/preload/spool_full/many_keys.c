// Rank 0 fills the file system that contains FILE; then each rank sends itself 6000 messages of as many different
// lengths.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void fill(const char* name) {
    static char block[1 << 16];
    FILE* file = fopen(name, "w");
    while (file && fwrite(block, sizeof block, 1, file) == 1 && fflush(file) == 0) {}
    if (file) fclose(file);
}

int main(int argc, char** argv) {
    int rank;
    static char out[6000], in[6000];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) fill(argv[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 6000; ++i)
        MPI_Sendrecv(out, i, MPI_CHAR, rank, 0, in, i, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) remove(argv[1]);
    printf("done\n");
    MPI_Finalize();
    return 0;
}
