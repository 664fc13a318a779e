// One collective on a cluster: repetitions, each behind a barrier, each taking as long as the slowest rank is in the
// call, by CLOCK_MONOTONIC. Every byte that arrives is checked.
//   cluster OP SIZES REPS [PAUSE]   SIZES: bytes, separated by commas. Per block where a rank has one for each other
//   rank.
//                                   Of at most 2 KB each repetition is made 16 times: such calls take less than what
//                                   disturbs them. PAUSE: ms that all sleep before each repetition, as if they
//                                   computed: queues and token buckets recover
// With CLUSTER_TOGETHER_MS set all hosts must share one clock, as virtual ones do: a repetition then begins so many ms
// after rank 0 has left the barrier. Where packets are lost a barrier by TCP leaves some ranks behind for 200 ms and
// more, which is not the operation's time. With CLUSTER_WARM set so many calls are made before those that count, one
// right after the other. Prints for each size "op=OP bytes=B n=REPS median_s=... min_s=...
// p90_s=...".
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kFew = 5 };  // scatterv sends to that many ranks besides the root
enum { kShort = 2048, kTimesShort = 16 };

static int rank, size, bytes, repetition, pause_ms, together_ms, warm_calls;
static unsigned char *out, *in;
static int *counts, *places, *in_counts, *in_places;

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// What byte `at` of the block from `from` to `to` must be in this repetition.
static unsigned char pattern(int from, int to, int at) {
    return (unsigned char)(from * 31 + to * 17 + at * 7 + repetition * 13 + (at >> 8));
}

static void fill(unsigned char* block, int from, int to, int n) {
    for (int i = 0; i < n; ++i) block[i] = pattern(from, to, i);
}

static void check(const unsigned char* block, int from, int to, int n) {
    for (int i = 0; i < n; ++i)
        if (block[i] != pattern(from, to, i)) {
            fprintf(stderr, "cluster: rank %d: byte %d of %d from %d is %d, should be %d\n", rank, i, n, from, block[i],
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

// Sums of 32-bit numbers that do not overflow: rank + at + repetition.
static void fill_numbers(void) {
    for (int i = 0; i < bytes / 4; ++i) ((int32_t*)out)[i] = rank + i % 1000 + repetition;
}
static void check_numbers(int ranks) {
    for (int i = 0; i < bytes / 4; ++i)
        if (((int32_t*)in)[i] != ranks * (ranks - 1) / 2 + ranks * (i % 1000 + repetition)) {
            fprintf(stderr, "cluster: rank %d: element %d is wrong\n", rank, i);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
}

static void bcast_fill(void) {
    if (rank == 0) fill(in, 0, 0, bytes);
    else memset(in, 255, (size_t)bytes);
}
static void bcast_run(void) { MPI_Bcast(in, bytes, MPI_BYTE, 0, MPI_COMM_WORLD); }
static void bcast_check(void) { check(in, 0, 0, bytes); }
static void scatter_fill(void) { fill_blocks(0); }
static void scatter_run(void) { MPI_Scatter(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, 0, MPI_COMM_WORLD); }
static void scatter_check(void) { check(in, 0, rank, bytes); }
static void scatterv_fill(void) {
    fill_blocks(0);
    for (int i = 0; i < size; ++i) counts[i] = i >= 1 && i <= kFew ? bytes : 0;
}
static void scatterv_run(void) {
    MPI_Scatterv(out, counts, places, MPI_BYTE, in, counts[rank], MPI_BYTE, 0, MPI_COMM_WORLD);
}
static void scatterv_check(void) { check(in, 0, rank, counts[rank]); }
static void gathered_fill(void) { fill_blocks(1); }
static void gathered_check(void) { check_blocks(1); }
static void allgather_run(void) { MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD); }
static void allgatherv_run(void) {
    MPI_Allgatherv(out, bytes, MPI_BYTE, in, in_counts, in_places, MPI_BYTE, MPI_COMM_WORLD);
}
static void exchanged_fill(void) { fill_blocks(0); }
static void exchanged_check(void) { check_blocks(0); }
static void alltoall_run(void) { MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD); }
static void alltoallv_run(void) {
    MPI_Alltoallv(out, in_counts, in_places, MPI_BYTE, in, in_counts, in_places, MPI_BYTE, MPI_COMM_WORLD);
}
static void nothing(void) {}
static void barrier_run(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void reduce_run(void) { MPI_Reduce(out, in, bytes / 4, MPI_INT32_T, MPI_SUM, 0, MPI_COMM_WORLD); }
static void reduce_check(void) {
    if (rank == 0) check_numbers(size);
}
static void allreduce_run(void) { MPI_Allreduce(out, in, bytes / 4, MPI_INT32_T, MPI_SUM, MPI_COMM_WORLD); }
static void allreduce_check(void) { check_numbers(size); }
static void scan_run(void) { MPI_Scan(out, in, bytes / 4, MPI_INT32_T, MPI_SUM, MPI_COMM_WORLD); }
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

static int by_value(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// The greatest of all ranks' values. Who is here early sleeps: the others, who are still in the call, would have cores
// of their own on real hosts.
static double greatest(double mine) {
    double result;
    int done = 0;
    MPI_Request request;
    PMPI_Iallreduce(&mine, &result, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, &request);
    for (PMPI_Test(&request, &done, MPI_STATUS_IGNORE); !done; PMPI_Test(&request, &done, MPI_STATUS_IGNORE))
        nanosleep(&(struct timespec){0, 500000}, NULL);
    return result;
}

static void meet_later(void) {
    double begin = now_s() + 1e-3 * together_ms;
    PMPI_Bcast(&begin, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    const struct timespec at = {(time_t)begin, (long)((begin - (double)(time_t)begin) * 1e9)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
}

// The measure of one repetition: the longest time that a rank spent in the call. Checked when all are done, for the
// same reason.
static double repeat(int operation) {
    memset(in, 255, (size_t)bytes * (size_t)size);
    kOperations[operation].fill();
    if (pause_ms > 0) nanosleep(&(struct timespec){pause_ms / 1000, pause_ms % 1000 * 1000000L}, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    if (together_ms > 0) meet_later();
    const double start = now_s();
    kOperations[operation].run();
    const double mine = now_s() - start;
    const double longest = greatest(mine);
    kOperations[operation].check();
    return longest;
}

static void measure(int operation, int repetitions) {
    if (bytes <= kShort) repetitions *= kTimesShort;
    double* taken = malloc(sizeof *taken * (size_t)repetitions);
    kOperations[operation].fill();
    for (int i = 0; i < warm_calls; ++i) kOperations[operation].run();
    for (repetition = -1; repetition < repetitions; ++repetition) {  // the first one connects, and does not count
        const double t = repeat(operation);
        if (repetition >= 0) taken[repetition] = t;
    }
    qsort(taken, (size_t)repetitions, sizeof *taken, by_value);
    if (rank == 0)
        printf("op=%s bytes=%d n=%d median_s=%.9f min_s=%.9f p90_s=%.9f\n", kOperations[operation].name, bytes,
               repetitions, (taken[(repetitions - 1) / 2] + taken[repetitions / 2]) / 2, taken[0],
               taken[(repetitions - 1) * 9 / 10]);
    fflush(stdout);
    free(taken);
}

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

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int operation = 0;
    const int complete = argc == 4 || argc == 5;
    while (complete && operation < kOperationCount && strcmp(argv[1], kOperations[operation].name) != 0) ++operation;
    if (!complete || operation == kOperationCount || atoi(argv[3]) < 1) {
        if (rank == 0) fprintf(stderr, "usage: cluster OP SIZES REPS [PAUSE_MS]\n");
        MPI_Finalize();
        return 2;
    }
    if (getenv("CLUSTER_TOGETHER_MS") != NULL) together_ms = atoi(getenv("CLUSTER_TOGETHER_MS"));
    if (getenv("CLUSTER_WARM") != NULL) warm_calls = atoi(getenv("CLUSTER_WARM"));
    pause_ms = argc == 5 ? atoi(argv[4]) : 0;
    int** const tables[] = {&counts, &places, &in_counts, &in_places};
    for (int i = 0; i < 4; ++i) *tables[i] = calloc((size_t)size, sizeof(int));
    for (char* word = strtok(argv[2], ","); word != NULL; word = strtok(NULL, ",")) {
        set_up(atoi(word));
        measure(operation, atoi(argv[3]));
    }
    MPI_Finalize();
    return 0;
}
