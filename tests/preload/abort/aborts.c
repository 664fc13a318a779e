// Rank 1 sends ten messages, waits until rank 0 has confirmed them and three barriers are done, and aborts the job.
#include <mpi.h>

int main(int argc, char** argv) {
    int rank, number = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 10; ++i) {
        if (rank == 1) MPI_Send(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        if (rank == 0) MPI_Recv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 3; ++i) MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 7);
    MPI_Recv(&number, 1, MPI_INT, 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // never arrives
    MPI_Finalize();
    return 0;
}
