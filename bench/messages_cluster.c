/* messages_cluster REPEATS SIZES: messages between two ranks of different hosts. Prints for each size a line
   "what=WHAT bytes=B median_s=T cpu_s=C": of one message in one direction, of one exchange in both directions at once,
   or of half a round trip; the processor time is that of both ranks together, per message. A repetition begins after a
   round trip, so that both ranks are ready. The time of one direction ends when the receiver's empty answer has
   arrived. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { kMostRepeats = 1000, kTimesShort = 200 };
static int rank;
static char *out, *in;

static double cpu_s(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static void half(int bytes) {
    for (int i = 0; i < kTimesShort; ++i) {
        if (rank == 0) MPI_Send(out, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(in, bytes, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) MPI_Send(out, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

static void one_way(int bytes) {
    if (rank == 0) {
        MPI_Send(out, bytes, MPI_BYTE, 1, 2, MPI_COMM_WORLD);
        MPI_Recv(NULL, 0, MPI_BYTE, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(in, bytes, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(NULL, 0, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
    }
}

static void both_ways(int bytes) {
    MPI_Sendrecv(out, bytes, MPI_BYTE, 1 - rank, 4, in, bytes, MPI_BYTE, 1 - rank, 4, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static int by_value(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void measure(const char* what, void (*body)(int), int bytes, int repeats, double parts) {
    static double took[kMostRepeats];
    body(bytes);
    const double cpu = cpu_s();
    for (int i = 0; i < repeats; ++i) {
        MPI_Sendrecv(NULL, 0, MPI_BYTE, 1 - rank, 5, NULL, 0, MPI_BYTE, 1 - rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        const double start = MPI_Wtime();
        body(bytes);
        took[i] = (MPI_Wtime() - start) / parts;
    }
    const double mine = (cpu_s() - cpu) / repeats / parts;
    double other = 0;
    MPI_Sendrecv(&mine, 1, MPI_DOUBLE, 1 - rank, 6, &other, 1, MPI_DOUBLE, 1 - rank, 6, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    qsort(took, (size_t)repeats, sizeof took[0], by_value);
    if (rank == 0) printf("what=%s bytes=%d median_s=%.9f cpu_s=%.9f\n", what, bytes, took[repeats / 2], mine + other);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 3 || size != 2) return 2;
    int repeats = atoi(argv[1]);
    if (repeats < 1 || repeats > kMostRepeats) repeats = kMostRepeats;
    for (char* word = strtok(argv[2], ","); word; word = strtok(NULL, ",")) {
        const int bytes = atoi(word);
        out = realloc(out, (size_t)bytes + 1);
        in = realloc(in, (size_t)bytes + 1);
        memset(out, 1, (size_t)bytes + 1);
        memset(in, 2, (size_t)bytes + 1);
        if (bytes <= 65536) measure("half", half, bytes, repeats, 2.0 * kTimesShort);
        if (bytes >= 65536) measure("one-way", one_way, bytes, repeats, 1);
        if (bytes >= 65536) measure("both-ways", both_ways, bytes, repeats, 1);
    }
    MPI_Finalize();
    return 0;
}
