/* npb KERNEL SIZE STEPS ROUNDS [note LEAST] [pin]: kernels in the shape of the NAS Parallel Benchmarks 2.3, with the
 * same messages between the same ranks. Point-to-point messages only. KERNEL: `is cg lu sp bt mg`; SIZE: keys of all
 * ranks, rows, or the edge of the cube. A first run is compared with the result of a single process. ROUNDS more runs,
 * each of STEPS, must end with the same bits. Prints `kernel= size= ranks= s=`: the best time of a round; `median=`.
 * note   also prints, of all messages to other ranks: their number and bytes; the number whose receive was certainly
 * posted before the send began (first); the number where that is possible, because the two calls overlapped; and both
 * numbers for messages of LEAST bytes and more. */
#define _GNU_SOURCE
#include "npb.h"
#include "../pin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kMostStarted = 64, kMostRounds = 1000 };

/* A send or a receive. */
typedef struct {
    int from, to, tag;
    long bytes, number;
    double began, done; /* begin and end of the call that sends or posts */
} Note;

int rank, ranks;
static int noting;
static Note *sent, *received;
static long sent_count, received_count, sent_room, received_room;

void* taken(size_t bytes) {
    void* memory = calloc(bytes + 1, 1);
    if (!memory) failed("no memory");
    return memory;
}

void failed(const char* what) {
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 4);
}

double drawn(unsigned long long number) {
    number += 0x9e3779b97f4a7c15ull;
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9ull;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebull;
    return (double)((number ^ (number >> 31)) >> 11) / 9007199254740992.0;
}

void compare(const char* what, const double* got, const double* alone, size_t count, double rounding) {
    for (size_t i = 0; i < count; ++i)
        if (!(fabs(got[i] - alone[i]) <= rounding * (1 + fabs(alone[i])))) failed(what);
}

static double now(void) {
    struct timespec time; /* one clock for all ranks of a node */
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static long note(Note** notes, long* count, long* room, Note one) {
    if (*count == *room) {
        *room = *room ? 2 * *room : 4096;
        *notes = realloc(*notes, (size_t)*room * sizeof **notes);
        if (!*notes) failed("no memory");
    }
    one.number = *count;
    (*notes)[*count] = one;
    return (*count)++;
}

static void note_sent(size_t bytes, int to, int tag, double began) {
    note(&sent, &sent_count, &sent_room, (Note){rank, to, tag, (long)bytes, 0, began, now()});
}
static long note_received(int from, int tag, double began, double done) {
    return note(&received, &received_count, &received_room, (Note){from, rank, tag, 0, 0, began, done});
}

Started post(void* to, size_t bytes, int from, int tag) {
    Started started = {MPI_REQUEST_NULL, 0};
    const double began = noting ? now() : 0;
    MPI_Irecv(to, (int)bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, &started.request);
    if (noting) started.note = note_received(from, tag, began, now());
    return started;
}

Started start(const void* data, size_t bytes, int to, int tag) {
    Started started = {MPI_REQUEST_NULL, -1};
    const double began = noting ? now() : 0;
    MPI_Isend(data, (int)bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, &started.request);
    if (noting) note_sent(bytes, to, tag, began);
    return started;
}

void await(Started* started, int count) {
    MPI_Request requests[kMostStarted];
    MPI_Status statuses[kMostStarted];
    for (int i = 0; i < count; ++i) requests[i] = started[i].request;
    if (count == 1) MPI_Wait(requests, statuses);
    else MPI_Waitall(count, requests, noting ? statuses : MPI_STATUSES_IGNORE);
    for (int i = 0; i < count && noting; ++i)
        if (started[i].note >= 0) received[started[i].note].from = statuses[i].MPI_SOURCE;
}

void get(void* to, size_t bytes, int from, int tag) {
    const double began = noting ? now() : 0;
    MPI_Recv(to, (int)bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (noting) note_received(from, tag, began, began + 1e-6); /* the time of posting inside the call is not known */
}

void give(const void* data, size_t bytes, int to, int tag) {
    const double began = noting ? now() : 0;
    MPI_Send(data, (int)bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD);
    if (noting) note_sent(bytes, to, tag, began);
}

static int order_notes(const void* a, const void* b) {
    const Note *x = a, *y = b;
    const long keys[] = {x->from - y->from, x->to - y->to, x->tag - y->tag, x->number - y->number};
    for (int i = 0; i < 4; ++i)
        if (keys[i] != 0) return keys[i] < 0 ? -1 : 1;
    return 0;
}

/* All ranks' notes in the order in which MPI matches them, on rank 0. */
static Note* gathered(const Note* notes, long count, long* all) {
    int *counts = taken((size_t)ranks * sizeof(int)), *places = taken((size_t)ranks * sizeof(int));
    const int bytes = (int)((size_t)count * sizeof *notes);
    MPI_Gather(&bytes, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 1; i < ranks; ++i) places[i] = places[i - 1] + counts[i - 1];
    const size_t sum = rank == 0 ? (size_t)places[ranks - 1] + (size_t)counts[ranks - 1] : 0;
    Note* everybody = taken(sum);
    MPI_Gatherv(notes, bytes, MPI_BYTE, everybody, counts, places, MPI_BYTE, 0, MPI_COMM_WORLD);
    *all = (long)(sum / sizeof *notes);
    qsort(everybody, (size_t)*all, sizeof *everybody, order_notes);
    free(counts), free(places);
    return everybody;
}

static void tell_notes(long least) {
    long sends = 0, receives = 0;
    Note *to = gathered(sent, sent_count, &sends), *from = gathered(received, received_count, &receives);
    long messages[2] = {0, 0}, bytes[2] = {0, 0}, first[2] = {0, 0}, perhaps[2] = {0, 0};
    double first_bytes[2] = {0, 0};
    if (rank == 0 && sends != receives) failed("a message was noted on one side only");
    for (long i = 0; i < sends; ++i) {
        if (to[i].from != from[i].from || to[i].to != from[i].to || to[i].tag != from[i].tag) failed("notes differ");
        if (to[i].from == to[i].to) continue;
        for (int k = 0; k < 1 + (to[i].bytes >= least); ++k) {
            const int sure = from[i].done < to[i].began;
            messages[k] += 1, bytes[k] += to[i].bytes;
            first[k] += sure, perhaps[k] += !sure && from[i].began < to[i].done;
            first_bytes[k] += sure ? (double)to[i].bytes : 0;
        }
    }
    for (int k = 0; k < 2 && rank == 0; ++k)
        printf("%smessages=%ld %sbytes=%ld %sfirst=%ld %sfirst_bytes=%.0f %sperhaps=%ld ", k ? "long_" : "",
               messages[k], k ? "long_" : "", bytes[k], k ? "long_" : "", first[k], k ? "long_" : "", first_bytes[k],
               k ? "long_" : "", perhaps[k]);
    free(to), free(from), free(sent), free(received);
}

static int order_doubles(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

int main(int argc, char** argv) {
    const Kernel* const kernels[] = {&kernel_is, &kernel_cg, &kernel_lu, &kernel_sp, &kernel_bt, &kernel_mg};
    const Kernel* kernel = NULL;
    if (strcmp(argv[argc - 1], "pin") == 0) pin();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < 6 && argc > 4; ++i)
        if (strcmp(kernels[i]->name, argv[1]) == 0) kernel = kernels[i];
    const int size = argc > 4 ? atoi(argv[2]) : 0, steps = argc > 4 ? atoi(argv[3]) : 0;
    const int rounds = argc > 4 ? atoi(argv[4]) : 0;
    if (!kernel || size < 1 || steps < 1 || rounds < 1 || rounds > kMostRounds)
        failed("usage: npb is|cg|lu|sp|bt|mg SIZE STEPS ROUNDS [note LEAST] [pin]");
    const int notes = argc > 6 && strcmp(argv[5], "note") == 0;
    kernel->make(size);
    noting = notes;
    kernel->run(steps);
    noting = 0;
    kernel->check(steps);
    const void* result = NULL;
    size_t bytes = kernel->result(&result);
    void* first = taken(bytes);
    memcpy(first, result, bytes);
    double times[kMostRounds];
    for (int round = 0; round < rounds; ++round) {
        MPI_Barrier(MPI_COMM_WORLD);
        noting = notes;
        double mine = -now();
        kernel->run(steps);
        mine += now();
        noting = 0;
        if (kernel->result(&result) != bytes || memcmp(result, first, bytes) != 0) failed("a round ended differently");
        MPI_Allreduce(&mine, &times[round], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    free(first);
    if (notes) tell_notes(atol(argv[6]));
    qsort(times, (size_t)rounds, sizeof times[0], order_doubles);
    if (rank == 0)
        printf("kernel=%s size=%d ranks=%d s=%.6f median=%.6f\n", kernel->name, size, ranks, times[0],
               times[rounds / 2]);
    MPI_Finalize();
    return 0;
}
