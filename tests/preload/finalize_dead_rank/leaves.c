// After five barriers, when rank 0 has left the last one, rank 1 ends without MPI_Finalize; rank 0 calls MPI_Finalize,
// before or after that.
//   leaves exit|kill FILE         FILE: made by rank 0 when it has left the barrier
// A rank that makes progress in MPI while the other dies asks the launcher which rank is dead. Hydra kills it
// meanwhile, and may then fail itself because it has no rank to answer ("assert (!closed) failed"), also bare.
#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Waits the full time, whatever signals arrive: hydra sends SIGUSR1 when a rank has died.
static void pause_ms(long ms) {
    struct timespec left = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) continue;
}

int main(int argc, char** argv) {
    int rank;
    if (argc < 3) return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) unlink(argv[2]);
    for (int i = 0; i < 5; ++i) MPI_Barrier(MPI_COMM_WORLD);
    while (rank == 1 && access(argv[2], F_OK) != 0) pause_ms(1);
    if (rank == 1 && !strcmp(argv[1], "exit")) _exit(0);
    if (rank == 1) kill(getpid(), SIGKILL);
    fclose(fopen(argv[2], "w"));
    pause_ms(300);
    printf("rank 0 finalizes\n");
    MPI_Finalize();
    printf("rank 0 is through\n");
    return 0;
}
