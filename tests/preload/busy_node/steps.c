/* Two ranks that compute a little, exchange data and sum up, repeatedly, for SECONDS: steps SECONDS. Rank 0 prints the
 * steps per second. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank;

static void check(int holds, const char* what, long step) {
    if (holds) return;
    fprintf(stderr, "rank %d, step %ld: wrong %s\n", rank, step, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static double work(long step) {
    volatile double x = 1;
    for (int i = 0; i < 20000; ++i) x += 1e-9 * (double)(step % 7);
    return x;
}

/* One wait of each kind.   Returns: true when rank 0 has ended the loop. */
static int step_is_last(long step, int over) {
    int mine = rank + (int)(step % 1000), theirs = -1, last = 0, root = rank == 0 ? (int)step : -1;
    double part = work(step) * 0 + 0.1 * (rank + 1), sum = 0;
    MPI_Request request;
    if (step % 2) {
        MPI_Irecv(&theirs, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request);
        MPI_Send(&mine, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Sendrecv(&mine, 1, MPI_INT, 1 - rank, 2, &theirs, 1, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    check(theirs == 1 - rank + (int)(step % 1000), "message", step);
    MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    check(sum == 0.1 + 0.2, "sum", step);
    MPI_Bcast(&root, 1, MPI_INT, 0, MPI_COMM_WORLD);
    check(root == (int)step, "broadcast", step);
    MPI_Allreduce(&over, &last, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return last;
}

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? atof(argv[1]) : 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const double start = MPI_Wtime();
    long step = 0;
    while (!step_is_last(step, rank == 0 && MPI_Wtime() - start > seconds)) ++step;
    if (rank == 0) printf("%ld\n", (long)((double)step / (MPI_Wtime() - start)));
    MPI_Finalize();
    return 0;
}
