/* Broadcasts whose length differs on some ranks, among many correct calls of several kinds.
   Usage: mixture ROUNDS comm|dup LONG,SHORT [ROUND ...]: in each ROUND rank 0 broadcasts LONG bytes, and one other rank
   passes SHORT. Rank 0 prints the outcome of all calls; each rank reports its own wrong results. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 1 << 20 };
static int rank, size, wrong;
static char *data, *other;

static void check(int right, const char* what, int round) {
    if (!right && ++wrong < 4) printf("round %d: rank %d: %s is wrong\n", round, rank, what);
}

static int is_filled(const char* from, int bytes, int with) {
    return bytes == 0 || (from[0] == (char)with && from[bytes / 2] == (char)with && from[bytes - 1] == (char)with);
}

static void right_calls(MPI_Comm comm, int round) {
    static const int lengths[] = {64, 2000, 3000, 20000, 100000};
    const int bytes = lengths[round % 5], root = round / 5 % size, block = bytes / 4;
    memset(data, rank == root ? round : -1, (size_t)bytes);
    check(!MPI_Bcast(data, bytes, MPI_CHAR, root, comm) && is_filled(data, bytes, round), "a broadcast", round);
    int one = rank + round, sum = 0;
    check(!MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm) && sum == size * round + size * (size - 1) / 2, "a sum",
          round);
    if (round % 3 == 0) { /* repeated, so that calls of the same length follow each other */
        memset(data, rank == 0 ? round : -1, 100000);
        check(!MPI_Bcast(data, 100000, MPI_CHAR, 0, comm) && is_filled(data, 100000, round), "a broadcast", round);
    }
    memset(data, round + rank, (size_t)block);
    int right = !MPI_Allgather(data, block, MPI_CHAR, other, block, MPI_CHAR, comm);
    for (int peer = 0; peer < size; ++peer) right = right && is_filled(other + peer * block, block, round + peer);
    check(right, "an allgather", round);
    if (round % 4 == 1) check(!MPI_Barrier(comm), "a barrier", round);
    for (int peer = 0; peer < size; ++peer) memset(data + peer * block, round + rank + peer, (size_t)block);
    right = !MPI_Alltoall(data, block, MPI_CHAR, other, block, MPI_CHAR, comm);
    for (int peer = 0; peer < size; ++peer)
        right = right && is_filled(other + peer * block, block, round + peer + rank);
    check(right, "an exchange", round);
    for (int peer = 0; peer < size; ++peer) memset(data + peer * block, round + peer, (size_t)block);
    check(!MPI_Scatter(data, block, MPI_CHAR, other, block, MPI_CHAR, root, comm) &&
              is_filled(other, block, round + rank),
          "a scatter", round);
}

static void wrong_call(MPI_Comm comm, int round, const int* bytes) {
    const int is_other = rank == 1 + round % (size - 1);
    memset(data, rank == 0 ? round : -1, kMost);
    int error = MPI_Bcast(data, bytes[is_other], MPI_CHAR, 0, comm), class_ = 0;
    MPI_Error_class(error, &class_);
    const int has_all = is_filled(data, bytes[0] < bytes[is_other] ? bytes[0] : bytes[is_other], round);
    int mine[2] = {class_, has_all || class_}, all[128];
    check(!MPI_Gather(mine, 2, MPI_INT, all, 2, MPI_INT, 0, comm), "a gather", round);
    if (rank != 0) return;
    printf("round %d:", round);
    for (int peer = 0; peer < size; ++peer) printf(" class %d%s", all[2 * peer], all[2 * peer + 1] ? "" : " wrong");
    printf("\n");
}

int main(int argc, char** argv) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* ranks share a pipe */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm comm = MPI_COMM_WORLD;
    if (!strcmp(argv[2], "dup")) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    int bytes[2];
    sscanf(argv[3], "%d,%d", &bytes[0], &bytes[1]);
    data = malloc(kMost), other = malloc(kMost);
    int next = 4;
    for (int round = 0; round < atoi(argv[1]); ++round) {
        right_calls(comm, round);
        for (; next < argc && atoi(argv[next]) == round; ++next) wrong_call(comm, round, bytes);
    }
    int all = 0;
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, comm);
    if (rank == 0) printf("%d calls are wrong\n", all);
    if (comm != MPI_COMM_WORLD) MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
