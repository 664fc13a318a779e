/* amr_costs BYTES REPEATS: the cost of a message of the kernel of amr.c, between ranks 0 and 1, while all others wait
 * in MPI_Barrier. Both ranks send and receive WINDOW messages. As in the kernel, they fill each message before and read
 * each byte after. Prints "window=W us=T cpu_us=C": the median of one such exchange, and the processor time of both
 * ranks in it; then "allreduce us=T" of 8 bytes by all ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { kMostWindow = 64, kMostRepeats = 1000, kTimes = 50 };

static int rank, bytes;
static unsigned char *in, *out;
static MPI_Request requests[2 * kMostWindow];

static double cpu_us(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return 1e6 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static unsigned char value(int from, int number, int i) { return (unsigned char)(from * 7 + number * 3 + i); }

static void exchange(int window) {
    const int peer = 1 - rank;
    for (int k = 0; k < window; ++k) MPI_Irecv(in + k * bytes, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &requests[k]);
    for (int k = 0; k < window; ++k) {
        for (int i = 0; i < bytes; ++i) out[k * bytes + i] = value(rank, k, i);
        MPI_Isend(out + k * bytes, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &requests[window + k]);
    }
    MPI_Waitall(2 * window, requests, MPI_STATUSES_IGNORE);
    for (int k = 0; k < window; ++k)
        for (int i = 0; i < bytes; ++i)
            if (in[k * bytes + i] != value(peer, k, i)) MPI_Abort(MPI_COMM_WORLD, 1);
}

static int compare(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double median(double* values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

int main(int argc, char** argv) {
    static double took[kMostRepeats], used[kMostRepeats];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bytes = argc > 1 ? atoi(argv[1]) : 128;
    const int repeats = argc > 2 ? atoi(argv[2]) : 101;
    if (bytes < 1 || repeats < 1 || repeats > kMostRepeats) MPI_Abort(MPI_COMM_WORLD, 2);
    in = malloc((size_t)bytes * kMostWindow), out = malloc((size_t)bytes * kMostWindow);
    const int windows[] = {1, 8, 64};
    for (int w = 0; w < 3; ++w) {
        for (int repeat = 0; repeat < repeats && rank < 2; ++repeat) {
            exchange(windows[w]);
            const double start = MPI_Wtime(), before = cpu_us();
            for (int i = 0; i < kTimes; ++i) exchange(windows[w]);
            took[repeat] = (MPI_Wtime() - start) * 1e6 / kTimes;
            double mine = (cpu_us() - before) / kTimes, both = mine;
            MPI_Sendrecv(&mine, 1, MPI_DOUBLE, 1 - rank, 2, &both, 1, MPI_DOUBLE, 1 - rank, 2, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            used[repeat] = mine + both;
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            printf("window=%d us=%.3f cpu_us=%.3f\n", windows[w], median(took, repeats), median(used, repeats));
        fflush(stdout);
    }
    for (int repeat = 0; repeat < repeats; ++repeat) {
        const double start = MPI_Wtime();
        for (int i = 0; i < kTimes; ++i) {
            double dt = rank, least = 0;
            MPI_Allreduce(&dt, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
        }
        took[repeat] = (MPI_Wtime() - start) * 1e6 / kTimes;
    }
    if (rank == 0) printf("allreduce us=%.3f\n", median(took, repeats));
    free(in), free(out);
    MPI_Finalize();
    return 0;
}
