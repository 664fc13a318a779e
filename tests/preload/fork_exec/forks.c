// Forks between its MPI calls. It makes ten calls of MPI_Comm_size and one of MPI_Sendrecv a rank.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void run(const char* program) {
    pid_t child = fork();
    if (child == 0) {
        execl(program, program, (char*)NULL);
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("%s: %d\n", program, WEXITSTATUS(status));
    fflush(stdout);
}

// The copy makes calls that need no peer. It ends in both ways: with the process's exit handlers and without.
static void run_copy(int with_exit_handlers) {
    pid_t child = fork();
    if (child == 0) {
        int size = 0;
        for (int i = 0; i < 1000; ++i) MPI_Comm_size(MPI_COMM_WORLD, &size);
        if (with_exit_handlers) exit(size);
        _exit(size);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("copy: %d\n", WEXITSTATUS(status));
    fflush(stdout);
}

int main(int argc, char** argv) {
    int rank, size = 0, other = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 5; ++i) MPI_Comm_size(MPI_COMM_WORLD, &size);
    run("/bin/true");
    run(argv[1]);
    run_copy(0);
    run_copy(1);
    MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 0, &other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 5; ++i) MPI_Comm_size(MPI_COMM_WORLD, &size);
    printf("rank %d heard %d\n", rank, other);
    MPI_Finalize();
    return 0;
}
