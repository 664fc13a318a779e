// MPI_Alltoall on communicators that the halves of the world make in different orders, and on duplicates of the world.
#include <mpi.h>
#include <stdio.h>

static int wrong_on(MPI_Comm comm) {
    int rank, size, out[64], in[64], wrong = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int turn = 0; turn < 3; ++turn) {
        for (int i = 0; i < size; ++i) out[i] = turn * 1000 + rank * 100 + i;
        MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm);
        for (int i = 0; i < size; ++i) wrong += in[i] != turn * 1000 + i * 100 + rank;
    }
    return wrong;
}

int main(int argc, char** argv) {
    MPI_Comm half, dup, again, first, second;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    if (rank / 2 == 0) {
        MPI_Comm_dup(half, &dup);
        MPI_Comm_split(half, 0, rank, &again);
    } else {
        MPI_Comm_split(half, 0, -rank, &again);
        MPI_Comm_dup(half, &dup);
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    MPI_Comm_set_name(second, "halo");
    int wrong = wrong_on(again) + wrong_on(half) + wrong_on(dup) + wrong_on(second) + wrong_on(first) +
                wrong_on(MPI_COMM_WORLD);
    printf("rank %d: %d wrong\n", rank, wrong);
    MPI_Comm_free(&dup);
    MPI_Comm_free(&again);
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return wrong != 0;
}
