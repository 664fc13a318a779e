/* Collectives on long vectors, repeated, each checked: steady TURNS BYTES [RANK MILLISECONDS]. RANK kills itself
   MILLISECONDS after the first turn. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "die.h"

static int rank, ranks;

static unsigned value(int turn, int of, int index) {
    return (unsigned)turn * 2654435761u + (unsigned)of * 40503u + (unsigned)index * 7u;
}

static void wrong(const char* what, int turn, int index) {
    printf("WRONG %s, turn %d, rank %d, index %d\n", what, turn, rank, index);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static unsigned sum_to(int turn, int end, int index) {
    unsigned sum = 0;
    for (int r = 0; r < end; ++r) sum += value(turn, r, index);
    return sum;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int turns = atoi(argv[1]), count = atoi(argv[2]) / 4;
    unsigned *own = malloc((size_t)count * 4), *result = malloc((size_t)count * 4);
    for (int turn = 0; turn < turns; ++turn) {
        for (int i = 0; i < count; ++i) own[i] = value(turn, rank, i);
        MPI_Allreduce(own, result, count, MPI_UNSIGNED, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < count; ++i)
            if (result[i] != sum_to(turn, ranks, i)) wrong("allreduce", turn, i);
        MPI_Scan(own, result, count, MPI_UNSIGNED, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < count; ++i)
            if (result[i] != sum_to(turn, rank + 1, i)) wrong("scan", turn, i);
        const int root = turn % ranks;
        MPI_Reduce(own, result, count, MPI_UNSIGNED, MPI_SUM, root, MPI_COMM_WORLD);
        for (int i = 0; rank == root && i < count; ++i)
            if (result[i] != sum_to(turn, ranks, i)) wrong("reduce", turn, i);
        MPI_Bcast(own, count, MPI_UNSIGNED, root, MPI_COMM_WORLD);
        for (int i = 0; i < count; ++i)
            if (own[i] != value(turn, root, i)) wrong("bcast", turn, i);
        if (turn > 0) continue;
        if (rank == 0) {
            printf("under way\n");
            fflush(stdout);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (argc > 4 && atoi(argv[3]) == rank) die_after(atoi(argv[4]));
    }
    if (rank == 0) printf("OK %d\n", turns);
    free(own);
    free(result);
    MPI_Finalize();
    return 0;
}
