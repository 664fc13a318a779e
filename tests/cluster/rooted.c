/* Broadcasts and scatters alone, without any call that synchronises: rooted OPERATION BYTES CALLS [ALOOF]
   OPERATION is bcast or scatter. The root is 20 calls ahead now and then, with a message that the others receive before
   their calls; some ranks come late; ALOOF: for so many milliseconds after its 30th call the last rank makes no call at
   all. Ends with "OK CALLS". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, size;

static void pause_for(int milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

static void make_call(MPI_Comm comm, int is_scatter, unsigned char* data, unsigned char* block, int bytes, int call) {
    for (int i = 0; i < (is_scatter ? bytes * size : bytes) && rank == 0; ++i)
        data[i] = (unsigned char)(call * 31 + i * 7);
    if (is_scatter) MPI_Scatter(data, bytes, MPI_BYTE, block, bytes, MPI_BYTE, 0, comm);
    else MPI_Bcast(data, bytes, MPI_BYTE, 0, comm);
    for (int i = 0; i < bytes; ++i) {
        const int at = is_scatter ? rank * bytes + i : i;
        const unsigned char got = is_scatter ? block[i] : data[i];
        if (got == (unsigned char)(call * 31 + at * 7)) continue;
        fprintf(stderr, "rank %d: call %d: byte %d is wrong\n", rank, call, i);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank != 0) memset(data, 0, (size_t)bytes);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 4) MPI_Abort(MPI_COMM_WORLD, 2);
    const int is_scatter = strcmp(argv[1], "scatter") == 0, bytes = atoi(argv[2]), calls = atoi(argv[3]),
              aloof = argc > 4 ? atoi(argv[4]) : 0;
    unsigned char *data = malloc((size_t)bytes * (size_t)size), *block = malloc((size_t)bytes);
    memset(data, 0, (size_t)bytes * (size_t)size);
    MPI_Comm brief, comm;
    for (int i = 0; i < 20; ++i) { /* freed while a team may be on its way */
        MPI_Comm_dup(MPI_COMM_WORLD, &brief);
        for (int call = 0; call < i; ++call) make_call(brief, is_scatter, data, block, bytes, call);
        MPI_Comm_free(&brief);
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int call = 0; call < calls; ++call) {
        if (call % 40 == 20) { /* the root is ahead, by what any MPI lets it */
            int token = call;
            if (rank == 0) {
                for (int ahead = 0; ahead < 20 && bytes <= 1000; ++ahead)
                    make_call(comm, is_scatter, data, block, bytes, call + ahead);
                for (int peer = 1; peer < size; ++peer) MPI_Send(&token, 1, MPI_INT, peer, 5, MPI_COMM_WORLD);
            } else {
                MPI_Recv(&token, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                for (int ahead = 0; ahead < 20 && bytes <= 1000; ++ahead)
                    make_call(comm, is_scatter, data, block, bytes, call + ahead);
            }
        }
        if (rank == call % size && call % 7 == 0) pause_for(5);
        if (rank == size - 1 && call == 30) pause_for(aloof);
        make_call(comm, is_scatter, data, block, bytes, call);
    }
    MPI_Comm_free(&comm);
    if (rank == 0) printf("OK %d\n", calls);
    MPI_Finalize();
    return 0;
}
