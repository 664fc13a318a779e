// The operations that other libraries and tools intercept: memory of all sizes, allocated, grown and freed, by threads
// too; messages and collectives, short and long. Checks its results. With a number of seconds it runs that long.
//   beside [SECONDS]
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { longest = 1 << 18 };  // ints: 1 MiB

static int rank, size;

static void* take_memory(void* unused) {
    static __thread unsigned seed = 1;
    void* kept[64] = {0};
    for (int i = 0; i < 4000; ++i) {
        void** place = &kept[rand_r(&seed) % 64];
        if (i % 3 == 0) free(*place), *place = malloc(rand_r(&seed) % (i % 97 == 0 ? 300000 : 500) + 1);
        else if (i % 3 == 1) *place = realloc(*place, rand_r(&seed) % 2000 + 1);
        else free(*place), *place = aligned_alloc(64, 64 * (rand_r(&seed) % 9 + 1));
    }
    for (int i = 0; i < 64; ++i) free(kept[i]);
    return unused;
}

// Exchanges `count` ints with both neighbours in the ring, and sums as many.   Returns: how many are wrong.
static long round_of(int count) {
    const int left = (rank + size - 1) % size, right = (rank + 1) % size;
    int *out = malloc(count * sizeof *out), *in = malloc(count * sizeof *in), *sum = calloc(count, sizeof *sum);
    int *parts = malloc(size * sizeof *parts), *got = malloc(size * sizeof *got);
    long wrong = 0;
    for (int i = 0; i < count; ++i) out[i] = rank + i;
    MPI_Sendrecv(out, count, MPI_INT, right, 3, in, count, MPI_INT, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; ++i) wrong += in[i] != left + i;
    MPI_Request requests[2];
    MPI_Irecv(in, count, MPI_INT, right, 4, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, count, MPI_INT, left, 4, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count; ++i) wrong += in[i] != right + i;
    MPI_Allreduce(out, sum, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) wrong += sum[i] != size * i + size * (size - 1) / 2;
    for (int i = 0; i < size; ++i) parts[i] = rank * 1000 + i;
    MPI_Alltoall(parts, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) wrong += got[i] != i * 1000 + rank;
    memcpy(in, out, count * sizeof *in);
    MPI_Bcast(in, count, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) wrong += in[i] != i;
    free(out), free(in), free(sum), free(parts), free(got);
    return wrong;
}

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? atof(argv[1]) : 0;
    long wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const double end = MPI_Wtime() + seconds;
    int go_on = 1;
    while (go_on) {
        pthread_t thread;
        pthread_create(&thread, NULL, take_memory, NULL);
        for (int count = 1; count <= longest; count *= 8) wrong += round_of(count) + round_of(count + 1);
        pthread_join(thread, NULL);
        go_on = MPI_Wtime() < end;
        MPI_Bcast(&go_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    printf("rank %d of %d: %ld wrong\n", rank, size, wrong);
    MPI_Finalize();
    return wrong != 0;
}
