/* So many communicators open at once that MPICH has no room for private ones of all of them. Then the host must carry
   the calls, and the program gets no error of a call that it did not make, and as many communicators as without Shunt.
   Usage: many_open [seed] [communicators] */
#include "check.h"

static int *out, *in;

static void fill(int back) {
    for (int peer = 0; peer < world_size; ++peer) {
        out[peer] = pick(mix4((uint64_t)back, 1, (uint64_t)world_rank, (uint64_t)peer), 1000);
        in[peer] = -1;
    }
}

static void check_received(int back) {
    for (int peer = 0; peer < world_size; ++peer)
        CHECK_EQUAL(in[peer], pick(mix4((uint64_t)back, 1, (uint64_t)peer, (uint64_t)world_rank), 1000));
}

/* The first nonblocking call makes Shunt want a private communicator, the Alltoall makes it. */
static void call(int back, MPI_Comm on) {
    for (int turn = 0; turn < 3; ++turn) {
        MPI_Request request = MPI_REQUEST_NULL;
        fill(back);
        if (turn == 1) CHECK_OK(MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, on));
        else CHECK_OK(MPI_Ialltoall(out, 1, MPI_INT, in, 1, MPI_INT, on, &request));
        CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        check_received(back);
    }
}

int main(int argc, char** argv) {
    start(argc, argv);
    const int count = argc > 2 ? atoi(argv[2]) : 1200;
    MPI_Comm* open = malloc(sizeof *open * (size_t)count);
    out = malloc(sizeof *out * (size_t)world_size), in = malloc(sizeof *in * (size_t)world_size);
    for (int i = 0; i < count; ++i) {
        CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &open[i]));
        if (open[i] == MPI_COMM_NULL) break;
        MPI_Comm_set_errhandler(open[i], i % 2 ? MPI_ERRORS_ARE_FATAL : MPI_ERRORS_RETURN);
        if (i < 300) call(i, open[i]);
        for (int back = 0; back < 1000 && i == 1000; ++back) {
            fill(back);
            CHECK_OK(MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, open[back]));
            check_received(back);
        }
    }
    MPI_Errhandler handler;
    for (int i = 0; i < count; ++i) {
        CHECK_OK(MPI_Comm_get_errhandler(open[i], &handler));
        CHECK(handler == (i % 2 ? MPI_ERRORS_ARE_FATAL : MPI_ERRORS_RETURN),
              "communicator %d has another error handler", i);
        CHECK_OK(MPI_Comm_free(&open[i]));
    }
    free(in);
    free(out);
    free(open);
    return finish();
}
