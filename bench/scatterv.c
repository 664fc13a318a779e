/* scatterv WAY BYTES,... CALLS: calls of MPI_Scatterv, from rank 0 to ranks 1 to 5, in a loop as in programs. WAY:
 * `plain`, or `opened`, in an opened group. Prints `bytes= calls= ms=` for each length: the time from a barrier to the
 * end of the loop on the last rank, divided by the calls. Data is checked at the end of each loop. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/include/mpix_shunt.h"

enum { kReceivers = 5, kMostRanks = 4096 };

static int rank, ranks;
static int counts[kMostRanks], places[kMostRanks];

static double loop_s(int opened, const char* send, char* got, int calls) {
    MPIX_Scatterv_group group;
    if (opened) MPIX_Scatterv_open_group(counts, MPI_BYTE, 0, MPI_COMM_WORLD, &group);
    MPI_Barrier(MPI_COMM_WORLD);
    double time = -MPI_Wtime(), longest = 0;
    for (int call = 0; call < calls; ++call) {
        if (opened) MPIX_Scatterv_data_movement(send, counts, places, MPI_BYTE, got, counts[rank], MPI_BYTE, &group);
        else MPI_Scatterv(send, counts, places, MPI_BYTE, got, counts[rank], MPI_BYTE, 0, MPI_COMM_WORLD);
    }
    time += MPI_Wtime();
    if (opened) MPIX_Scatterv_close_group(&group);
    MPI_Allreduce(&time, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return longest;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 4 || ranks <= kReceivers || ranks > kMostRanks) MPI_Abort(MPI_COMM_WORLD, 2);
    const int opened = strcmp(argv[1], "opened") == 0, calls = atoi(argv[3]);
    for (char* size = strtok(argv[2], ","); size; size = strtok(NULL, ",")) {
        const int bytes = atoi(size);
        char *send = malloc((size_t)bytes * kReceivers + 1), *got = malloc((size_t)bytes + 1);
        if (!send || !got) MPI_Abort(MPI_COMM_WORLD, 3);
        for (int i = 0; i < bytes * kReceivers; ++i) send[i] = (char)(i / bytes + i * 3);
        for (int to = 0; to < ranks; ++to) {
            counts[to] = to >= 1 && to <= kReceivers ? bytes : 0;
            places[to] = to >= 1 && to <= kReceivers ? (to - 1) * bytes : 0;
        }
        loop_s(opened, send, got, calls / 10 + 1); /* warm-up: connections, the engine's group */
        memset(got, 0, (size_t)bytes);
        const double seconds = loop_s(opened, send, got, calls);
        if (memcmp(got, send + places[rank], (size_t)counts[rank]) != 0) MPI_Abort(MPI_COMM_WORLD, 4);
        if (rank == 0) printf("bytes=%d calls=%d ms=%.6f\n", bytes, calls, seconds * 1e3 / calls);
        fflush(stdout);
        free(send);
        free(got);
    }
    MPI_Finalize();
    return 0;
}
