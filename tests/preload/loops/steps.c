/* Steps of a known number and length: a solver that takes 3 to 9 iterations, output after each tenth step, then another
 * loop. With an argument rank 1 kills itself in step 60, without a call of MPI. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
    int rank, ranks, value[256] = {0}, sum[256];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Bcast(value, 200, MPI_INT, 0, MPI_COMM_WORLD);
    for (int step = 0; step < 100; ++step) {
        for (int iteration = 0; iteration < 3 + step % 7; ++iteration) {
            MPI_Request request;
            MPI_Iallreduce(value, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            MPI_Allreduce(value, sum, 200, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        }
        if (argc > 1 && rank == 1 && step == 60) raise(SIGKILL);
        if (step == 40) usleep(300000);
        MPI_Bcast(value, 10, MPI_INT, step % ranks, MPI_COMM_WORLD);
        if (step % 10 == 9) MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int step = 0; step < 50; ++step) {
        usleep(2000);
        MPI_Exscan(value, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Scan(value, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0) printf("done\n");
    MPI_Finalize();
    return 0;
}
