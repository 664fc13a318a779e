/* A program that combines floating sums and operations of its own, whose last bits depend on the order, and integers,
   whose bits do not. Between these calls it moves data, so that teams are also made for other reasons. Every rank
   prints a digest of the results that depend on the order, and checks all others. orders ROUNDS */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 1 << 16 };
static double give[kMost], get[kMost];
static int whole[kMost], sums[kMost];
static int rank, size;
static long wrong;
static uint64_t digest = 1469598103934665603u;

static void add(const void* data, size_t length) {
    const unsigned char* bytes = data;
    for (size_t i = 0; i < length; ++i) digest = (digest ^ bytes[i]) * 1099511628211u;
}

static void blend(void* left, void* right, int* count, MPI_Datatype* type) {
    (void)type;
    for (int i = 0; i < *count; ++i) ((double*)right)[i] = ((double*)left)[i] * 0.75 + ((double*)right)[i];
}

static void combine_floating(MPI_Comm comm, MPI_Op own, int count, int round) {
    const size_t bytes = (size_t)count * sizeof *get;
    MPI_Request request;
    for (int i = 0; i < count; ++i) give[i] = 1.0 / (3 + rank + 7 * i + round % 11);
    MPI_Allreduce(give, get, count, MPI_DOUBLE, MPI_SUM, comm);
    add(get, bytes);
    MPI_Reduce(give, get, count, MPI_DOUBLE, MPI_SUM, round % size, comm);
    if (rank == round % size) add(get, bytes);
    MPI_Scan(give, get, count, MPI_DOUBLE, MPI_PROD, comm);
    add(get, bytes);
    if (round % 3 == 0) {
        MPI_Allreduce(give, get, count, MPI_DOUBLE, own, comm);
        add(get, bytes);
    }
    if (round % 3 == 1) {
        MPI_Iallreduce(give, get, count, MPI_DOUBLE, MPI_SUM, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        add(get, bytes);
    }
    if (round % 3 == 2 && count >= size) {
        MPI_Reduce_scatter_block(give, get, count / size, MPI_DOUBLE, MPI_SUM, comm);
        add(get, (size_t)(count / size) * sizeof *get);
    }
    for (int i = 0; i < 8; ++i) give[i] = rank % 2 ? 0.0 : -0.0;
    MPI_Allreduce(give, get, 8, MPI_DOUBLE, MPI_MAX, comm);
    add(get, 8 * sizeof *get);
}

static void combine_whole(MPI_Comm comm, int count, int round) {
    for (int i = 0; i < count; ++i) whole[i] = 1000003 * (rank + 1) + i * round;
    const int first = 1000003 * (size * (size + 1) / 2);
    MPI_Allreduce(whole, sums, count, MPI_INT, MPI_SUM, comm);
    wrong += sums[0] != first || sums[count - 1] != first + size * (count - 1) * round;
    MPI_Reduce(whole, sums, count, MPI_INT, MPI_MAX, round % size, comm);
    if (rank == round % size) wrong += sums[count - 1] != 1000003 * size + (count - 1) * round;
}

static void move(MPI_Comm comm, int count, int round) {
    memset(whole, round % 100, (size_t)count * sizeof *whole);
    if (rank != round % size) memset(whole, 101, (size_t)count * sizeof *whole);
    MPI_Bcast(whole, count, MPI_INT, round % size, comm);
    wrong += ((char*)whole)[0] != round % 100 || ((char*)whole)[4 * count - 1] != round % 100;
    MPI_Allgather(whole, count / size, MPI_INT, sums, count / size, MPI_INT, comm);
    if (round % 16 == 0) MPI_Barrier(comm);
}

int main(int argc, char** argv) {
    static const int lengths[] = {1, 1000, 4096, 40000};
    const int rounds = argc > 1 ? atoi(argv[1]) : 100;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm comms[2] = {MPI_COMM_WORLD};
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    MPI_Op own;
    MPI_Op_create(blend, 0, &own);
    for (int round = 0; round < rounds; ++round) {
        MPI_Comm comm = comms[round % 4 == 3];
        move(comm, 4096, round);
        combine_whole(comm, 16384, round);
        combine_floating(comm, own, lengths[round / 2 % 4], round);
    }
    MPI_Op_free(&own);
    MPI_Comm_free(&comms[1]);
    long all = 0;
    MPI_Reduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    printf("digest %d %016llx\n", rank, (unsigned long long)digest);
    if (rank == 0) printf(all ? "WRONG %ld\n" : "RIGHT\n", all);
    MPI_Finalize();
    return all != 0;
}
