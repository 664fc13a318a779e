/* alltoallv WAY PATTERN SEED,... CALLS: calls of MPI_Alltoallv of one pattern, in a loop. WAY: `plain`, or with a
 * schedule of mpix_shunt.h. The schedule is made for each call from counts that the ranks exchange (`level1`) or from
 * the whole pattern (`level2`), or once before the loop (`level3`). PATTERN: `random`, the many-to-many of CC-MPI's
 * evaluation (160 x 64 KB, 20 x 16 KB, 60 x 100 B on 16 ranks; on other numbers of ranks as many per pair); `pages:K`,
 * each rank sends K pages of 4 KB, each to a rank drawn at random; `all:B`, B bytes to every other rank. Prints `seed=
 * bound_bytes= calls= ms=`: bytes through the busiest port, and the median over the calls of the longest time of any
 * rank. Data is checked after the loop. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/include/mpix_shunt.h"

enum { kMostRanks = 256, kMostCalls = 1000 };

static int rank, ranks;
static MPI_Aint pattern[kMostRanks * kMostRanks]; /* bytes from row to column */
static int out_counts[kMostRanks], out_places[kMostRanks], in_counts[kMostRanks], in_places[kMostRanks];
static unsigned long long state;

static unsigned drawn(unsigned below) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)((state >> 33) % below);
}

static void draw(int messages, MPI_Aint bytes) {
    for (int i = 0; i < messages; ++i)
        for (;;) {
            const unsigned from = drawn((unsigned)ranks), to = drawn((unsigned)ranks);
            MPI_Aint* place = &pattern[from * (unsigned)ranks + to];
            if (from == to || *place != 0) continue;
            *place = bytes;
            break;
        }
}

static void make_pattern(const char* kind, unsigned long long seed) {
    memset(pattern, 0, sizeof pattern);
    state = seed * 2 + 1;
    const int pairs = ranks * (ranks - 1);
    if (strcmp(kind, "random") == 0) {
        draw(pairs * 160 / 240, 64 << 10);
        draw(pairs * 20 / 240, 16 << 10);
        draw(pairs * 60 / 240, 100);
    } else if (strncmp(kind, "pages:", 6) == 0) {
        for (int from = 0; from < ranks; ++from)
            for (int page = 0; page < atoi(kind + 6); ++page)
                pattern[from * ranks + (from + 1 + (int)drawn((unsigned)ranks - 1)) % ranks] += 4096;
    } else if (strncmp(kind, "all:", 4) == 0) {
        for (int i = 0; i < ranks * ranks; ++i) pattern[i] = i / ranks == i % ranks ? 0 : atoi(kind + 4);
    } else {
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

static MPI_Aint busiest_port(void) {
    MPI_Aint most = 0;
    for (int i = 0; i < ranks; ++i) {
        MPI_Aint sent = 0, got = 0;
        for (int j = 0; j < ranks; ++j) {
            sent += pattern[i * ranks + j];
            got += pattern[j * ranks + i];
        }
        most = sent > most ? sent : most;
        most = got > most ? got : most;
    }
    return most;
}

static int later(const void* a, const void* b) {
    return (*(const double*)a > *(const double*)b) - (*(const double*)a < *(const double*)b);
}

static double median_s(int level, const char* send, char* got, int calls) {
    static double taken[kMostCalls];
    MPIX_Alltoallv_schedule schedule;
    if (level == 3) MPIX_Alltoallv_control1(out_counts, MPI_BYTE, in_counts, MPI_BYTE, MPI_COMM_WORLD, &schedule);
    for (int call = -1; call < calls; ++call) { /* the first is not counted */
        MPI_Barrier(MPI_COMM_WORLD);
        double time = -MPI_Wtime();
        if (level == 1) MPIX_Alltoallv_control1(out_counts, MPI_BYTE, in_counts, MPI_BYTE, MPI_COMM_WORLD, &schedule);
        if (level == 2) MPIX_Alltoallv_control2(pattern, MPI_COMM_WORLD, &schedule);
        if (level == 0)
            MPI_Alltoallv(send, out_counts, out_places, MPI_BYTE, got, in_counts, in_places, MPI_BYTE, MPI_COMM_WORLD);
        else
            MPIX_Alltoallv_data_trans2(send, out_counts, out_places, MPI_BYTE, got, in_counts, in_places, MPI_BYTE,
                                       &schedule);
        time += MPI_Wtime();
        if (level == 1 || level == 2) MPIX_Alltoallv_free(&schedule);
        if (call >= 0) MPI_Allreduce(&time, &taken[call], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    if (level == 3) MPIX_Alltoallv_free(&schedule);
    qsort(taken, (size_t)calls, sizeof taken[0], later);
    return taken[calls / 2];
}

static char content(int from, int to, int at) { return (char)(from * 31 + to * 7 + at); }

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int calls = argc == 5 ? atoi(argv[4]) : 0;
    if (calls < 1 || calls > kMostCalls || ranks < 2 || ranks > kMostRanks) MPI_Abort(MPI_COMM_WORLD, 2);
    const int level = strncmp(argv[1], "level", 5) == 0 ? atoi(argv[1] + 5) : 0;
    for (char* seed = strtok(argv[3], ","); seed; seed = strtok(NULL, ",")) {
        make_pattern(argv[2], strtoull(seed, NULL, 10));
        int out = 0, in = 0;
        for (int peer = 0; peer < ranks; ++peer) {
            out_counts[peer] = (int)pattern[rank * ranks + peer];
            in_counts[peer] = (int)pattern[peer * ranks + rank];
            out_places[peer] = out;
            in_places[peer] = in;
            out += out_counts[peer];
            in += in_counts[peer];
        }
        char *send = malloc((size_t)out + 1), *got = calloc((size_t)in + 1, 1);
        if (!send || !got) MPI_Abort(MPI_COMM_WORLD, 3);
        for (int to = 0; to < ranks; ++to)
            for (int at = 0; at < out_counts[to]; ++at) send[out_places[to] + at] = content(rank, to, at);
        const double seconds = median_s(level, send, got, calls);
        for (int from = 0; from < ranks; ++from)
            for (int at = 0; at < in_counts[from]; ++at)
                if (got[in_places[from] + at] != content(from, rank, at)) MPI_Abort(MPI_COMM_WORLD, 4);
        if (rank == 0)
            printf("seed=%s bound_bytes=%ld calls=%d ms=%.6f\n", seed, (long)busiest_port(), calls, seconds * 1e3);
        fflush(stdout);
        free(send);
        free(got);
    }
    MPI_Finalize();
    return 0;
}
