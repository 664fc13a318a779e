// Broadcasts and sums. With the argument "multiple" threads may call MPI concurrently. With "behind" one rank's half of
// the world makes a communicator in the background. Prints the environment that the program sees.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
    const int level = argc > 1 && !strcmp(argv[1], "multiple") ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
    int provided, rank, size, wrong = 0;
    MPI_Init_thread(&argc, &argv, level, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char* rules = getenv("OMPI_MCA_coll_tuned_use_dynamic_rules");
    MPI_Comm half, made = MPI_COMM_NULL;
    MPI_Request making = MPI_REQUEST_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    if (argc > 1 && !strcmp(argv[1], "behind") && rank % 2) MPI_Comm_idup(half, &made, &making);
    for (int i = 0; i < 20; ++i) {
        static int data[20000];
        int sum;
        for (int k = 0; k < 20000; ++k) data[k] = rank == i % size ? i + k : -1;
        MPI_Bcast(data, 20000, MPI_INT, i % size, MPI_COMM_WORLD);
        for (int k = 0; k < 20000; ++k) wrong += data[k] != i + k;
        MPI_Allreduce(&data[1], &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        wrong += sum != size * (i + 1);
    }
    MPI_Request request;
    int value = rank ? 0 : 7;
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    wrong += value != 7;
    MPI_Wait(&making, MPI_STATUS_IGNORE);
    if (made != MPI_COMM_NULL) MPI_Comm_free(&made);
    MPI_Comm_free(&half);
    MPI_Finalize();
    printf("rank %d: %d wrong, dynamic rules %s\n", rank, wrong, rules ? rules : "unset");
    return wrong != 0;
}
