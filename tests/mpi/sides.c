/* Collectives between two groups of different sizes. Arrays have an element for each rank of the other group, and end
   at the end of a page after which nothing may be read. Arguments that MPI calls not significant are invalid pointers.
   Usage: sides [seed] */
#include "check.h"

#include <sys/mman.h>
#include <unistd.h>

static MPI_Comm comm;
static int own_size, other_size, own_rank, side;

/* `bytes` that end at the end of accessible memory. Never freed: a few pages. */
static void* at_the_end(size_t bytes) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char* pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) {
        CHECK(0, "no memory");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return pages + page - bytes;
}

/* The value that rank `from` of one side sends to rank `to` of the other. */
static int value(int round, int from_side, int from, int to) { return 1000 * round + 100 * from_side + 10 * from + to; }

typedef struct {
    int *send, *receive, *counts, *places, *bytes;
    MPI_Datatype* types;
} Arrays;

static Arrays arrays(void) {
    const size_t places = (size_t)other_size * sizeof(int);
    Arrays a = {at_the_end(places), at_the_end(places), at_the_end(places),
                at_the_end(places), at_the_end(places), NULL};
    a.types = at_the_end((size_t)other_size * sizeof *a.types);
    for (int peer = 0; peer < other_size; ++peer)
        a.counts[peer] = 1, a.places[peer] = peer, a.bytes[peer] = peer * (int)sizeof(int), a.types[peer] = MPI_INT;
    return a;
}

static void fill(const Arrays* a, int round) {
    for (int peer = 0; peer < other_size; ++peer)
        a->send[peer] = value(round, side, own_rank, peer), a->receive[peer] = -1;
}

static void check_exchanged(const Arrays* a, int round) {
    for (int peer = 0; peer < other_size; ++peer) CHECK_EQUAL(a->receive[peer], value(round, !side, peer, own_rank));
}

static void all_to_alls(const Arrays* a, int round) {
    MPI_Request request = MPI_REQUEST_NULL;
    fill(a, round);
    CHECK_OK(MPI_Alltoallv(a->send, a->counts, a->places, MPI_INT, a->receive, a->counts, a->places, MPI_INT, comm));
    check_exchanged(a, round);
    fill(a, round + 1);
    CHECK_OK(MPI_Alltoallw(a->send, a->counts, a->bytes, a->types, a->receive, a->counts, a->bytes, a->types, comm));
    check_exchanged(a, round + 1);
    fill(a, round + 2);
    CHECK_OK(MPI_Ialltoallv(a->send, a->counts, a->places, MPI_INT, a->receive, a->counts, a->places, MPI_INT, comm,
                            &request));
    CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check_exchanged(a, round + 2);
}

static void allgathers(const Arrays* a, int round) {
    int mine = value(round, side, own_rank, 0);
    fill(a, round);
    CHECK_OK(MPI_Allgatherv(&mine, 1, MPI_INT, a->receive, a->counts, a->places, MPI_INT, comm));
    for (int peer = 0; peer < other_size; ++peer) CHECK_EQUAL(a->receive[peer], value(round, !side, peer, 0));
}

/* To, or from, the last rank of `of_side`, which the other side names as root by its rank. */
static void gather_and_scatter(const Arrays* a, int round, int of_side) {
    const int last = (of_side == side ? own_size : other_size) - 1, is_root = of_side == side && own_rank == last;
    const int root = of_side != side ? last : is_root ? MPI_ROOT : MPI_PROC_NULL;
    const int *counts = is_root ? a->counts : (const int*)16, *places = is_root ? a->places : (const int*)16;
    int mine = value(round, side, own_rank, 0), got = -1;
    fill(a, round);
    CHECK_OK(MPI_Gatherv(&mine, 1, MPI_INT, is_root ? a->receive : NULL, counts, places, MPI_INT, root, comm));
    for (int peer = 0; is_root && peer < other_size; ++peer)
        CHECK_EQUAL(a->receive[peer], value(round, !side, peer, 0));
    CHECK_OK(MPI_Scatterv(is_root ? a->send : NULL, counts, places, MPI_INT, &got, 1, MPI_INT, root, comm));
    if (of_side != side) CHECK_EQUAL(got, value(round, of_side, last, own_rank));
}

int main(int argc, char** argv) {
    start(argc, argv);
    MPI_Comm own;
    side = world_rank == world_size - 1;
    MPI_Comm_split(MPI_COMM_WORLD, side, world_rank, &own);
    MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, side ? 0 : world_size - 1, 7, &comm);
    MPI_Comm_rank(comm, &own_rank);
    MPI_Comm_size(comm, &own_size);
    MPI_Comm_remote_size(comm, &other_size);
    const Arrays a = arrays();
    for (int round = 0; round < 30; round += 10) {
        all_to_alls(&a, round);
        allgathers(&a, round + 3);
        gather_and_scatter(&a, round + 4, 0);
        gather_and_scatter(&a, round + 5, 1);
    }
    MPI_Comm_free(&comm);
    MPI_Comm_free(&own);
    return finish();
}
