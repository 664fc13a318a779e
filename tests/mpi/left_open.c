/* Communicators on which the program has made collectives and which it leaves open. Their private communicators must be
   closed in the same order on all ranks. Some are merged from two sides or made by a group alone, and do not show by
   themselves in which order they were made. Also requests that are left: persistent ones that are not freed, and sends
   that have arrived but that the sender does not complete. */
#include "check.h"

#define LEFT_OPEN 12

static MPI_Comm merged(int tag) {
    MPI_Comm side, inter, both;
    const int color = world_rank * 2 < world_size;
    MPI_Comm_split(MPI_COMM_WORLD, color, world_rank, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, color ? (world_size + 1) / 2 : 0, tag, &inter);
    MPI_Intercomm_merge(inter, color, &both);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&side);
    return both;
}

static MPI_Comm of_group(int tag) {
    MPI_Group everybody;
    MPI_Comm made;
    MPI_Comm_group(MPI_COMM_WORLD, &everybody);
    MPI_Comm_create_group(MPI_COMM_WORLD, everybody, tag, &made);
    MPI_Group_free(&everybody);
    return made;
}

static void exchange(MPI_Comm comm) {
    int rank, ranks, sum = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    int *out = malloc(sizeof *out * (size_t)ranks), *in = malloc(sizeof *in * (size_t)ranks);
    for (int peer = 0; peer < ranks; ++peer) out[peer] = 100 * rank + peer;
    CHECK_OK(MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm));
    for (int peer = 0; peer < ranks; ++peer) CHECK_EQUAL(in[peer], 100 * peer + rank);
    CHECK_OK(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK_EQUAL(sum, ranks * (ranks - 1) / 2);
    free(out);
    free(in);
}

static void leave_requests(void) {
    static int out = 7, in[LEFT_OPEN];
    const int next = (world_rank + 1) % world_size, previous = (world_rank + world_size - 1) % world_size;
    MPI_Request send, receives[LEFT_OPEN];
    MPI_Status statuses[LEFT_OPEN];
    for (int i = 0; i < LEFT_OPEN; ++i)
        CHECK_OK(MPI_Recv_init(&in[i], 1, MPI_INT, previous, i, MPI_COMM_WORLD, &receives[i]));
    CHECK_OK(MPI_Startall(LEFT_OPEN, receives));
    for (int i = 0; i < LEFT_OPEN; ++i) CHECK_OK(MPI_Isend(&out, 1, MPI_INT, next, i, MPI_COMM_WORLD, &send));
    CHECK_OK(MPI_Waitall(LEFT_OPEN, receives, statuses));
    for (int i = 0; i < LEFT_OPEN; ++i) CHECK_EQUAL(in[i], 7);
}

int main(int argc, char** argv) {
    start(argc, argv);
    for (int i = 0; i < LEFT_OPEN; ++i) exchange(i % 2 && world_size > 1 ? merged(i) : of_group(i));
    leave_requests();
    return finish();
}
