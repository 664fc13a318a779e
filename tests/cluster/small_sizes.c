/* MPI_Alltoallv, blocking and nonblocking, with sizes that only the ranks concerned know, on two communicators. Long
   and short calls are in a random order that is the same on all ranks; each rank pauses before a call for a time of its
   own. Every value is checked. Usage: small_sizes CALLS [SEED [INTS ONE_IN]]: one call in ONE_IN is long, with INTS
   numbers for each rank */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { kMostRanks = 64 };

static int long_ints = 6000;

static uint64_t state;

static unsigned drawn(unsigned below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % below);
}

static int ints_between(int call, int is_long, int busy, int from, int to) {
    return is_long && from == busy ? long_ints + to : (from * 7 + to * 3 + call) % 4 * 2;
}

static int value(int call, int from, int to, int at) { return call * 1000003 + from * 10007 + to * 101 + at; }

static void exchange(MPI_Comm comm, int call, int is_long, int busy, int in_background) {
    int rank, ranks, out_counts[kMostRanks], out_places[kMostRanks], in_counts[kMostRanks], in_places[kMostRanks],
        out = 0, in = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    for (int peer = 0; peer < ranks; ++peer) {
        out_places[peer] = out, out += out_counts[peer] = ints_between(call, is_long, busy % ranks, rank, peer);
        in_places[peer] = in, in += in_counts[peer] = ints_between(call, is_long, busy % ranks, peer, rank);
    }
    int *send = malloc(sizeof(int) * (size_t)(out + 1)), *got = malloc(sizeof(int) * (size_t)(in + 1));
    if (!send || !got) MPI_Abort(MPI_COMM_WORLD, 3);
    for (int to = 0; to < ranks; ++to)
        for (int at = 0; at < out_counts[to]; ++at) send[out_places[to] + at] = value(call, rank, to, at);
    for (int at = 0; at < in; ++at) got[at] = -1;
    if (in_background) {
        MPI_Request request;
        MPI_Ialltoallv(send, out_counts, out_places, MPI_INT, got, in_counts, in_places, MPI_INT, comm, &request);
        usleep((unsigned)(rank * 37 + call * 11) % 500);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Alltoallv(send, out_counts, out_places, MPI_INT, got, in_counts, in_places, MPI_INT, comm);
    }
    for (int from = 0; from < ranks; ++from)
        for (int at = 0; at < in_counts[from]; ++at)
            if (got[in_places[from] + at] != value(call, from, rank, at)) {
                fprintf(stderr, "rank %d: call %d: value %d of %d is wrong\n", rank, call, at, from);
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
    free(send), free(got);
}

int main(int argc, char** argv) {
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int calls = argc > 1 ? atoi(argv[1]) : 0;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (argc > 4) long_ints = atoi(argv[3]);
    const unsigned one_in = argc > 4 ? (unsigned)atoi(argv[4]) : 10;
    if (calls < 1 || ranks > kMostRanks || long_ints < 1 || one_in < 1) MPI_Abort(MPI_COMM_WORLD, 2);
    if (rank == 0) printf("seed %llu\n", (unsigned long long)state);
    MPI_Comm other;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &other);
    for (int call = 0; call < calls; ++call) {
        const int is_long = drawn(one_in) == 0, in_background = drawn(6) == 0, busy = (int)drawn(64);
        MPI_Comm comm = drawn(3) == 0 ? other : MPI_COMM_WORLD;
        usleep((unsigned)(rank * 61 + call * 13) % 700);
        exchange(comm, call, is_long, busy, in_background);
        if (call % 8 == 3)
            MPI_Barrier(comm); /* all ranks meet here, so that the teams which earlier calls want are
                                  made */
    }
    MPI_Comm_free(&other);
    if (rank == 0) printf("%d calls are right\n", calls);
    MPI_Finalize();
    return 0;
}
