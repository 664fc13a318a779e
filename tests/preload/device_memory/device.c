/* Collectives whose buffers are in device memory at one rank and not at another, some of them managed; the runtime is
 * loaded after MPI_Init. With the library of protected pages, pages have no rights, or may only be read, until the
 * first access. Usage: device LIBRARY vectors|blocks [ROUNDS] */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mpix_shunt.h"
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define MPI_Alltoall_init MPIX_Alltoall_init
#define MPI_Alltoallv_init MPIX_Alltoallv_init
#endif

enum Kind { HOST, DEVICE, MANAGED, ORDINARY };
static void* (*stub_alloc)(void*, size_t, int);
static void (*stub_free)(void*);
static void (*stub_copy)(void*, const void*, size_t);
static int (*stub_copies)(void);
static int rank, size, round_, buffers, checks;

static void find_stub(const char* library) {
    void* handle = dlopen(library, RTLD_NOW);
    if (!handle) fprintf(stderr, "%s\n", dlerror()), exit(2);
    *(void**)&stub_alloc = dlsym(handle, "stub_alloc");
    *(void**)&stub_free = dlsym(handle, "stub_free");
    *(void**)&stub_copy = dlsym(handle, "stub_copy");
    *(void**)&stub_copies = dlsym(handle, "stub_copies");
}

/* One round for each mixture: device memory at one rank, at the others, at all, in send buffers only, in receive
   buffers only. */
#define ROUNDS 5
static enum Kind kind_of(int buffer) {
    switch (round_) {
        case 0: return rank == 0 ? DEVICE : ORDINARY;
        case 1: return rank == 0 ? MANAGED : DEVICE;
        case 2: return DEVICE;
        default: return buffer % 2 == round_ % 2 ? DEVICE : HOST;
    }
}

static int value(int of, int index) { return (of + 1) * 1000003 + index * 7 + round_; }

static int* buffer(int count, int of) {
    int* filled = malloc((size_t)count * sizeof(int));
    for (int i = 0; i < count; ++i) filled[i] = of < 0 ? -1 : value(of, i);
    const enum Kind kind = kind_of(buffers++);
    if (kind == ORDINARY) return filled;
    int* made = stub_alloc(NULL, (size_t)count * sizeof(int), (int)kind);
    stub_copy(made, filled, (size_t)count * sizeof(int));
    free(filled);
    return made;
}

/* Checks each int of a buffer, then frees the buffer. */
static void expect(const char* what, int* made, int count, int (*wanted)(int)) {
    int* seen = malloc((size_t)count * sizeof(int));
    stub_copy(seen, made, (size_t)count * sizeof(int));
    for (int i = 0; i < count; ++i) {
        if (seen[i] == wanted(i)) continue;
        printf("%s, round %d, rank %d: [%d] is %d, not %d\n", what, round_, rank, i, seen[i], wanted(i));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    ++checks;
    free(seen);
}
static void drop(int* made) {
    if (round_ == 0 && rank != 0) free(made);
    else stub_free(made);
}

static int block; /* ints in one block */
static int sum(int index) {
    int all = 0;
    for (int from = 0; from < size; ++from) all += value(from, index);
    return all;
}
static int sum_till_here(int index) {
    int all = 0;
    for (int from = 0; from <= rank; ++from) all += value(from, index);
    return all;
}
static int sum_before(int index) { return rank == 0 ? -1 : sum_till_here(index) - value(rank, index); }
static int sum_at_root(int index) { return rank == 1 ? sum(index) : -1; }
static int own_share(int index) { return sum(rank * block + index); }
static int of_root(int index) { return value(1, index); }
static int all_blocks(int index) { return value(index / block, index % block); }
static int gathered(int index) { return rank == 1 ? all_blocks(index) : -1; }
static int scattered(int index) { return value(1, rank * block + index); }
static int exchanged(int index) { return value(index / block, rank * block + index % block); }
static int every_second_sum(int index) { return index % 2 == 0 ? sum(index) : -1; }
static int every_second_of_root(int index) { return index % 2 == 0 ? value(1, index) : -1; }
static int every_second_exchanged(int index) {
    return index % 2 == 0 ? value(index / (2 * block), 2 * rank * block + index % (2 * block)) : -1;
}

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
    (void)type;
    for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

/* The operations that the pipeline engine carries, of `count` ints. */
static void vectors(int count, MPI_Op op) {
    int *mine = buffer(count, rank), *result = buffer(count, -1);
    MPI_Allreduce(mine, result, count, MPI_INT, op, MPI_COMM_WORLD);
    expect("allreduce", result, count, sum);
    MPI_Scan(mine, result, count, MPI_INT, op, MPI_COMM_WORLD);
    expect("scan", result, count, sum_till_here);
    MPI_Allreduce(MPI_IN_PLACE, mine, count, MPI_INT, op, MPI_COMM_WORLD);
    expect("allreduce in place", mine, count, sum);
    drop(mine), drop(result);
    mine = buffer(count, rank), result = buffer(count, -1);
    MPI_Exscan(mine, result, count, MPI_INT, op, MPI_COMM_WORLD);
    expect("exscan", result, count, sum_before);
    drop(result), result = buffer(count, -1);
    MPI_Reduce(mine, rank == 1 ? result : NULL, count, MPI_INT, op, 1, MPI_COMM_WORLD);
    expect("reduce", result, count, sum_at_root);
    block = count / size;
    drop(result), result = buffer(block, -1);
    MPI_Reduce_scatter_block(mine, result, block, MPI_INT, op, MPI_COMM_WORLD);
    expect("reduce_scatter_block", result, block, own_share);
    int counts[64];
    for (int to = 0; to < size; ++to) counts[to] = block;
    MPI_Reduce_scatter(mine, result, counts, MPI_INT, op, MPI_COMM_WORLD);
    expect("reduce_scatter", result, block, own_share);
    MPI_Reduce_scatter(MPI_IN_PLACE, mine, counts, MPI_INT, op, MPI_COMM_WORLD);
    expect("reduce_scatter in place", mine, block, own_share);
    drop(mine), drop(result);
    mine = buffer(count, rank);
    MPI_Bcast(mine, count, MPI_INT, 1, MPI_COMM_WORLD);
    expect("bcast", mine, count, of_root);
    drop(mine);
}

/* Every second int is data; the ints between must stay as they are. */
static void vectors_with_holes(int count) {
    MPI_Datatype every_second;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &every_second);
    MPI_Type_commit(&every_second);
    int *mine = buffer(2 * count, rank), *result = buffer(2 * count, -1);
    MPI_Bcast(rank == 1 ? mine : result, count, every_second, 1, MPI_COMM_WORLD);
    if (rank != 1) expect("bcast with holes", result, 2 * count - 1, every_second_of_root);
    drop(mine), drop(result);
    MPI_Type_free(&every_second);
}

/* One variable in device memory and two that are not, in one type of absolute addresses. */
static void mixture(int count) {
    int *first = calloc((size_t)count, sizeof(int)), *second = buffer(count, rank == 1 ? 1 : -1),
        *third = calloc((size_t)count, sizeof(int));
    for (int i = 0; i < count && rank == 1; ++i) first[i] = third[i] = value(1, i);
    int lengths[] = {count, count, count};
    MPI_Aint places[3];
    MPI_Get_address(first, &places[0]);
    MPI_Get_address(second, &places[1]);
    MPI_Get_address(third, &places[2]);
    MPI_Datatype all;
    MPI_Type_create_hindexed(3, lengths, places, MPI_INT, &all);
    MPI_Type_commit(&all);
    MPI_Bcast(MPI_BOTTOM, 1, all, 1, MPI_COMM_WORLD);
    expect("bcast of a mixture, first", first, count, of_root);
    expect("bcast of a mixture, second", second, count, of_root);
    expect("bcast of a mixture, third", third, count, of_root);
    MPI_Type_free(&all);
    free(first), drop(second), free(third);
}

/* MPI_Reduce_local does not accept a resized type for a predefined operation, so this is the program's own operation,
 * on every second int. */
static void add_every_second(void* in, void* inout, int* count, MPI_Datatype* type) {
    (void)type;
    for (int i = 0; i < *count; ++i) ((int*)inout)[2 * i] += ((int*)in)[2 * i];
}
static void reduction_with_holes(int count) {
    MPI_Datatype every_second;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &every_second);
    MPI_Type_commit(&every_second);
    MPI_Op op;
    MPI_Op_create(add_every_second, 1, &op);
    int *mine = buffer(2 * count, rank), *result = buffer(2 * count, -1);
    MPI_Allreduce(mine, result, count, every_second, op, MPI_COMM_WORLD);
    expect("allreduce with holes", result, 2 * count - 1, every_second_sum);
    drop(mine), drop(result);
    MPI_Op_free(&op);
    MPI_Type_free(&every_second);
}

/* The operations that the phased engine carries, in blocks of `count` ints. */
static void blocks(int count) {
    block = count;
    int counts[64], places[64], bytes[64];
    MPI_Datatype types[64];
    for (int peer = 0; peer < size; ++peer)
        counts[peer] = count, places[peer] = peer * count, bytes[peer] = peer * count * (int)sizeof(int),
        types[peer] = MPI_INT;
    const int all = size * count;
    int plain[64] = {0}, plain_too[64];
    MPI_Request first;
    MPI_Ialltoall(plain, 1, MPI_INT, plain_too, 1, MPI_INT, MPI_COMM_WORLD, &first);
    MPI_Wait(&first, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD); /* this call makes a team, which also carries nonblocking calls */
    int *mine = buffer(all, rank), *got = buffer(all, -1), *own = buffer(count, rank);
    MPI_Alltoall(mine, count, MPI_INT, got, count, MPI_INT, MPI_COMM_WORLD);
    expect("alltoall", got, all, exchanged);
    drop(got), got = buffer(all, -1);
    MPI_Alltoallw(mine, counts, bytes, types, got, counts, bytes, types, MPI_COMM_WORLD);
    expect("alltoallw", got, all, exchanged);
    MPI_Allgather(own, count, MPI_INT, got, count, MPI_INT, MPI_COMM_WORLD);
    expect("allgather", got, all, all_blocks);
    drop(got), got = buffer(all, -1);
    MPI_Allgatherv(own, count, MPI_INT, got, counts, places, MPI_INT, MPI_COMM_WORLD);
    expect("allgatherv", got, all, all_blocks);
    drop(got), got = buffer(all, -1);
    MPI_Gatherv(own, count, MPI_INT, got, counts, places, MPI_INT, 1, MPI_COMM_WORLD);
    expect("gatherv", got, all, gathered);
    drop(got), got = buffer(all, -1);
    MPI_Gather(own, count, MPI_INT, got, count, MPI_INT, 1, MPI_COMM_WORLD);
    expect("gather", got, all, gathered);
    MPI_Scatter(mine, count, MPI_INT, own, count, MPI_INT, 1, MPI_COMM_WORLD);
    expect("scatter", own, count, scattered);
    drop(own), own = buffer(count, -1);
    MPI_Scatterv(mine, counts, places, MPI_INT, own, count, MPI_INT, 1, MPI_COMM_WORLD);
    expect("scatterv", own, count, scattered);
    drop(got), got = buffer(all, -1);

    MPI_Request requests[2];
    int *more = buffer(all, rank), *too = buffer(all, -1);
    MPI_Ialltoall(mine, count, MPI_INT, got, count, MPI_INT, MPI_COMM_WORLD, &requests[0]);
    MPI_Ialltoallv(more, counts, places, MPI_INT, too, counts, places, MPI_INT, MPI_COMM_WORLD, &requests[1]);
    usleep(2000); /* the engine continues by itself */
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    expect("ialltoall", got, all, exchanged);
    expect("ialltoallv", too, all, exchanged);
    drop(more), drop(too), drop(got), got = buffer(all, -1);

    MPIX_Alltoallv_schedule schedule;
    MPIX_Alltoallv_control1(counts, MPI_INT, counts, MPI_INT, MPI_COMM_WORLD, &schedule);
    MPIX_Alltoallv_data_trans2(mine, counts, places, MPI_INT, got, counts, places, MPI_INT, &schedule);
    expect("alltoallv by a schedule", got, all, exchanged);
    MPIX_Alltoallv_free(&schedule);
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, mine, counts, places, MPI_INT, MPI_COMM_WORLD);
    expect("alltoallv in place", mine, all, exchanged);
    drop(mine), drop(got), drop(own);

    MPI_Datatype every_second;
    MPI_Type_vector(count, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Datatype spread;
    MPI_Type_create_resized(every_second, 0, (MPI_Aint)(2 * (size_t)count * sizeof(int)), &spread);
    MPI_Type_commit(&spread);
    mine = buffer(2 * all, rank), got = buffer(2 * all, -1);
    MPI_Alltoall(mine, 1, spread, got, 1, spread, MPI_COMM_WORLD);
    expect("alltoall with holes", got, 2 * all, every_second_exchanged);
    drop(mine), drop(got);
    MPI_Type_free(&every_second);
    MPI_Type_free(&spread);
}

/* One request, started while its address is host memory, and again when the address has become device memory. */
static void change_between_starts(int count) {
    block = count;
    const size_t bytes = (size_t)(size * count) * sizeof(int);
    int* mine = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int* got = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Request request;
    MPI_Alltoall_init(mine, count, MPI_INT, got, count, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int start = 0; start < 3; ++start) {
        int* filled = buffer(size * count, rank);
        const int is_device = (start + rank) % 2 == 1;
        for (int side = 0; side < 2 && start > 0; ++side) {
            int* at = side ? got : mine;
            if (is_device) stub_alloc(at, bytes, DEVICE);
            else stub_free(at), mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        }
        if (start == 0 && is_device) stub_alloc(mine, bytes, DEVICE), stub_alloc(got, bytes, DEVICE);
        stub_copy(mine, filled, bytes);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect("persistent alltoall", got, size * count, exchanged);
        drop(filled);
    }
    MPI_Request_free(&request);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int is_vectors = argc > 2 && strcmp(argv[2], "vectors") == 0;
    int one = 1, all[64]; /* calls that synchronise, in which the engines' teams are made */
    MPI_Allreduce(&one, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int some[64] = {0};
    MPI_Alltoall(some, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    find_stub(argv[1]);
    const int rounds = argc > 3 ? atoi(argv[3]) : ROUNDS;
    for (round_ = 0; round_ < rounds; ++round_) {
        if (is_vectors) {
            const int before = stub_copies();
            vectors(12, MPI_SUM);
            vectors(300000, MPI_SUM);
            MPI_Op op;
            MPI_Op_create(add, 1, &op);
            vectors(1200, op);
            MPI_Op_free(&op);
            vectors_with_holes(2000);
            mixture(2000);
            reduction_with_holes(2000);
            if (stub_copies() == before && (round_ != 0 || rank == 0) && !(round_ == 1 && rank == 0))
                printf("nothing was copied\n");
        } else {
            blocks(3);
            blocks(50000);
        }
    }
    round_ = 2;
    if (!is_vectors) change_between_starts(5000);
    int sum_of_checks = 0;
    MPI_Allreduce(&checks, &sum_of_checks, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("OK %s, %d ranks: %d checks each\n", argv[2], size, sum_of_checks / size);
    MPI_Finalize();
    return 0;
}
