/* Each rank completes messages to itself, which take no time, and waits for messages that arrive late, by the same
 * functions. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static double late_waits, late_exchanges;

static void wait_for_self(int rank) {
    for (int i = 0; i < 400; ++i) {
        MPI_Request request[2];
        int in = 0, out = i;
        MPI_Irecv(&in, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(&out, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request[1]);
        MPI_Wait(&request[0], MPI_STATUS_IGNORE);
        MPI_Wait(&request[1], MPI_STATUS_IGNORE);
        MPI_Sendrecv(&out, 1, MPI_INT, rank, 2, &in, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void wait_for_the_other(int rank, int late) {
    int value = 0;
    if (rank == late) usleep(20000);
    MPI_Request request;
    double start = MPI_Wtime();
    if (rank == late) {
        MPI_Send(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);
        return;
    }
    MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request);
    start = MPI_Wtime();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    late_waits += MPI_Wtime() - start;
}

/* Sends to itself but receives from the other rank. The send has the same rank and length as one whose receive is also
   from itself. */
static void exchange_with_the_other(int rank, int late) {
    int value = 0, in = 0;
    if (rank == late) {
        usleep(20000);
        MPI_Send(&value, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD);
        return;
    }
    MPI_Request own;
    MPI_Irecv(&in, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, &own);
    double start = MPI_Wtime();
    MPI_Sendrecv(&value, 1, MPI_INT, rank, 4, &in, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    late_exchanges += MPI_Wtime() - start;
    MPI_Wait(&own, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 6; ++i) {
        wait_for_self(rank);
        wait_for_the_other(rank, i % 2);
        exchange_with_the_other(rank, i % 2);
    }
    fprintf(stderr, "rank %d: %.0f %.0f\n", rank, late_waits * 1e9, late_exchanges * 1e9);
    if (rank == 0) puts("done");
    MPI_Finalize();
    return 0;
}
