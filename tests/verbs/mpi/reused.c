/* Buffers at one address whose memory is given back to the kernel between messages, in each way in which a program can
   do that, or not at all: reused ROUNDS BYTES. In each round every rank exchanges the buffer with its neighbours three
   times, with new contents, and rank 0 broadcasts it. A device that still writes to, or reads from, the former pages
   gives wrong contents. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kWays = 7, kExchanges = 3 };
static int rank, ranks;
static size_t bytes;

static void failed(const char* what, int round) {
    printf("WRONG %s, round %d, rank %d\n", what, round, rank);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static unsigned value(int round, int from, size_t index) {
    return (unsigned)round * 2654435761u + (unsigned)from * 40503u + (unsigned)index * 7u;
}

static void fill(unsigned* data, int round) {
    for (size_t i = 0; i < bytes / 4; ++i) data[i] = value(round, rank, i);
}

static void check(const unsigned* data, int round, int from, const char* what) {
    for (size_t i = 0; i < bytes / 4; ++i)
        if (data[i] != value(round, from, i)) failed(what, round);
}

static void map_at(void* place) {
    if (mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != place)
        failed("place", 0);
}

/* Afterwards `place` has other pages, or may have. */
static void give_back(char* place, int way) {
    void* moved;
    switch (way) {
        case 0: munmap(place, bytes), map_at(place); break;
        case 1: map_at(place); break;
        case 2: madvise(place, bytes, MADV_DONTNEED); break;
        case 3: madvise(place, bytes / 2, MADV_DONTNEED); break;
        case 4:
            moved = mremap(place, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
                           mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
            munmap(moved, bytes), map_at(place);
            break;
        case 5: /* a child shares the pages until one of the two writes */
            fflush(stdout);
            if (fork() == 0) _exit((memset(place, 1, bytes), 0));
            wait(NULL);
            break;
        default: break;
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int rounds = atoi(argv[1]), next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    bytes = (size_t)atol(argv[2]) / 8192 * 8192;
    char* const out = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char* const in = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int round = 0, turn = 0; round < rounds; ++round) {
        for (int i = 0; i < kExchanges; ++i, ++turn) {
            fill((unsigned*)out, turn);
            memset(in, 0, bytes);
            MPI_Sendrecv(out, (int)bytes, MPI_BYTE, next, 1, in, (int)bytes, MPI_BYTE, before, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            check((unsigned*)in, turn, before, "message");
            if (rank == 0) fill((unsigned*)in, turn);
            MPI_Bcast(in, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
            check((unsigned*)in, turn, 0, "broadcast");
        }
        give_back(out, round % kWays);
        give_back(in, (round / kWays + round) % kWays);
    }
    if (rank == 0) printf("OK %d\n", rounds);
    MPI_Finalize();
    return 0;
}
