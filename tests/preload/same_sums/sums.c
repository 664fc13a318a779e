/* Floating-point reductions whose result depends on the order of combining. Every rank prints the bits of its
   result. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { kCount = 100000 };
static double part[kCount], sum[kCount];
static int rank, size;

static void print(const char* what, int count) {
    unsigned long long mixed = 0, bits;
    for (int i = 0; i < count; ++i) {
        memcpy(&bits, &sum[i], sizeof bits);
        mixed = (mixed ^ bits) * 0x9e3779b97f4a7c15u;
        mixed ^= mixed >> 31;
    }
    printf("%s %d %d %016llx\n", what, rank, count, mixed);
}

int main(int argc, char** argv) {
    static const int counts[] = {1, 7, 1000, kCount / 8};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < kCount; ++i)
        part[i] = 1.0 / (1 + (i * 7919 + rank * 104729) % 99991) * (rank % 2 ? 1e8 : -1e-3);
    for (int i = 0; i < 4; ++i) {
        MPI_Allreduce(part, sum, counts[i], MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        print("allreduce", counts[i]);
        MPI_Reduce(part, sum, counts[i], MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0) print("reduce", counts[i]);
        MPI_Scan(part, sum, counts[i], MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        print("scan", counts[i]);
        MPI_Reduce_scatter_block(part, sum, counts[i], MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        print("reduce_scatter_block", counts[i]);
    }
    MPI_Finalize();
    return 0;
}
