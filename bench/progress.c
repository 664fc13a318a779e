/* progress WHAT TIMES CALL: progress of rank 1's operations on rank 0, which waits for rank 1 in a collective.
   WHAT: epochs (passive-target ones on rank 0), rendezvous (receives of 8 MiB whose sends rank 0 has started).
   CALL: barrier, alltoall. Prints us=, of one epoch or receive. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kBytes = 8 << 20, kTag = 1 };

static int rank, by_alltoall;

static void meet(void) {
    int out[2] = {1, 1}, in[2];
    if (by_alltoall) MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    else MPI_Barrier(MPI_COMM_WORLD);
}

static double epochs(int times) {
    int *sum, one = 1;
    MPI_Win window;
    MPI_Win_allocate(sizeof *sum, sizeof *sum, MPI_INFO_NULL, MPI_COMM_WORLD, &sum, &window);
    *sum = 0;
    meet();
    meet();
    double start = MPI_Wtime();
    for (int i = 0; rank == 1 && i < times; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
        MPI_Win_unlock(0, window);
    }
    double took = MPI_Wtime() - start;
    meet();
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
    if (rank == 0 && *sum != times) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_unlock(rank, window);
    MPI_Win_free(&window);
    return took / times;
}

static double rendezvous(int times) {
    char* bytes = malloc(kBytes);
    double took = 0;
    memset(bytes, rank, kBytes);
    meet();
    for (int i = 0; i < times; ++i) {
        MPI_Request request = MPI_REQUEST_NULL;
        double start = MPI_Wtime();
        if (rank == 0) MPI_Isend(bytes, kBytes, MPI_BYTE, 1, kTag, MPI_COMM_WORLD, &request);
        else MPI_Recv(bytes, kBytes, MPI_BYTE, 0, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        took += MPI_Wtime() - start;
        meet();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        meet();
    }
    if (bytes[kBytes - 1] != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    free(bytes);
    return took / times;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc != 4) MPI_Abort(MPI_COMM_WORLD, 2);
    by_alltoall = strcmp(argv[3], "alltoall") == 0;
    double took = strcmp(argv[1], "epochs") == 0 ? epochs(atoi(argv[2])) : rendezvous(atoi(argv[2]));
    if (rank == 1) printf("us=%.3f\n", took * 1e6);
    MPI_Finalize();
    return 0;
}
