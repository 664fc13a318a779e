/* One rank passes arguments that the host refuses at once, gets the error, and calls again. The others call once. They
   must not be left waiting, and their call must not be paired with the wrong one. Usage: wrong_once [seed] */
#include "check.h"

#define INTS 3

static MPI_Comm comm;

typedef struct {
    int send[64 * INTS], receive[64 * INTS], counts[64], places[64], bad[64];
} Buffers;

static void fill(Buffers* b, int round) {
    for (int i = 0; i < world_size * INTS; ++i) b->send[i] = round * 1000 + world_rank * 100 + i, b->receive[i] = -1;
    for (int peer = 0; peer < world_size; ++peer)
        b->counts[peer] = INTS, b->places[peer] = peer * INTS, b->bad[peer] = -4;
}

static void check(const Buffers* b, int round) {
    for (int peer = 0; peer < world_size; ++peer)
        for (int i = 0; i < INTS; ++i)
            CHECK_EQUAL(b->receive[peer * INTS + i], round * 1000 + peer * 100 + world_rank * INTS + i);
}

/* The host may choose the error class, but it must return an error. */
static void refused(const char* what, int error) {
    CHECK(error != MPI_SUCCESS, "%s: no error", what);
    report_class(what, error);
}

int main(int argc, char** argv) {
    start(argc, argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    Buffers b;
    MPI_Request request = MPI_REQUEST_NULL;
    for (int round = 0; round < 12; ++round) {
        const int is_wrong = world_rank == round % world_size;
        fill(&b, round);
        switch (round / 2 % 3) {
            case 0:
                if (is_wrong) refused("alltoall", MPI_Alltoall(b.send, -1, MPI_INT, b.receive, INTS, MPI_INT, comm));
                CHECK_OK(MPI_Alltoall(b.send, INTS, MPI_INT, b.receive, INTS, MPI_INT, comm));
                break;
            case 1:
                if (is_wrong)
                    refused("alltoallv", MPI_Alltoallv(b.send, b.bad, b.places, MPI_INT, b.receive, b.counts, b.places,
                                                       MPI_INT, comm));
                CHECK_OK(
                    MPI_Alltoallv(b.send, b.counts, b.places, MPI_INT, b.receive, b.counts, b.places, MPI_INT, comm));
                break;
            default:
                if (is_wrong)
                    refused("ialltoall", MPI_Ialltoall(b.send, INTS, MPI_INT, b.receive, -7, MPI_INT, comm, &request));
                CHECK_OK(MPI_Ialltoall(b.send, INTS, MPI_INT, b.receive, INTS, MPI_INT, comm, &request));
                CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        }
        check(&b, round);
    }
    fill(&b, 50);
    if (world_rank == 0)
        refused("gather, root", MPI_Gather(b.send, INTS, MPI_INT, b.receive, INTS, MPI_INT, world_size + 3, comm));
    CHECK_OK(MPI_Gather(b.send, INTS, MPI_INT, b.receive, INTS, MPI_INT, 0, comm));
    for (int peer = 0; world_rank == 0 && peer < world_size; ++peer)
        CHECK_EQUAL(b.receive[peer * INTS], 50000 + peer * 100);
    MPI_Comm_free(&comm);
    return finish();
}
