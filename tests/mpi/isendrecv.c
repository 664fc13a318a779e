/* MPI_Isendrecv and MPI_Isendrecv_replace. Bare MPICH 4.0 leaves their statuses unset, and crashes. Usage: isendrecv
   [seed] */
#include "ring.h"

#if MPI_VERSION >= 4
#define MOST_INTS 50000

/* The nonblocking forms, of plain elements, of others, and with one direction that leads nowhere. */
static void isendrecv(void) {
    static int data[MOST_INTS], room[MOST_INTS], holes[20];
    MPI_Request request;
    MPI_Status status;
    for (int count = 0; count <= MOST_INTS; count = count * 30 + 1) {
        fill(data, count, key_of(world_rank, count));
        memset(room, 0, sizeof room);
        CHECK_OK(MPI_Isendrecv(data, count, MPI_INT, next, 8, room, MOST_INTS, MPI_INT, previous, 8, comm, &request));
        CHECK_OK(MPI_Wait(&request, &status));
        CHECK(request == MPI_REQUEST_NULL, "the request of an Isendrecv");
        check_status(&status, previous, 8, count);
        check_values(room, count, key_of(previous, count), "isendrecv");
        CHECK_OK(MPI_Isendrecv_replace(data, count, MPI_INT, next, 9, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &request));
        CHECK_OK(MPI_Wait(&request, &status));
        check_status(&status, previous, 9, count);
        check_values(data, count, key_of(previous, count), "isendrecv_replace");
        MPI_Barrier(comm); /* later messages would match the wildcards too */
    }
    MPI_Datatype vector;
    for (int i = 0; i < 20; ++i) holes[i] = i % 2 ? -1 : world_rank * 100 + i;
    MPI_Type_vector(10, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    CHECK_OK(MPI_Isendrecv_replace(holes, 1, vector, next, 9, previous, 9, comm, &request));
    MPI_Type_free(&vector);
    CHECK_OK(MPI_Wait(&request, &status));
    for (int i = 0; i < 20; ++i) CHECK_EQUAL(holes[i], i % 2 ? -1 : previous * 100 + i);
    const int to = world_rank == 0 ? next : MPI_PROC_NULL, from = previous == 0 ? 0 : MPI_PROC_NULL;
    fill(data, 9, key_of(world_rank, 10));
    memset(room, 0, sizeof room);
    if (to == MPI_PROC_NULL && from == MPI_PROC_NULL) return; /* MPICH 4.0 crashes */
    CHECK_OK(MPI_Isendrecv(data, 9, MPI_INT, to, 10, room, 9, MPI_INT, from, 10, comm, &request));
    CHECK_OK(MPI_Wait(&request, &status));
    if (from == 0) check_values(room, 9, key_of(0, 10), "from rank 0 alone");
    if (from == 0) check_status(&status, 0, 10, 9);
    else CHECK_EQUAL(room[0], 0);
}
#else /* the host has no such functions */
static void isendrecv(void) {}
#endif

int main(int argc, char** argv) {
    start_ring(argc, argv);
    isendrecv();
    CHECK(1, "the host may have no such functions");
    return finish_ring();
}
