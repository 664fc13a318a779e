/* Messages among all ranks, repeated, each checked: streams TURNS BYTES [RANK MILLISECONDS]. RANK kills itself
   MILLISECONDS after the first turn. Each turn has a long and a short message for each pair, in both directions. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "die.h"

enum { kMostRanks = 16, kShort = 10 };
static int rank, ranks;

static unsigned value(int turn, int from, int to, int index) {
    return (unsigned)turn * 2654435761u + (unsigned)(from * kMostRanks + to) * 40503u + (unsigned)index * 7u;
}

static void check(const unsigned* got, int count, int turn, int from, const char* what) {
    for (int i = 0; i < count; ++i) {
        if (got[i] == value(turn, from, rank, i)) continue;
        printf("WRONG %s, turn %d, rank %d from %d, index %d\n", what, turn, rank, from, i);
        fflush(stdout);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int turns = atoi(argv[1]), count = atoi(argv[2]) / 4, kinds = 2;
    if (ranks > kMostRanks || count < kShort) return 2;
    unsigned *out[kMostRanks], *in[kMostRanks][2];
    for (int peer = 0; peer < ranks; ++peer) {
        out[peer] = malloc((size_t)count * 4);
        for (int kind = 0; kind < kinds; ++kind) in[peer][kind] = malloc((size_t)count * 4);
    }
    for (int turn = 0; turn < turns; ++turn) {
        MPI_Request requests[4 * kMostRanks];
        int begun = 0;
        for (int peer = 0; peer < ranks; ++peer) {
            if (peer == rank) continue;
            for (int i = 0; i < count; ++i) out[peer][i] = value(turn, rank, peer, i);
            for (int kind = 0; kind < kinds; ++kind) {
                const int length = kind == 0 ? count : kShort;
                MPI_Irecv(in[peer][kind], length, MPI_UNSIGNED, peer, kind, MPI_COMM_WORLD, &requests[begun++]);
                MPI_Isend(out[peer], length, MPI_UNSIGNED, peer, kind, MPI_COMM_WORLD, &requests[begun++]);
            }
        }
        MPI_Waitall(begun, requests, MPI_STATUSES_IGNORE);
        for (int peer = 0; peer < ranks; ++peer) {
            if (peer == rank) continue;
            check(in[peer][0], count, turn, peer, "long");
            check(in[peer][1], kShort, turn, peer, "short");
        }
        if (turn > 0) continue;
        if (rank == 0) {
            printf("under way\n");
            fflush(stdout);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (argc > 4 && atoi(argv[3]) == rank) die_after(atoi(argv[4]));
    }
    if (rank == 0) printf("OK %d\n", turns);
    for (int peer = 0; peer < ranks; ++peer) {
        free(out[peer]);
        for (int kind = 0; kind < kinds; ++kind) free(in[peer][kind]);
    }
    MPI_Finalize();
    return 0;
}
