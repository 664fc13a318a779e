/* Programs for `auto`. auto broadcasts ROUNDS BYTES makes broadcasts from rank 0 alone, so that no call synchronises
   the ranks. auto exchanges ROUNDS BYTES makes all-to-alls. auto sums ROUNDS mixes all kinds of collectives, and prints
   a digest of the floating sums of all ranks; sums_on_dup does so on a duplicate. All other data are checked. Prints OK
   and the number of checks. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static long checks, wrong;

static void check(int right) {
    ++checks;
    if (!right) ++wrong;
}

static void broadcasts(int rounds, int bytes) {
    char* data = malloc((size_t)bytes);
    for (int i = 0; i < rounds; ++i) {
        memset(data, rank == 0 ? i % 100 + 1 : 0, (size_t)bytes);
        MPI_Bcast(data, bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
        check(data[0] == i % 100 + 1 && data[bytes / 2] == data[0] && data[bytes - 1] == data[0]);
    }
    free(data);
}

static void exchanges(int rounds, int bytes) {
    char *give = malloc((size_t)bytes * size), *get = malloc((size_t)bytes * size);
    for (int i = 0; i < rounds; ++i) {
        for (int peer = 0; peer < size; ++peer) memset(give + peer * bytes, (7 * rank + peer + i) % 100, (size_t)bytes);
        memset(get, 101, (size_t)bytes * size);
        MPI_Alltoall(give, bytes, MPI_CHAR, get, bytes, MPI_CHAR, MPI_COMM_WORLD);
        for (int peer = 0; peer < size; ++peer) {
            const char* block = get + peer * bytes;
            check(block[0] == (7 * peer + rank + i) % 100 && block[bytes - 1] == block[0]);
        }
    }
    free(get);
    free(give);
}

enum { kMost = 16384 };
static uint64_t digest = 1469598103934665603u;

static void add(const double* sums, int count) {
    const unsigned char* bytes = (const unsigned char*)sums;
    for (size_t i = 0; i < (size_t)count * sizeof *sums; ++i) digest = (digest ^ bytes[i]) * 1099511628211u;
}

static void sums(int rounds, MPI_Comm comm) {
    static const int lengths[] = {1, 100, 1000, 4000, kMost};
    double *give = malloc(kMost * sizeof *give), *get = malloc(kMost * sizeof *get);
    int* blocks = malloc(sizeof *blocks * kMost * (size_t)size);
    int* theirs = malloc(sizeof *theirs * kMost * (size_t)size);
    for (int i = 0; i < rounds; ++i) {
        const int count = lengths[i / 5 % 5], root = i % size, block = count > 4000 ? 4000 : count;
        for (int k = 0; k < count; ++k) give[k] = 1.0 / (3 + rank + 7 * k + i % 11);
        MPI_Bcast(blocks, rank == root ? (blocks[0] = blocks[count - 1] = i, count) : (blocks[0] = -1, count), MPI_INT,
                  root, comm);
        check(blocks[0] == i && blocks[count - 1] == i);
        MPI_Reduce(give, get, count, MPI_DOUBLE, MPI_SUM, root, comm);
        if (rank == root) add(get, count);
        MPI_Scan(give, get, count, MPI_DOUBLE, MPI_SUM, comm);
        add(get, count);
        if (i % 3 == 0) {
            MPI_Allreduce(give, get, count, MPI_DOUBLE, MPI_SUM, comm);
            add(get, count);
        }
        if (i % 4 == 1) MPI_Barrier(comm);
        for (int peer = 0; peer < size; ++peer) blocks[peer * block] = 100 * rank + peer + i;
        MPI_Alltoall(blocks, block, MPI_INT, theirs, block, MPI_INT, comm);
        for (int peer = 0; peer < size; ++peer) check(theirs[peer * block] == 100 * peer + rank + i);
        MPI_Allgather(blocks, block, MPI_INT, theirs, block, MPI_INT, comm);
        for (int peer = 0; peer < size; ++peer) check(theirs[peer * block] == 100 * peer + i);
    }
    uint64_t* all = malloc(sizeof *all * (size_t)size);
    MPI_Gather(&digest, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, 0, comm);
    for (int peer = 0; rank == 0 && peer < size; ++peer)
        printf("digest %d %016llx\n", peer, (unsigned long long)all[peer]);
    free(all);
    free(theirs);
    free(blocks);
    free(get);
    free(give);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 3 && !strcmp(argv[1], "broadcasts")) broadcasts(atoi(argv[2]), atoi(argv[3]));
    else if (argc > 3 && !strcmp(argv[1], "exchanges")) exchanges(atoi(argv[2]), atoi(argv[3]));
    else if (argc > 2 && !strcmp(argv[1], "sums")) sums(atoi(argv[2]), MPI_COMM_WORLD);
    else if (argc > 2 && !strcmp(argv[1], "sums_on_dup")) {
        MPI_Comm dup;
        MPI_Comm_dup(MPI_COMM_WORLD, &dup);
        sums(atoi(argv[2]), dup);
        MPI_Comm_free(&dup);
    } else MPI_Abort(MPI_COMM_WORLD, 2);
    long all[2] = {checks, wrong}, total[2];
    MPI_Reduce(all, total, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf(total[1] ? "WRONG %ld of %ld\n" : "OK %2$ld\n", total[1], total[0]);
    MPI_Finalize();
    return 0;
}
