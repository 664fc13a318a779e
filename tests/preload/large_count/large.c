// Large-count calls with small counts, and one message of BLOCKS blocks that are all the same 1 MiB of memory.
//   large BLOCKS
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int large_message(int rank, MPI_Count blocks) {
    enum { block = 1 << 20 };
    char* data = malloc(block);
    MPI_Datatype same;
    MPI_Count received = -1;
    MPI_Status status;
    for (int i = 0; i < block; ++i) data[i] = rank ? 0 : (char)(i * 7);
    MPI_Type_create_hvector_c(blocks, block, 0, MPI_CHAR, &same);
    MPI_Type_commit(&same);
    if (rank == 0) MPI_Send_c(data, 1, same, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv_c(data, 1, same, 0, 0, MPI_COMM_WORLD, &status);
    if (rank == 1) MPI_Get_count_c(&status, same, &received);
    int wrong = rank == 1 && received != 1;
    for (int i = 0; i < block; ++i) wrong += data[i] != (char)(i * 7);
    MPI_Type_free(&same);
    free(data);
    return wrong;
}

int main(int argc, char** argv) {
    int rank, other, wrong, out[4], in[4], sum[4];
    MPI_Count ones[2] = {1, 1}, received;
    MPI_Aint at[2] = {1, 0};
    MPI_Request request[2];
    MPI_Status status[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    wrong = large_message(rank, atoi(argv[1]));
    for (int i = 0; i < 4; ++i) out[i] = rank * 100 + i, in[i] = -1;
    MPI_Irecv_c(in, 4, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &request[0]);
    MPI_Isend_c(out, 3, MPI_INT, other, 1, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, status);
    if (rank == 0) MPI_Get_count_c(&status[0], MPI_INT, &received);
    wrong += in[2] != other * 100 + 2 || (rank == 0 && received != 3);
    MPI_Allreduce_c(out, sum, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    wrong += sum[3] != 106;
    MPI_Alltoall_c(out, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);
    wrong += in[1] != 1 + 2 * rank || in[3] != 101 + 2 * rank;
    MPI_Alltoallv_c(out, ones, at, MPI_INT, in, ones, at, MPI_INT, MPI_COMM_WORLD);
    wrong += in[1] != (rank == 0 ? 1 : 0) || in[0] != (rank == 0 ? 101 : 100);
    MPI_Bcast_c(in, 2, MPI_INT, 1, MPI_COMM_WORLD);
    wrong += in[0] != 100;
    printf("rank %d: %d wrong\n", rank, wrong);
    MPI_Finalize();
    return wrong != 0;
}
