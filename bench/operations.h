#pragma once
// The collectives that cluster.c and oracle.c time: the input, the call, and a check of every byte that arrives. They
// use the communicator `comm`, which begin_operations() sets to MPI_COMM_WORLD.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kFew = 5 };  // number of ranks besides the root that scatterv sends to

static MPI_Comm comm;
static int rank, size, bytes, repetition;
static unsigned char *out, *in;
static int *counts, *places, *in_counts, *in_places;

// The time by CLOCK_MONOTONIC.   Units: s.
static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The value of byte `at` of the block from `from` to `to` in this repetition.
static unsigned char pattern(int from, int to, int at) {
    return (unsigned char)(from * 31 + to * 17 + at * 7 + repetition * 13 + (at >> 8));
}

static void fill(unsigned char* block, int from, int to, int n) {
    for (int i = 0; i < n; ++i) block[i] = pattern(from, to, i);
}

static void check(const unsigned char* block, int from, int to, int n) {
    for (int i = 0; i < n; ++i)
        if (block[i] != pattern(from, to, i)) {
            fprintf(stderr, "rank %d: byte %d of %d from %d is %d, should be %d\n", rank, i, n, from, block[i],
                    pattern(from, to, i));
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
}

static void fill_blocks(int to_all) {
    for (int i = 0; i < size; ++i) fill(out + (size_t)i * (size_t)bytes, rank, to_all ? 0 : i, bytes);
}
static void check_blocks(int to_all) {
    for (int i = 0; i < size; ++i) check(in + (size_t)i * (size_t)bytes, i, to_all ? 0 : rank, bytes);
}

// Fills 32-bit numbers whose sums do not overflow: rank + at + repetition.
static void fill_numbers(void) {
    for (int i = 0; i < bytes / 4; ++i) ((int32_t*)out)[i] = rank + i % 1000 + repetition;
}
static void check_numbers(int ranks) {
    for (int i = 0; i < bytes / 4; ++i)
        if (((int32_t*)in)[i] != ranks * (ranks - 1) / 2 + ranks * (i % 1000 + repetition)) {
            fprintf(stderr, "rank %d: element %d is wrong\n", rank, i);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
}

static void bcast_fill(void) {
    if (rank == 0) fill(in, 0, 0, bytes);
    else memset(in, 255, (size_t)bytes);
}
static void bcast_run(void) { MPI_Bcast(in, bytes, MPI_BYTE, 0, comm); }
static void bcast_check(void) { check(in, 0, 0, bytes); }
static void scatter_fill(void) { fill_blocks(0); }
static void scatter_run(void) { MPI_Scatter(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, 0, comm); }
static void scatter_check(void) { check(in, 0, rank, bytes); }
static void scatterv_fill(void) {
    fill_blocks(0);
    for (int i = 0; i < size; ++i) counts[i] = i >= 1 && i <= kFew ? bytes : 0;
}
static void scatterv_run(void) { MPI_Scatterv(out, counts, places, MPI_BYTE, in, counts[rank], MPI_BYTE, 0, comm); }
static void scatterv_check(void) { check(in, 0, rank, counts[rank]); }
static void gathered_fill(void) { fill_blocks(1); }
static void gathered_check(void) { check_blocks(1); }
static void allgather_run(void) { MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, comm); }
static void allgatherv_run(void) { MPI_Allgatherv(out, bytes, MPI_BYTE, in, in_counts, in_places, MPI_BYTE, comm); }
static void exchanged_fill(void) { fill_blocks(0); }
static void exchanged_check(void) { check_blocks(0); }
static void alltoall_run(void) { MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, comm); }
static void alltoallv_run(void) {
    MPI_Alltoallv(out, in_counts, in_places, MPI_BYTE, in, in_counts, in_places, MPI_BYTE, comm);
}
static void nothing(void) {}
static void barrier_run(void) { MPI_Barrier(comm); }
static void reduce_run(void) { MPI_Reduce(out, in, bytes / 4, MPI_INT32_T, MPI_SUM, 0, comm); }
static void reduce_check(void) {
    if (rank == 0) check_numbers(size);
}
static void allreduce_run(void) { MPI_Allreduce(out, in, bytes / 4, MPI_INT32_T, MPI_SUM, comm); }
static void allreduce_check(void) { check_numbers(size); }
static void scan_run(void) { MPI_Scan(out, in, bytes / 4, MPI_INT32_T, MPI_SUM, comm); }
static void scan_check(void) { check_numbers(rank + 1); }

static const struct {
    const char* name;
    void (*fill)(void);
    void (*run)(void);
    void (*check)(void);
} kOperations[] = {
    {"bcast", bcast_fill, bcast_run, bcast_check},
    {"scatter", scatter_fill, scatter_run, scatter_check},
    {"scatterv", scatterv_fill, scatterv_run, scatterv_check},
    {"allgather", gathered_fill, allgather_run, gathered_check},
    {"allgatherv", gathered_fill, allgatherv_run, gathered_check},
    {"alltoall", exchanged_fill, alltoall_run, exchanged_check},
    {"alltoallv", exchanged_fill, alltoallv_run, exchanged_check},
    {"barrier", nothing, barrier_run, nothing},
    {"reduce", fill_numbers, reduce_run, reduce_check},
    {"allreduce", fill_numbers, allreduce_run, allreduce_check},
    {"scan", fill_numbers, scan_run, scan_check},
};
enum { kOperationCount = sizeof kOperations / sizeof kOperations[0] };

// The index of the operation with that name; kOperationCount: none.
static int find_operation(const char* name) {
    int found = 0;
    while (found < kOperationCount && strcmp(name, kOperations[found].name) != 0) ++found;
    return found;
}

static int by_value(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// The largest of all ranks' values. A rank that is early sleeps, so that ranks still in the call have the cores, as
// they would have their own on real hosts.
static double greatest(double mine) {
    double result;
    int done = 0;
    MPI_Request request;
    PMPI_Iallreduce(&mine, &result, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &request);
    for (PMPI_Test(&request, &done, MPI_STATUS_IGNORE); !done; PMPI_Test(&request, &done, MPI_STATUS_IGNORE))
        nanosleep(&(struct timespec){0, 500000}, NULL);
    return result;
}

static void begin_operations(void) {
    comm = MPI_COMM_WORLD;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int** const tables[] = {&counts, &places, &in_counts, &in_places};
    for (int i = 0; i < 4; ++i) *tables[i] = calloc((size_t)size, sizeof(int));
}

// Allocates memory for calls of `block` bytes; the length of one block where a rank has one for each other rank.
static void set_up(int block) {
    bytes = block;
    const size_t all = (size_t)(block + 4) * (size_t)size;
    out = realloc(out, all);
    in = realloc(in, all);
    for (int i = 0; i < size; ++i) {
        places[i] = in_places[i] = i * bytes;
        counts[i] = in_counts[i] = bytes;
    }
}
