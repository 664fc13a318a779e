// Sends itself messages of ROWS different lengths, and lowers the limit on the length of files to BYTES:
//   limits ROWS BYTES before|after|finalize     before MPI_Init, after it, or before MPI_Finalize
// In the last case SIGXFSZ has a handler, which must stay and must not be called.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static volatile sig_atomic_t calls;
static void note(int number) { calls += number != 0; }

static void lower(const char* bytes) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = (rlim_t)atol(bytes);
    setrlimit(RLIMIT_FSIZE, &limit);
}

int main(int argc, char** argv) {
    const int rows = atoi(argv[1]), at_end = !strcmp(argv[3], "finalize");
    char *out = calloc(1, (size_t)rows), *in = malloc((size_t)rows);
    double *sum = malloc(1 << 20), *part = calloc(1, 1 << 20);
    int rank;
    if (!strcmp(argv[3], "before")) lower(argv[2]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!strcmp(argv[3], "after")) lower(argv[2]);
    for (int i = 0; i < rows; ++i)
        MPI_Sendrecv(out, i, MPI_CHAR, rank, 0, in, i, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(part, sum, 1 << 17, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (at_end) signal(SIGXFSZ, note);
    if (at_end) lower(argv[2]);
    MPI_Finalize();
    struct sigaction action;
    sigset_t blocked, pending;
    sigaction(SIGXFSZ, NULL, &action);
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    sigpending(&pending);
    const int kept = action.sa_handler == (at_end ? note : SIG_DFL) && !sigismember(&blocked, SIGXFSZ) &&
                     !sigismember(&pending, SIGXFSZ);
    printf("sum %g, calls of the handler %d, signal %s\n", sum[5], (int)calls, kept ? "as it was" : "changed");
    return 0;
}
