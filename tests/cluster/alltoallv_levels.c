/* MPI_Alltoallv of one random pattern at the three levels of compiled communication, from the public header, checked
   value by value. Usage: alltoallv_levels [seed] */
#include "shim/include/mpix_shunt.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, ranks;
static uint64_t seed = 1;

static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t value = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 29)) * 0x94d049bb133111ebu;
    return value ^ (value >> 32);
}

/* Ints that `from` sends to `to`: long, short or none. */
static int ints_between(int pattern, int from, int to) {
    const uint64_t key = mix(mix(seed, (uint64_t)pattern), (uint64_t)(from * 1000 + to));
    const int kind = (int)(key % 4);
    return kind == 0 ? 0 : kind == 1 ? (int)((key >> 8) % 25) + 1 : kind == 2 ? 4096 : 16384;
}

typedef struct {
    int *counts_out, *places_out, *counts_in, *places_in, *out, *in;
    MPI_Aint* pattern;
    int total_in;
} Exchange;

static Exchange make_exchange(int pattern) {
    Exchange e = {malloc(sizeof(int) * (size_t)ranks),
                  malloc(sizeof(int) * (size_t)ranks),
                  malloc(sizeof(int) * (size_t)ranks),
                  malloc(sizeof(int) * (size_t)ranks),
                  NULL,
                  NULL,
                  malloc(sizeof(MPI_Aint) * (size_t)(ranks * ranks)),
                  0};
    int total_out = 0;
    for (int peer = 0; peer < ranks; ++peer) {
        e.counts_out[peer] = ints_between(pattern, rank, peer), e.counts_in[peer] = ints_between(pattern, peer, rank);
        e.places_out[peer] = total_out, e.places_in[peer] = e.total_in;
        total_out += e.counts_out[peer], e.total_in += e.counts_in[peer];
        for (int to = 0; to < ranks; ++to)
            e.pattern[peer * ranks + to] = (MPI_Aint)sizeof(int) * ints_between(pattern, peer, to);
    }
    e.out = malloc(sizeof(int) * (size_t)(total_out + 1)), e.in = malloc(sizeof(int) * (size_t)(e.total_in + 1));
    return e;
}

static void free_exchange(Exchange* e) {
    free(e->counts_out), free(e->places_out), free(e->counts_in), free(e->places_in), free(e->out), free(e->in),
        free(e->pattern);
}

static int value(int round, int from, int to, int i) {
    return (int)mix(mix(seed, (uint64_t)round), mix((uint64_t)(from * 1000 + to), (uint64_t)i));
}

static void fill(Exchange* e, int round) {
    for (int peer = 0; peer < ranks; ++peer)
        for (int i = 0; i < e->counts_out[peer]; ++i) e->out[e->places_out[peer] + i] = value(round, rank, peer, i);
    for (int i = 0; i < e->total_in; ++i) e->in[i] = -1;
}

static int wrong(const Exchange* e, int round) {
    int count = 0;
    for (int peer = 0; peer < ranks; ++peer)
        for (int i = 0; i < e->counts_in[peer]; ++i)
            count += e->in[e->places_in[peer] + i] != value(round, peer, rank, i);
    return count;
}

static int move(Exchange* e, const MPIX_Alltoallv_schedule* schedule) {
    return MPIX_Alltoallv_data_trans2(e->out, e->counts_out, e->places_out, MPI_INT, e->in, e->counts_in, e->places_in,
                                      MPI_INT, schedule);
}

int main(int argc, char** argv) {
    int errors = 0, all = 0;
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int pattern = 0; pattern < 4; ++pattern) {
        Exchange e = make_exchange(pattern);
        MPIX_Alltoallv_schedule schedule, other;
        for (int round = 0; round < 3; ++round) { /* level 1 */
            fill(&e, round);
            errors += MPIX_Alltoallv_control1(e.counts_out, MPI_INT, e.counts_in, MPI_INT, MPI_COMM_WORLD, &schedule) !=
                      MPI_SUCCESS;
            errors += move(&e, &schedule) != MPI_SUCCESS;
            errors += MPIX_Alltoallv_free(&schedule) != MPI_SUCCESS;
            errors += wrong(&e, round);
        }
        for (int round = 0; round < 3; ++round) { /* level 2 */
            fill(&e, 10 + round);
            errors += MPIX_Alltoallv_control2(e.pattern, MPI_COMM_WORLD, &schedule) != MPI_SUCCESS;
            errors += move(&e, &schedule) != MPI_SUCCESS;
            errors += MPIX_Alltoallv_free(&schedule) != MPI_SUCCESS;
            errors += wrong(&e, 10 + round);
        }
        MPIX_Alltoallv_control1(e.counts_out, MPI_INT, e.counts_in, MPI_INT, MPI_COMM_WORLD, &schedule);
        MPIX_Alltoallv_control2(e.pattern, MPI_COMM_WORLD, &other);
        for (int round = 0; round < 6; ++round) { /* level 3, two schedules in turn */
            fill(&e, 20 + round);
            errors += move(&e, round % 2 ? &schedule : &other) != MPI_SUCCESS;
            errors += wrong(&e, 20 + round);
        }
        MPIX_Alltoallv_free(&schedule);
        MPIX_Alltoallv_free(&other);
        free_exchange(&e);
    }
    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("%d ranks, seed %llu: %d wrong\n", ranks, (unsigned long long)seed, all);
    MPI_Finalize();
    return all != 0;
}
