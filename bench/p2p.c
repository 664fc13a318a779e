/* p2p REPEATS [pin]: messages between ranks of one node, in the shapes of NetPIPE and OSU. Prints a line for each
   measurement, `what,bytes,best us,median us`: of one message, or of one exchange with both neighbours (halo). With
   more than two ranks it measures only halo and pairs, by all ranks at once, and one pair while all others wait in
   MPI_Barrier. `pin`: each rank is bound to a core of its own. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pin.h"

enum { kMostBytes = 4 << 20, kMostWindow = 64, kMostRepeats = 100 };

static int rank, size, peer;
static int fresh; /* data is written before each send, as in programs; otherwise both cores' caches may contain it */
static char *out, *in;
static MPI_Request requests[2 * kMostWindow];

/* The data to send next. */
static void* data(int bytes) {
    if (fresh) memset(out, fresh++, (size_t)bytes);
    return out;
}

static void half(int bytes, int window) {
    (void)window;
    if (rank % 2 == 0) MPI_Send(data(bytes), bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
    MPI_Recv(in, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank % 2 == 1) MPI_Send(data(bytes), bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
}

/* Only ranks 0 and 1 take part; the others wait in MPI_Barrier. */
static void half_alone(int bytes, int window) {
    if (rank < 2) half(bytes, window);
}

static void halo(int bytes, int window) {
    (void)window;
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    data(2 * bytes);
    MPI_Irecv(in, bytes, MPI_BYTE, left, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in + bytes, bytes, MPI_BYTE, right, 3, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(out, bytes, MPI_BYTE, right, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(out + bytes, bytes, MPI_BYTE, left, 3, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void sendrecv(int bytes, int window) {
    (void)window;
    MPI_Sendrecv(out, bytes, MPI_BYTE, peer, 4, in, bytes, MPI_BYTE, peer, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* `late`: receives are posted after all messages have been sent. */
static void stream_to(int bytes, int window, int late) {
    if (rank % 2 == 0) {
        for (int i = 0; i < window; ++i) MPI_Isend(out, bytes, MPI_BYTE, peer, 5, MPI_COMM_WORLD, &requests[i]);
        if (late) MPI_Send(NULL, 0, MPI_BYTE, peer, 6, MPI_COMM_WORLD);
        MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
        MPI_Recv(NULL, 0, MPI_BYTE, peer, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    if (late) MPI_Recv(NULL, 0, MPI_BYTE, peer, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < window; ++i) MPI_Irecv(in, bytes, MPI_BYTE, peer, 5, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
    MPI_Send(NULL, 0, MPI_BYTE, peer, 7, MPI_COMM_WORLD);
}
static void stream(int bytes, int window) { stream_to(bytes, window, 0); }
static void unexpected(int bytes, int window) { stream_to(bytes, window, 1); }

static void both_ways(int bytes, int window) {
    for (int i = 0; i < window; ++i) MPI_Irecv(in, bytes, MPI_BYTE, peer, 8, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < window; ++i) MPI_Isend(out, bytes, MPI_BYTE, peer, 8, MPI_COMM_WORLD, &requests[window + i]);
    MPI_Waitall(2 * window, requests, MPI_STATUSES_IGNORE);
}

typedef struct {
    const char* name;
    void (*body)(int bytes, int window);
    int bytes, window, times, parts, for_many, fresh;
} Question;

static const Question questions[] = {
    {"half", half, 8, 1, 2000, 2, 1},
    {"half", half, 1024, 1, 2000, 2, 0},
    {"half", half, 8 << 10, 1, 1000, 2, 0},
    {"half", half, 64 << 10, 1, 300, 2, 1},
    {"half", half, 1 << 20, 1, 30, 2, 0},
    {"half", half, 4 << 20, 1, 10, 2, 0},
    {"half of fresh data", half, 8 << 10, 1, 1000, 2, 0, 1},
    {"half of fresh data", half, 64 << 10, 1, 300, 2, 0, 1},
    {"half of fresh data", half, 1 << 20, 1, 30, 2, 0, 1},
    {"half of one pair", half_alone, 8, 1, 20000, 2, 1},
    {"halo", halo, 1024, 1, 2000, 1, 1},
    {"halo", halo, 8 << 10, 1, 500, 1, 0},
    {"halo", halo, 64 << 10, 1, 200, 1, 1},
    {"halo of fresh data", halo, 8 << 10, 1, 500, 1, 0, 1},
    {"halo of fresh data", halo, 64 << 10, 1, 200, 1, 0, 1},
    {"sendrecv", sendrecv, 1024, 1, 2000, 1, 0},
    {"rate 32", stream, 8, 32, 200, 32, 0},
    {"rate 64", stream, 8, 64, 200, 64, 0},
    {"rate 64 unexpected", unexpected, 8, 64, 200, 64, 0},
    {"one way 16", stream, 64 << 10, 16, 20, 16, 0},
    {"one way 4", stream, 1 << 20, 4, 6, 4, 0},
    {"both ways 4", both_ways, 1 << 20, 4, 5, 4, 0},
};

static int compare(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void answer(const Question* question, int repeats) {
    double us[kMostRepeats];
    const int times = size > 2 ? question->times / 4 + 1 : question->times;
    fresh = question->fresh;
    for (int repeat = -1; repeat < repeats; ++repeat) { /* the first is a warm-up */
        for (int i = 0; i < 2; ++i) MPI_Barrier(MPI_COMM_WORLD);
        const double start = MPI_Wtime();
        for (int i = 0; i < times; ++i) question->body(question->bytes, question->window);
        double mine = (MPI_Wtime() - start) * 1e6 / times / question->parts, all = 0;
        MPI_Barrier(MPI_COMM_WORLD); /* ranks without a part in the measurement wait here */
        MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (repeat >= 0) us[repeat] = all;
    }
    qsort(us, (size_t)repeats, sizeof us[0], compare);
    if (rank == 0) printf("%s,%d,%.3f,%.3f\n", question->name, question->bytes, us[0], us[repeats / 2]);
    fflush(stdout);
}

int main(int argc, char** argv) {
    if (argc > 2) pin();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    peer = rank ^ 1;
    const int repeats = argc > 1 ? atoi(argv[1]) : 9;
    if (size % 2 != 0 || repeats < 1 || repeats > kMostRepeats) MPI_Abort(MPI_COMM_WORLD, 2);
    out = malloc(2 * kMostBytes), in = malloc(2 * kMostBytes);
    memset(out, 1, 2 * kMostBytes), memset(in, 2, 2 * kMostBytes);
    const char* only = getenv("P2P_ONLY");
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; ++i)
        if ((size == 2 || questions[i].for_many) && (!only || strstr(questions[i].name, only)))
            answer(&questions[i], repeats);
    free(out), free(in);
    MPI_Finalize();
    return 0;
}
