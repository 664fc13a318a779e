/* One collective, by the host and by Shunt in turn in one process, on the same buffers.
   usage: pipeline OPERATION FIRST_BYTES LAST_BYTES CALLS ROUNDS BUFFERS
   OPERATION: bcast reduce allreduce scan exscan reduce_scatter_block. There are ROUNDS rounds of CALLS calls each, on
   BUFFERS pairs of buffers in turn. The time of a call is the longest time of any rank. Prints for each size medians
   over the calls: bytes, us of the host, us through MPI_* (Shunt's where it is preloaded), us of one memcpy of the same
   data by the last rank. The host's own functions are called by a handle of its library, past any preloaded library.
   Short calls are timed many at once. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kHost, kShunt, kCopy, kWays };
enum { kMostBuffers = 16 };

/* The functions measured, of the host or of Shunt. */
struct functions {
    int (*bcast)(void*, int, MPI_Datatype, int, MPI_Comm);
    int (*reduce)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm);
    int (*allreduce)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
    int (*scan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
    int (*exscan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
    int (*reduce_scatter_block)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
    int (*barrier)(MPI_Comm);
};

static struct functions host,
    through = {MPI_Bcast, MPI_Reduce, MPI_Allreduce, MPI_Scan, MPI_Exscan, MPI_Reduce_scatter_block, MPI_Barrier};
static int rank, ranks, buffers;
static char *send[kMostBuffers], *receive[kMostBuffers];

static int by_value(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void find_host(void) {
    static const char* const names[] = {"libmpi.so.40", "libmpich.so.12", "libmpi.so.12"};
    void* library = NULL;
    for (int i = 0; i < 3 && !library; ++i) library = dlopen(names[i], RTLD_NOW | RTLD_NOLOAD);
    if (!library) MPI_Abort(MPI_COMM_WORLD, 3);
    *(void**)&host.bcast = dlsym(library, "MPI_Bcast");
    *(void**)&host.reduce = dlsym(library, "MPI_Reduce");
    *(void**)&host.allreduce = dlsym(library, "MPI_Allreduce");
    *(void**)&host.scan = dlsym(library, "MPI_Scan");
    *(void**)&host.exscan = dlsym(library, "MPI_Exscan");
    *(void**)&host.reduce_scatter_block = dlsym(library, "MPI_Reduce_scatter_block");
    *(void**)&host.barrier = dlsym(library, "MPI_Barrier");
}

static void call(const struct functions* f, const char* what, int which, int bytes) {
    const int count = bytes / 8;
    char *from = send[which], *to = receive[which];
    if (!strcmp(what, "bcast")) f->bcast(to, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    else if (!strcmp(what, "reduce")) f->reduce(from, to, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    else if (!strcmp(what, "allreduce")) f->allreduce(from, to, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else if (!strcmp(what, "scan")) f->scan(from, to, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else if (!strcmp(what, "exscan")) f->exscan(from, to, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else if (!strcmp(what, "reduce_scatter_block"))
        f->reduce_scatter_block(from, to, count / ranks, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else MPI_Abort(MPI_COMM_WORLD, 2);
}

/* us of one call, the longest of any rank. */
static double timed(int way, const char* what, int bytes, int at_once, int* which) {
    host.barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int i = 0; i < at_once; ++i) {
        *which = (*which + 1) % buffers;
        if (way == kCopy) {
            if (rank == ranks - 1) memcpy(receive[*which], send[*which], (size_t)bytes);
        } else {
            call(way == kHost ? &host : &through, what, *which, bytes);
        }
    }
    const double mine = MPI_Wtime() - start;
    double longest = 0;
    host.allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return longest / at_once * 1e6;
}

static void measure(const char* what, int bytes, int calls, int rounds) {
    const int at_once = bytes >= 65536 ? 1 : bytes <= 1024 ? 256 : 262144 / bytes;
    double *times[kWays], median[kWays];
    int taken = 0, which = 0;
    /* An engine carries short calls only after the first 1000, and makes its team in a call that synchronises all
       ranks. */
    for (int i = 0; i < (bytes <= 65536 ? 1100 : 2); ++i) call(&through, what, 0, bytes);
    through.barrier(MPI_COMM_WORLD);
    for (int way = 0; way < kWays; ++way) times[way] = malloc(sizeof(double) * (size_t)(calls * rounds));
    for (int round = 0; round < rounds; ++round) {
        for (int turn = 0; turn < kWays; ++turn) {
            const int way = (turn + round) % kWays;
            for (int i = -2; i < calls; ++i) {
                const double us = timed(way, what, bytes, at_once, &which);
                if (i >= 0) times[way][taken + i] = us;
            }
        }
        taken += calls;
    }
    for (int way = 0; way < kWays; ++way) {
        qsort(times[way], (size_t)taken, sizeof(double), by_value);
        median[way] = times[way][taken / 2];
        free(times[way]);
    }
    if (rank == 0) printf("%d %.3f %.3f %.3f\n", bytes, median[kHost], median[kShunt], median[kCopy]);
    fflush(stdout);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 7) MPI_Abort(MPI_COMM_WORLD, 2);
    find_host();
    const int first = atoi(argv[2]), last = atoi(argv[3]), calls = atoi(argv[4]), rounds = atoi(argv[5]);
    buffers = atoi(argv[6]);
    if (buffers < 1 || buffers > kMostBuffers) MPI_Abort(MPI_COMM_WORLD, 2);
    for (int b = 0; b < buffers; ++b) {
        send[b] = malloc((size_t)last + 8);
        receive[b] = malloc((size_t)last + 8);
        for (int i = 0; i < last / 8; ++i) ((double*)send[b])[i] = rank + i % 7;
        memset(receive[b], 0, (size_t)last);
    }
    for (int bytes = first; bytes <= last; bytes *= 2)
        measure(argv[1], bytes, bytes > 1 << 20 ? calls / 4 + 1 : calls, rounds);
    MPI_Finalize();
    return 0;
}
