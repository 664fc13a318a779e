// A broadcast that one rank enters late: how long does that delay each of the others?
//   late BYTES REPS LATE_MS       the middle rank is late in every other repetition
// All processes of a virtual cluster share one clock, so all ranks start at one agreed time. Prints for each rank
// "rank=R late=YES|no on_time_ms=... with_late_ms=...": the median time from the start until the rank leaves the call.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, size;

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void sleep_until(double moment) {
    struct timespec t = {(time_t)moment, (long)((moment - (double)(time_t)moment) * 1e9)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) != 0) {}
}

static int by_value(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double median(double* values, int n) {
    qsort(values, (size_t)n, sizeof *values, by_value);
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

// The time from the common start until this rank leaves the call.
static double repeat(unsigned char* data, int bytes, int repetition, double late_s) {
    for (int i = 0; i < bytes; ++i) data[i] = rank == 0 ? (unsigned char)(i * 7 + repetition) : 255;
    MPI_Barrier(MPI_COMM_WORLD);
    double mine = now_s(), start;
    MPI_Allreduce(&mine, &start, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    start += 0.02;
    sleep_until(rank == size / 2 ? start + late_s : start);
    MPI_Bcast(data, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    mine = now_s() - start;
    for (int i = 0; i < bytes; ++i)
        if (data[i] != (unsigned char)(i * 7 + repetition)) {
            fprintf(stderr, "late: rank %d: byte %d is wrong\n", rank, i);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    return mine;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int bytes = argc == 4 ? atoi(argv[1]) : 0, repetitions = argc == 4 ? atoi(argv[2]) : 0;
    if (bytes < 1 || repetitions < 1) {
        if (rank == 0) fprintf(stderr, "usage: late BYTES REPS LATE_MS\n");
        MPI_Finalize();
        return 2;
    }
    unsigned char* data = malloc((size_t)bytes);
    double* taken[2] = {malloc(sizeof(double) * (size_t)repetitions), malloc(sizeof(double) * (size_t)repetitions)};
    for (int i = -1; i < repetitions; ++i)  // the first repetition connects, and does not count
        for (int late = 0; late < 2; ++late) {
            const double t = repeat(data, bytes, i, late ? atof(argv[3]) * 1e-3 : 0);
            if (i >= 0) taken[late][i] = t;
        }
    const double mine[2] = {median(taken[0], repetitions), median(taken[1], repetitions)};
    double* all = malloc(sizeof mine * (size_t)size);
    MPI_Gather(mine, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; ++i)
        printf("rank=%d late=%s on_time_ms=%.3f with_late_ms=%.3f\n", i, i == size / 2 ? "YES" : "no", all[2 * i] * 1e3,
               all[2 * i + 1] * 1e3);
    MPI_Finalize();
    return 0;
}
