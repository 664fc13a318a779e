// A few calls of each kind, easily counted: per round and rank one MPI_Isend, MPI_Recv, MPI_Wait, MPI_Allreduce and
// MPI_Alltoall; one MPI_Barrier at the end. Prints its results; exits with 1 when they are wrong.
//   ring [ROUNDS [EXIT_STATUS]]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { most_ranks = 256, most_rounds = 512 };

static int exchange(int rank, int size, int round) {
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    double out[most_rounds], in[most_rounds];
    MPI_Request request;
    for (int i = 0; i <= round; ++i) out[i] = rank * 1000 + i;
    MPI_Isend(out, round + 1, MPI_DOUBLE, right, round, MPI_COMM_WORLD, &request);
    MPI_Recv(in, round + 1, MPI_DOUBLE, left, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i <= round; ++i)
        if (in[i] != left * 1000 + i) return 1;
    return 0;
}

static int transpose(int rank, int size, int round) {
    int out[most_ranks], in[most_ranks];
    for (int i = 0; i < size; ++i) out[i] = rank * 1000 + i + round;
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i)
        if (in[i] != i * 1000 + rank + round) return 1;
    return 0;
}

int main(int argc, char** argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 5, rank, size, wrong = 0, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < rounds; ++round) {
        int one = rank + round, all = 0;
        wrong += exchange(rank, size, round);
        wrong += transpose(rank, size, round);
        MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        sum += all;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d of %d: sum %d, %d wrong\n", rank, size, sum, wrong);
    MPI_Finalize();
    if (wrong) return 1;
    return argc > 2 ? atoi(argv[2]) : 0;
}
