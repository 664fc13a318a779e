// After five barriers rank 1 leaves without a word; rank 0 goes to MPI_Finalize, before or after.
//   leaves exit|kill
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 5; ++i) MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 && !strcmp(argv[1], "exit")) _exit(0);
    if (rank == 1) kill(getpid(), SIGKILL);
    usleep(200000);
    printf("rank 0 finalizes\n");
    MPI_Finalize();
    printf("rank 0 is through\n");
    return 0;
}
