// Rank 0 runs the command of its arguments after MPI_Init; then each rank sends itself 3000 messages of as many
// different lengths.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
    static char out[3000], in[3000];
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        const pid_t child = fork();
        if (child == 0) {
            unsetenv("LD_PRELOAD");
            execvp(argv[1], argv + 1);
            _exit(127);
        }
        waitpid(child, NULL, 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 3000; ++i)
        MPI_Sendrecv(out, i, MPI_CHAR, rank, 0, in, i, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("done\n");
    MPI_Finalize();
    return 0;
}
