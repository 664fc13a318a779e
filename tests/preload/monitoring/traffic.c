// Irregular point-to-point traffic between all ranks: lengths from 0 to 200000 bytes, eager and not, of several kinds.
// None is persistent, because Open MPI 4.1 does not monitor persistent messages.
#include <mpi.h>
#include <stdlib.h>

static int rank, size;

static int length_of(int from, int to, int round) {
    return (from * 7919 + to * 104729 + round * 1299709) % 100000 * (round % 3);
}

static void exchange(int step, int round, char* out, char* in) {
    int to = (rank + step) % size, from = (rank + size - step) % size;
    int send_bytes = length_of(rank, to, round), receive_bytes = length_of(from, rank, round);
    MPI_Request request[2];
    switch (round % 4) {
        case 0:
            MPI_Sendrecv(out, send_bytes, MPI_CHAR, to, 0, in, receive_bytes, MPI_CHAR, from, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            break;
        case 1:
            MPI_Irecv(in, 1 << 20, MPI_CHAR, from, 0, MPI_COMM_WORLD, request);
            MPI_Send(out, send_bytes, MPI_CHAR, to, 0, MPI_COMM_WORLD);
            MPI_Wait(request, MPI_STATUS_IGNORE);
            break;
        case 2:
            MPI_Irecv(in, 1 << 20, MPI_CHAR, MPI_ANY_SOURCE, 100 * round + step, MPI_COMM_WORLD, request);
            MPI_Isend(out, send_bytes, MPI_CHAR, to, 100 * round + step, MPI_COMM_WORLD, request + 1);
            MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
            break;
        default:
            MPI_Irecv(in, 1 << 20, MPI_CHAR, from, MPI_ANY_TAG, MPI_COMM_WORLD, request);
            MPI_Ssend(out, send_bytes, MPI_CHAR, to, 0, MPI_COMM_WORLD);
            MPI_Wait(request, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *out = calloc(1 << 20, 1), *in = malloc(1 << 20);
    for (int round = 0; round < 24; ++round)
        for (int step = 1; step < size; ++step) exchange(step, round, out, in);
    MPI_Finalize();
    return 0;
}
