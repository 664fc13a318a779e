// Rank 0 sends 8 partitions of 100 ints three times; rank 1 reads each partition as it arrives.
#include <mpi.h>
#include <stdio.h>

enum { parts = 8, each = 100, rounds = 3 };

int main(int argc, char** argv) {
    static int data[parts * each];
    int rank, wrong = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) MPI_Psend_init(data, parts, each, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (rank == 1) MPI_Precv_init(data, parts, each, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int round = 0; round < rounds; ++round) {
        if (rank == 0)
            for (int i = 0; i < parts * each; ++i) data[i] = round * 10000 + i;
        MPI_Start(&request);
        for (int part = parts - 1; part >= 0; --part) {
            int arrived = 0;
            if (rank == 0) MPI_Pready(part, request);
            while (rank == 1 && !arrived) MPI_Parrived(request, part, &arrived);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < parts * each; ++i) wrong += data[i] != round * 10000 + i;
    }
    MPI_Request_free(&request);
    printf("rank %d: %d wrong\n", rank, wrong);
    MPI_Finalize();
    return wrong != 0;
}
