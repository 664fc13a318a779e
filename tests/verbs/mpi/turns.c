/* Three ranks of which each pair has its turn: turns TURNS MESSAGES. In a turn two ranks exchange MESSAGES numbered
   messages of different lengths, each checked. In every other turn each rank sends the next one a long message, which
   is received at the end of the turn: the ranks cannot give up what it needs before. Prints the time of an exchange of
   8 bytes at the end of each turn. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kShort = 2000, kLong = 300000, kTimed = 200 };
static int rank;
static unsigned char *out, *in, *late_out, *late_in;

static void fill(unsigned char* data, int bytes, int number, int from) {
    for (int i = 0; i < bytes; ++i) data[i] = (unsigned char)(number * 31 + from * 7 + i % 251);
}

static void check(const unsigned char* data, int bytes, int number, int from) {
    for (int i = 0; i < bytes; ++i) {
        if (data[i] == (unsigned char)(number * 31 + from * 7 + i % 251)) continue;
        printf("WRONG message %d of rank %d at rank %d, byte %d\n", number, from, rank, i);
        fflush(stdout);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
}

static void exchange(int number, int bytes, int with) {
    MPI_Request requests[2];
    fill(out, bytes, number, rank);
    MPI_Irecv(in, kShort, MPI_BYTE, with, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, bytes, MPI_BYTE, with, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check(in, bytes, number, with);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int turns = atoi(argv[1]), messages = argc > 2 ? atoi(argv[2]) : 0;
    out = malloc(kShort), in = malloc(kShort), late_out = malloc(kLong), late_in = malloc(kLong);
    for (int turn = 0; turn < turns; ++turn) {
        const int idle = turn % 3, one = (idle + 1) % 3, other = (idle + 2) % 3;
        const int has_late = turn % 2;
        MPI_Request late = MPI_REQUEST_NULL;
        fill(late_out, kLong, turn, rank);
        if (has_late) MPI_Isend(late_out, kLong, MPI_BYTE, (rank + 1) % 3, 2, MPI_COMM_WORLD, &late);
        if (rank != idle) {
            const int with = rank == one ? other : one;
            for (int i = 0; i < messages; ++i) exchange(i, 1 + (i * 37) % kShort, with);
            const double start = MPI_Wtime();
            for (int i = 0; i < kTimed; ++i) exchange(i, 8, with);
            if (rank == one)
                printf("turn %d, ranks %d and %d: %.1f us\n", turn, one, other, (MPI_Wtime() - start) / kTimed * 1e6);
        }
        if (has_late) {
            MPI_Recv(late_in, kLong, MPI_BYTE, (rank + 2) % 3, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            check(late_in, kLong, turn, (rank + 2) % 3);
        }
        MPI_Wait(&late, MPI_STATUS_IGNORE);
        /* The idle rank waits in a receive, where it can give its memory away. */
        if (rank == idle) MPI_Recv(in, kShort, MPI_BYTE, one, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == one) MPI_Send(out, 1, MPI_BYTE, idle, 3, MPI_COMM_WORLD);
    }
    if (rank == 0) printf("OK %d\n", turns);
    MPI_Finalize();
    return 0;
}
