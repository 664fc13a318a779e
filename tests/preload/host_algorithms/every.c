// Every blocking collective on N duplicates of the world, with several lengths, and with expected results computed
// here. A rule may give each duplicate another algorithm of the host's. "every N [LENGTH...]": lengths in integers.
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int rank, size, wrong, turn;

static int value(int from, int to, int i) { return turn * 1000003 + from * 10007 + to * 101 + i; }

static void expect(int got, int wanted, const char* what, int which, int length) {
    if (got == wanted) return;
    if (wrong++ < 5)
        fprintf(stderr, "rank %d, dup %d, %s of %d: %d instead of %d\n", rank, which, what, length, got, wanted);
}

static int* filled(int count) {
    int* values = malloc(((size_t)count + 1) * sizeof(int));
    for (int i = 0; i <= count; ++i) values[i] = -1;
    return values;
}

static int sum_of_ranks(int upto, int i) {
    int sum = 0;
    for (int r = 0; r < upto; ++r) sum += value(r, 0, i);
    return sum;
}

// Composes maps x -> a x + b: does not commute.
static void compose(void* left, void* right, int* count, MPI_Datatype* type) {
    (void)type;
    unsigned *l = left, *r = right;
    for (int i = 0; i < *count; ++i, l += 2, r += 2) {
        const unsigned a = l[0] * r[0], b = l[1] * r[0] + r[1];
        r[0] = a, r[1] = b;
    }
}

static void moves(MPI_Comm comm, int n, int which) {
    const int root = (which + n + turn) % size;
    int *one = filled(n), *all = filled(n * size), *out = filled(n * size);
    if (rank == root)
        for (int i = 0; i < n; ++i) one[i] = value(root, 0, i);
    MPI_Bcast(one, n, MPI_INT, root, comm);
    for (int i = 0; i < n; ++i) expect(one[i], value(root, 0, i), "bcast", which, n);

    for (int i = 0; i < n; ++i) one[i] = value(rank, 0, i);
    MPI_Gather(one, n, MPI_INT, all, n, MPI_INT, root, comm);
    if (rank == root)
        for (int i = 0; i < n * size; ++i) expect(all[i], value(i / n, 0, i % n), "gather", which, n);
    for (int i = 0; i < n * size; ++i) out[i] = value(root, i / n, i % n);
    MPI_Scatter(out, n, MPI_INT, one, n, MPI_INT, root, comm);
    for (int i = 0; i < n; ++i) expect(one[i], value(root, rank, i), "scatter", which, n);

    for (int i = 0; i < n; ++i) one[i] = value(rank, 0, i);
    MPI_Allgather(one, n, MPI_INT, all, n, MPI_INT, comm);
    for (int i = 0; i < n * size; ++i) expect(all[i], value(i / n, 0, i % n), "allgather", which, n);
    for (int i = 0; i < n * size; ++i) all[i] = i / n == rank ? value(rank, 0, i % n) : -1;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, n, MPI_INT, comm);
    for (int i = 0; i < n * size; ++i) expect(all[i], value(i / n, 0, i % n), "allgather in place", which, n);

    for (int i = 0; i < n * size; ++i) out[i] = value(rank, i / n, i % n), all[i] = -1;
    MPI_Alltoall(out, n, MPI_INT, all, n, MPI_INT, comm);
    for (int i = 0; i < n * size; ++i) expect(all[i], value(i / n, rank, i % n), "alltoall", which, n);
    for (int i = 0; i < n * size; ++i) all[i] = value(rank, i / n, i % n);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, n, MPI_INT, comm);
    for (int i = 0; i < n * size; ++i) expect(all[i], value(i / n, rank, i % n), "alltoall in place", which, n);
    free(one), free(all), free(out);
}

// Rank r has r + n elements for every rank.
static void moves_of_sizes(MPI_Comm comm, int n, int which) {
    const int root = (which + turn) % size, own = rank + n;
    int counts[64], places[64], to[64], at[64], total = 0;
    MPI_Datatype types[64];
    for (int r = 0; r < size; ++r) {
        counts[r] = r + n, places[r] = total, total += r + n;
        to[r] = own, at[r] = r * own, types[r] = MPI_INT;
    }
    int *one = filled(own), *all = filled(total), *out = filled(own * size);
    for (int i = 0; i < own; ++i) one[i] = value(rank, 0, i);
    MPI_Allgatherv(one, own, MPI_INT, all, counts, places, MPI_INT, comm);
    for (int r = 0; r < size; ++r)
        for (int i = 0; i < counts[r]; ++i) expect(all[places[r] + i], value(r, 0, i), "allgatherv", which, n);
    memset(all, -1, (size_t)total * sizeof(int));
    MPI_Gatherv(one, own, MPI_INT, all, counts, places, MPI_INT, root, comm);
    for (int r = 0; rank == root && r < size; ++r)
        for (int i = 0; i < counts[r]; ++i) expect(all[places[r] + i], value(r, 0, i), "gatherv", which, n);
    for (int r = 0; r < size; ++r)
        for (int i = 0; i < counts[r]; ++i) all[places[r] + i] = value(root, r, i);
    MPI_Scatterv(all, counts, places, MPI_INT, one, own, MPI_INT, root, comm);
    for (int i = 0; i < own; ++i) expect(one[i], value(root, rank, i), "scatterv", which, n);
    for (int r = 0; r < size; ++r)
        for (int i = 0; i < own; ++i) out[at[r] + i] = value(rank, r, i);
    memset(all, -1, (size_t)total * sizeof(int));
    MPI_Alltoallv(out, to, at, MPI_INT, all, counts, places, MPI_INT, comm);
    for (int r = 0; r < size; ++r)
        for (int i = 0; i < counts[r]; ++i) expect(all[places[r] + i], value(r, rank, i), "alltoallv", which, n);
    for (int r = 0; r < size; ++r) places[r] *= 4, at[r] *= 4;
    memset(all, -1, (size_t)total * sizeof(int));
    MPI_Alltoallw(out, to, at, types, all, counts, places, types, comm);
    for (int r = 0; r < size; ++r)
        for (int i = 0; i < counts[r]; ++i) expect(all[places[r] / 4 + i], value(r, rank, i), "alltoallw", which, n);
    free(one), free(all), free(out);
}

static void sums(MPI_Comm comm, int n, int which) {
    const int root = (which + turn) % size;
    int *one = filled(n * size), *all = filled(n * size), counts[64], before = 0;
    for (int i = 0; i < n * size; ++i) one[i] = value(rank, 0, i);
    MPI_Reduce(one, all, n, MPI_INT, MPI_SUM, root, comm);
    for (int i = 0; rank == root && i < n; ++i) expect(all[i], sum_of_ranks(size, i), "reduce", which, n);
    memcpy(all, one, (size_t)n * sizeof(int));  // to rank 0: bare MPICH 4.0 crashes elsewhere
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : one, rank == 0 ? all : NULL, n, MPI_INT, MPI_SUM, 0, comm);
    for (int i = 0; rank == 0 && i < n; ++i) expect(all[i], sum_of_ranks(size, i), "reduce in place", which, n);
    MPI_Allreduce(one, all, n, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < n; ++i) expect(all[i], sum_of_ranks(size, i), "allreduce", which, n);
    memcpy(all, one, (size_t)n * sizeof(int));
    MPI_Allreduce(MPI_IN_PLACE, all, n, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < n; ++i) expect(all[i], sum_of_ranks(size, i), "allreduce in place", which, n);
    MPI_Reduce_scatter_block(one, all, n, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < n; ++i) expect(all[i], sum_of_ranks(size, rank * n + i), "reduce_scatter_block", which, n);
    for (int r = 0; r < size; ++r) counts[r] = r % 2 ? n : n / 2;
    for (int r = 0; r < rank; ++r) before += counts[r];
    MPI_Reduce_scatter(one, all, counts, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < counts[rank]; ++i) expect(all[i], sum_of_ranks(size, before + i), "reduce_scatter", which, n);
    MPI_Scan(one, all, n, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < n; ++i) expect(all[i], sum_of_ranks(rank + 1, i), "scan", which, n);
    MPI_Exscan(one, all, n, MPI_INT, MPI_SUM, comm);
    for (int i = 0; rank > 0 && i < n; ++i) expect(all[i], sum_of_ranks(rank, i), "exscan", which, n);
    free(one), free(all);
}

// An operation that does not commute is combined in the order of ranks, whatever the algorithm.
static void in_order(MPI_Comm comm, int n, MPI_Op op, MPI_Datatype pair, int which) {
    unsigned *one = malloc(8 * (size_t)n + 8), *all = malloc(8 * (size_t)n + 8);
    unsigned a = 1, b = 0, a_upto = 1, b_upto = 0;
    for (int r = 0; r < size; ++r) {
        a = a * (2u * (unsigned)r + 3), b = b * (2u * (unsigned)r + 3) + (unsigned)r + 7;
        if (r <= rank) a_upto = a, b_upto = b;
    }
    for (int i = 0; i < n; ++i) one[2 * i] = 2u * (unsigned)rank + 3, one[2 * i + 1] = (unsigned)rank + 7;
    MPI_Allreduce(one, all, n, pair, op, comm);
    for (int i = 0; i < n; ++i) expect((int)all[2 * i + 1], (int)b, "ordered allreduce", which, n);
    MPI_Reduce(one, all, n, pair, op, 0, comm);
    for (int i = 0; rank == 0 && i < n; ++i) expect((int)all[2 * i + 1], (int)b, "ordered reduce", which, n);
    MPI_Scan(one, all, n, pair, op, comm);
    for (int i = 0; i < n; ++i) expect((int)all[2 * i + 1], (int)b_upto, "ordered scan", which, n);
    (void)a_upto;
    free(one), free(all);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The last rank enters late: no rank may leave before.
static void meets(MPI_Comm comm, int which) {
    double left, entered;
    MPI_Barrier(comm);
    if (rank == (which + turn) % size) usleep(20000);
    double now = seconds();
    MPI_Barrier(comm);
    left = seconds();
    MPI_Allreduce(&now, &entered, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    expect(left >= entered, 1, "barrier", which, 0);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int dups = argc > 1 ? atoi(argv[1]) : 1;
    static const int usual[] = {1, 3, 1000, 20000};
    const int lengths = argc > 2 ? argc - 2 : 4;
    MPI_Op op;
    MPI_Datatype pair;
    MPI_Op_create(compose, 0, &op);
    MPI_Type_contiguous(2, MPI_UNSIGNED, &pair);
    MPI_Type_commit(&pair);
    MPI_Comm* comms = malloc((size_t)dups * sizeof(MPI_Comm));
    for (int which = 0; which < dups; ++which) MPI_Comm_dup(MPI_COMM_WORLD, &comms[which]);
    for (turn = 0; turn < 3; ++turn)  // in the first turn nothing is set up yet
        for (int which = 0; which < dups; ++which) {
            for (int i = 0; i < lengths; ++i) {
                const int n = argc > 2 ? atoi(argv[2 + i]) : usual[i];
                moves(comms[which], n, which);
                moves_of_sizes(comms[which], n, which);
                sums(comms[which], n, which);
                in_order(comms[which], n, op, pair, which);
            }
            meets(comms[which], which);
        }
    for (int which = 0; which < dups; ++which) MPI_Comm_free(&comms[which]);
    MPI_Type_free(&pair);
    MPI_Op_free(&op);
    MPI_Finalize();
    printf("rank %d: %d wrong\n", rank, wrong);
    return wrong != 0;
}
