// Three persistent requests, two of collectives and one of a send to MPI_PROC_NULL, in four rounds.
#include <mpi.h>
#include <stdio.h>
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define MPI_Allreduce_init MPIX_Allreduce_init
#define MPI_Alltoall_init MPIX_Alltoall_init
#endif

int main(int argc, char** argv) {
    int rank, size, one, sum, wrong = 0, out[64], in[64];
    MPI_Request request[3];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce_init(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request[0]);
    MPI_Alltoall_init(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request[1]);
    MPI_Send_init(out, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request[2]);
    for (int round = 0; round < 4; ++round) {
        one = rank + round, sum = -1;
        for (int i = 0; i < size; ++i) out[i] = rank * 100 + i + round, in[i] = -1;
        if (round < 3) {
            MPI_Start(&request[0]);
            MPI_Wait(&request[0], MPI_STATUS_IGNORE);
            MPI_Startall(2, request + 1);
            MPI_Waitall(2, request + 1, MPI_STATUSES_IGNORE);
        } else {
            MPI_Startall(3, request);
            MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
        }
        wrong += sum != size * (size - 1) / 2 + size * round;
        for (int i = 0; i < size; ++i) wrong += in[i] != i * 100 + rank + round;
    }
    for (int i = 0; i < 3; ++i) MPI_Request_free(&request[i]);
    printf("rank %d: %d wrong\n", rank, wrong);
    MPI_Finalize();
    return wrong != 0;
}
