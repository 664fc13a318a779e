// A latency-bound kernel: a ring of cells, one per rank. A step exchanges the cell with both neighbours, computes the
// new cell, and adds up all cells with an Allreduce of 8 bytes. Every rank also computes the whole ring itself, and
// checks every number it receives.
//   gentle STEPS [waitall | sendrecv] [WORK_US]
// WORK_US: in each step one rank, in turn, first uses that much processor time, while the others wait for it.
// Prints "kernel_s=<seconds between two barriers> steps=<STEPS> ranks=<size>".
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kWarmUpSteps = 5, kModulus = 1000003 };

static int rank, size;
static int64_t *expected, *scratch;  // the whole ring, computed by this rank

static int64_t next_cell(int64_t left, int64_t own, int64_t right, int place) {
    return (left + 2 * own + right + place) % kModulus;
}

static void fail(int step, const char* what, int64_t got, int64_t wanted) {
    fprintf(stderr, "gentle: rank %d, step %d: %s is %lld, should be %lld\n", rank, step, what, (long long)got,
            (long long)wanted);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static int64_t advance_expected(void) {
    int64_t sum = 0;
    for (int i = 0; i < size; ++i) {
        scratch[i] = next_cell(expected[(i + size - 1) % size], expected[i], expected[(i + 1) % size], i);
        sum += scratch[i];
    }
    memcpy(expected, scratch, sizeof *expected * (size_t)size);
    return sum;
}

static void exchange_nonblocking(int left, int right, int64_t own, int64_t* from_left, int64_t* from_right) {
    MPI_Request requests[4];
    MPI_Irecv(from_left, 1, MPI_INT64_T, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(from_right, 1, MPI_INT64_T, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&own, 1, MPI_INT64_T, right, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&own, 1, MPI_INT64_T, left, 2, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void exchange_blocking(int left, int right, int64_t own, int64_t* from_left, int64_t* from_right) {
    MPI_Sendrecv(&own, 1, MPI_INT64_T, right, 1, from_left, 1, MPI_INT64_T, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&own, 1, MPI_INT64_T, left, 2, from_right, 1, MPI_INT64_T, right, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static int64_t thread_cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void work(int64_t ns) {
    const int64_t end = thread_cpu_ns() + ns;
    while (thread_cpu_ns() < end) {}
}

static void run(int first, int steps, int sendrecv, int64_t work_ns, int64_t* own) {
    const int left = (rank + size - 1) % size, right = (rank + 1) % size;
    for (int step = first; step < first + steps; ++step) {
        int64_t from_left = -1, from_right = -1, total = -1;
        if (work_ns && step % size == rank) work(work_ns);
        if (sendrecv) exchange_blocking(left, right, *own, &from_left, &from_right);
        else exchange_nonblocking(left, right, *own, &from_left, &from_right);
        if (from_left != expected[left]) fail(step, "the left neighbour's cell", from_left, expected[left]);
        if (from_right != expected[right]) fail(step, "the right neighbour's cell", from_right, expected[right]);
        *own = next_cell(from_left, *own, from_right, rank);
        MPI_Allreduce(own, &total, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
        const int64_t wanted = advance_expected();
        if (total != wanted) fail(step, "the sum", total, wanted);
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int steps = argc > 1 ? atoi(argv[1]) : 1000;
    const int sendrecv = argc > 2 && strcmp(argv[2], "sendrecv") == 0;
    const int64_t work_ns = argc > 3 ? (int64_t)(atof(argv[3]) * 1000) : 0;
    expected = malloc(sizeof *expected * (size_t)size);
    scratch = malloc(sizeof *scratch * (size_t)size);
    if (!expected || !scratch) MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 0; i < size; ++i) expected[i] = 17 * i + 3;
    int64_t own = expected[rank];
    run(0, kWarmUpSteps, sendrecv, 0, &own);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    run(kWarmUpSteps, steps, sendrecv, work_ns, &own);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) printf("kernel_s=%.9f steps=%d ranks=%d\n", MPI_Wtime() - start, steps, size);
    free(expected);
    free(scratch);
    MPI_Finalize();
    return 0;
}
