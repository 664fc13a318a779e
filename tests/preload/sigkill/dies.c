// Rank 1 sends ten messages, takes part in three barriers and kills itself.
//   dies recv|finalize: the call that rank 0 is in then
//   dies exit: rank 1 calls exit(3) instead, rank 0 is in MPI_Recv
//   dies survive: rank 1 does neither
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
    int rank, number = 0, in_finalize = !strcmp(argv[1], "finalize");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!strcmp(argv[1], "survive")) return MPI_Finalize();
    for (int i = 0; i < 10; ++i) {
        if (rank == 1) MPI_Send(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        if (rank == 0) MPI_Recv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 3; ++i) MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        usleep(300000);  // rank 0 is in its call by now
        if (!strcmp(argv[1], "exit")) exit(3);
        kill(getpid(), SIGKILL);
    }
    if (!in_finalize) MPI_Recv(&number, 1, MPI_INT, 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
