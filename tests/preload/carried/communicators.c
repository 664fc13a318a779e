// MPI_Alltoall and MPI_Alltoallv, also in place, on the world, on MPI_COMM_SELF, on duplicates that are made and freed,
// on halves.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int wrong_on(MPI_Comm comm) {
    int rank, size, wrong = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int *out = malloc(4 * size), *in = malloc(4 * size), *ones = malloc(4 * size), *at = malloc(4 * size);
    for (int i = 0; i < size; ++i) out[i] = rank * 100 + i, ones[i] = 1, at[i] = size - 1 - i;
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm);
    for (int i = 0; i < size; ++i) wrong += in[i] != i * 100 + rank;
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 1, MPI_INT, comm);
    for (int i = 0; i < size; ++i) wrong += out[i] != i * 100 + rank;
    MPI_Alltoallv(out, ones, at, MPI_INT, in, ones, at, MPI_INT, comm);
    for (int i = 0; i < size; ++i) wrong += in[size - 1 - i] != (size - 1 - rank) * 100 + i;
    free(out), free(in), free(ones), free(at);
    return wrong;
}

int main(int argc, char** argv) {
    MPI_Comm comm;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int wrong = wrong_on(MPI_COMM_WORLD) + wrong_on(MPI_COMM_SELF);
    for (int i = 0; i < 50; ++i) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        wrong += wrong_on(comm);
        MPI_Comm_free(&comm);
    }
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm);
    wrong += wrong_on(comm);
    MPI_Comm_free(&comm);
    printf("rank %d: %d wrong\n", rank, wrong);
    MPI_Finalize();
    return wrong != 0;
}
