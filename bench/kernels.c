/* kernels NAME SIZE ROUNDS: communication-bound kernels in the shape of the NAS benchmarks IS and FT, for one rank per
 * node.
 * sort SIZE   SIZE random keys per rank are sorted over all ranks: histogram of 1024 buckets by Allreduce, counts by
 *             Alltoall, keys by Alltoallv, counting sort.
 * fft SIZE    a complex cube of SIZE^3 in planes: transforms in two directions, transposed by Alltoall, transformed in
 *             the third; then all steps back.
 * Prints `kernel= size= rounds= s= mpi_s=`: total time of all rounds, and its part in MPI, on the slowest rank. The
 * result is verified: order and number of the keys, or that the cube is again the original one. */
#include <complex.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kKeys = 1 << 19, kBuckets = 1 << 10, kKeysOfABucket = kKeys / kBuckets };

static int rank, ranks;
static double mpi_s;
static unsigned long long state;

static void* taken(size_t bytes) {
    void* memory = calloc(bytes + 1, 1);
    if (!memory) MPI_Abort(MPI_COMM_WORLD, 3);
    return memory;
}

static unsigned drawn(void) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33);
}

static void failed(const char* what) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 4);
}

/* Finds the first bucket of each rank, so that all ranks get about the same number of keys. */
static void divide(const int* histogram, long all, int* first) {
    long below = 0;
    int to = 0;
    first[0] = 0;
    for (int bucket = 0; bucket < kBuckets; ++bucket) {
        while (to + 1 < ranks && below >= all * (to + 1) / ranks) first[++to] = bucket;
        below += histogram[bucket];
    }
    while (to < ranks) first[++to] = kBuckets;
}

/* Sorts keys by bucket (`width` keys each, from `low` on), or by value if width is 1. */
static void order(const int* keys, int count, int low, int width, int buckets, int* ordered) {
    int* next = taken(((size_t)buckets + 1) * sizeof(int));
    for (int i = 0; i < count; ++i) next[(keys[i] - low) / width + 1] += 1;
    for (int bucket = 0; bucket < buckets; ++bucket) next[bucket + 1] += next[bucket];
    for (int i = 0; i < count; ++i) ordered[next[(keys[i] - low) / width]++] = keys[i];
    free(next);
}

static void sort_round(const int* keys, int count) {
    int *own = taken(2 * kBuckets * sizeof(int)), *all = own + kBuckets,
        *first = taken(((size_t)ranks + 1) * sizeof(int));
    int *counts = taken(4 * (size_t)ranks * sizeof(int)), *places = counts + ranks, *in_counts = places + ranks,
        *in_places = in_counts + ranks;
    for (int i = 0; i < count; ++i) own[keys[i] / kKeysOfABucket] += 1;
    mpi_s -= MPI_Wtime();
    MPI_Allreduce(own, all, kBuckets, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    mpi_s += MPI_Wtime();
    divide(all, (long)count * ranks, first);
    int *bucketed = taken((size_t)count * sizeof(int)), at = 0;
    order(keys, count, 0, kKeysOfABucket, kBuckets, bucketed);
    for (int to = 0; to < ranks; ++to) {
        places[to] = at;
        for (int bucket = first[to]; bucket < first[to + 1]; ++bucket) at += own[bucket];
        counts[to] = at - places[to];
    }
    mpi_s -= MPI_Wtime();
    MPI_Alltoall(counts, 1, MPI_INT, in_counts, 1, MPI_INT, MPI_COMM_WORLD);
    mpi_s += MPI_Wtime();
    int got = 0;
    for (int from = 0; from < ranks; ++from) {
        in_places[from] = got;
        got += in_counts[from];
    }
    int *mine = taken(2 * (size_t)got * sizeof(int)), *sorted = mine + got;
    mpi_s -= MPI_Wtime();
    MPI_Alltoallv(bucketed, counts, places, MPI_INT, mine, in_counts, in_places, MPI_INT, MPI_COMM_WORLD);
    mpi_s += MPI_Wtime();
    for (int i = 0; i < got; ++i) {
        const int bucket = mine[i] / kKeysOfABucket;
        if (mine[i] < 0 || bucket < first[rank] || bucket >= first[rank + 1]) failed("a key of another rank");
        all[bucket] -= 1;
    }
    for (int bucket = first[rank]; bucket < first[rank + 1]; ++bucket)
        if (all[bucket] != 0) failed("keys are missing or too many");
    order(mine, got, first[rank] * kKeysOfABucket, 1, (first[rank + 1] - first[rank]) * kKeysOfABucket, sorted);
    for (int i = 1; i < got; ++i)
        if (sorted[i - 1] > sorted[i]) failed("keys out of order");
    free(own), free(first), free(counts), free(bucketed), free(mine);
}

static void sort(int size, int rounds) {
    int* keys = taken((size_t)size * sizeof(int));
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < size; ++i)
            keys[i] = (int)((drawn() % kKeys + drawn() % kKeys + drawn() % kKeys + drawn() % kKeys) / 4);
        sort_round(keys, size);
    }
    free(keys);
}

/* Transforms one line of `n` (a power of two) values that are `stride` apart. `sign`: -1 forwards, +1 back. */
static void transform(double complex* line, int n, int stride, int sign, double complex* work) {
    for (int i = 0, reversed = 0; i < n; ++i) {
        work[reversed] = line[(long)i * stride];
        for (int bit = n >> 1; bit && ((reversed ^= bit) & bit) == 0; bit >>= 1) {}
    }
    for (int half = 1; half < n; half <<= 1) {
        const double complex step = cexp(sign * I * M_PI / half);
        double complex root = 1;
        for (int j = 0; j < half; ++j, root *= step)
            for (int i = j; i < n; i += 2 * half) {
                const double complex low = work[i], high = root * work[i + half];
                work[i] = low + high;
                work[i + half] = low - high;
            }
    }
    for (int i = 0; i < n; ++i) line[(long)i * stride] = work[i];
}

/* Turns planes [z][y][x] of this rank's z into [x][y][z] of its x, or back: swaps first and last index of the cube. */
static void transpose(double complex* cube, double complex* packed, double complex* got, int n) {
    const int planes = n / ranks;
    const int block = planes * n * planes;
    for (int to = 0, at = 0; to < ranks; ++to)
        for (int x = to * planes; x < (to + 1) * planes; ++x)
            for (int y = 0; y < n; ++y)
                for (int z = 0; z < planes; ++z) packed[at++] = cube[((long)z * n + y) * n + x];
    mpi_s -= MPI_Wtime();
    MPI_Alltoall(packed, 2 * block, MPI_DOUBLE, got, 2 * block, MPI_DOUBLE, MPI_COMM_WORLD);
    mpi_s += MPI_Wtime();
    for (int from = 0, at = 0; from < ranks; ++from)
        for (int x = 0; x < planes; ++x)
            for (int y = 0; y < n; ++y)
                for (int z = 0; z < planes; ++z) cube[((long)x * n + y) * n + from * planes + z] = got[at++];
}

/* Transforms all planes along their last index, or across it. */
static void transform_planes(double complex* cube, int n, int planes, int along, int sign, double complex* work) {
    for (int plane = 0; plane < planes; ++plane)
        for (int i = 0; i < n; ++i)
            if (along) transform(cube + ((long)plane * n + i) * n, n, 1, sign, work);
            else transform(cube + (long)plane * n * n + i, n, n, sign, work);
}

static void fft(int n, int rounds) {
    if (n % ranks != 0 || (n & (n - 1)) != 0) failed("SIZE must be a power of two that the ranks divide");
    const int planes = n / ranks;
    const size_t values = (size_t)planes * (size_t)n * (size_t)n;
    double complex *cube = taken(3 * values * sizeof *cube), *packed = cube + values, *got = packed + values;
    double complex *first = taken(values * sizeof *first), *work = taken((size_t)n * sizeof *work);
    for (size_t i = 0; i < values; ++i) first[i] = cube[i] = drawn() / 2147483648.0 + I * (drawn() / 2147483648.0);
    for (int round = 0; round < rounds; ++round) {
        transform_planes(cube, n, planes, 1, -1, work);
        transform_planes(cube, n, planes, 0, -1, work);
        transpose(cube, packed, got, n);
        transform_planes(cube, n, planes, 1, -1, work);
        transform_planes(cube, n, planes, 1, 1, work);
        transpose(cube, packed, got, n);
        transform_planes(cube, n, planes, 0, 1, work);
        transform_planes(cube, n, planes, 1, 1, work);
        for (size_t i = 0; i < values; ++i) cube[i] /= (double)n * n * n;
    }
    for (size_t i = 0; i < values; ++i)
        if (cabs(cube[i] - first[i]) > 1e-9) failed("the cube is not what it was");
    free(cube), free(first), free(work);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 4) failed("usage: kernels sort|fft SIZE ROUNDS");
    state = (unsigned long long)rank * 7919 + 1;
    void (*kernel)(int, int) = strcmp(argv[1], "sort") == 0 ? sort : fft;
    const int size = atoi(argv[2]), rounds = atoi(argv[3]);
    kernel(size, 1); /* warm-up: connections, teams */
    MPI_Barrier(MPI_COMM_WORLD);
    mpi_s = 0;
    double times[2] = {-MPI_Wtime(), 0}, most[2];
    kernel(size, rounds);
    times[0] += MPI_Wtime();
    times[1] = mpi_s;
    MPI_Reduce(times, most, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("kernel=%s size=%d rounds=%d s=%.6f mpi_s=%.6f\n", argv[1], size, rounds, most[0], most[1]);
    MPI_Finalize();
    return 0;
}
