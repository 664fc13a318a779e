/* One buffer for both directions of a collective without MPI_IN_PLACE; prints each error class. A rank whose call is
   refused makes it again correctly, and all later calls must be paired with each other. */
#include <stdlib.h>

#include "begin.h"

static int rank, size;
static int *data, *other, *counts, *places;

static void fill(void) {
    for (int i = 0; i < 2 * size; ++i) data[i] = 10 * rank + i, other[i] = -1;
}

/* Returns: whether the host accepted the call. */
static int taken(const char* what, int error, MPI_Comm comm) {
    int class_ = 0;
    MPI_Error_class(error, &class_);
    printf("rank %d, %s: class %d\n", rank, what, class_);
    (void)comm;
    return error == MPI_SUCCESS;
}

static void check(const char* what, MPI_Comm comm) {
    int one = rank + 1, sum = 0, root = -1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (rank == 0) root = 4711;
    MPI_Bcast(&root, 1, MPI_INT, 0, comm);
    if (sum != size * (size + 1) / 2 || root != 4711) printf("rank %d: wrong after %s\n", rank, what);
    fill();
}

#define TRY(what, refused, right)                                       \
    do {                                                                \
        fill();                                                         \
        if (!taken(what, refused, comm) && (right) != MPI_SUCCESS)      \
            printf("rank %d, %s: the right call failed\n", rank, what); \
        check(what, comm);                                              \
    } while (0)

static void all_of_them(MPI_Comm comm) {
    TRY("allreduce", MPI_Allreduce(data, data, 1, MPI_INT, MPI_SUM, comm),
        MPI_Allreduce(data, other, 1, MPI_INT, MPI_SUM, comm));
    TRY("scan", MPI_Scan(data, data, 1, MPI_INT, MPI_SUM, comm), MPI_Scan(data, other, 1, MPI_INT, MPI_SUM, comm));
    TRY("exscan", MPI_Exscan(data, data, 1, MPI_INT, MPI_SUM, comm),
        MPI_Exscan(data, other, 1, MPI_INT, MPI_SUM, comm));
    TRY("reduce", MPI_Reduce(data, rank == 0 ? data : NULL, 1, MPI_INT, MPI_SUM, 0, comm),
        MPI_Reduce(data, other, 1, MPI_INT, MPI_SUM, 0, comm));
    TRY("reduce_scatter", MPI_Reduce_scatter(data, data, counts, MPI_INT, MPI_SUM, comm),
        MPI_Reduce_scatter(data, other, counts, MPI_INT, MPI_SUM, comm));
    TRY("reduce_scatter_block", MPI_Reduce_scatter_block(data, data, 1, MPI_INT, MPI_SUM, comm),
        MPI_Reduce_scatter_block(data, other, 1, MPI_INT, MPI_SUM, comm));
    TRY("gather", MPI_Gather(data, 1, MPI_INT, data, 1, MPI_INT, 0, comm),
        MPI_Gather(data, 1, MPI_INT, other, 1, MPI_INT, 0, comm));
    TRY("gatherv", MPI_Gatherv(data, 1, MPI_INT, data, counts, places, MPI_INT, 0, comm),
        MPI_Gatherv(data, 1, MPI_INT, other, counts, places, MPI_INT, 0, comm));
    TRY("scatter", MPI_Scatter(data, 1, MPI_INT, data, 1, MPI_INT, 0, comm),
        MPI_Scatter(data, 1, MPI_INT, other, 1, MPI_INT, 0, comm));
    TRY("scatterv", MPI_Scatterv(data, counts, places, MPI_INT, data, 1, MPI_INT, 0, comm),
        MPI_Scatterv(data, counts, places, MPI_INT, other, 1, MPI_INT, 0, comm));
    TRY("allgather", MPI_Allgather(data + rank, 1, MPI_INT, data, 1, MPI_INT, comm),
        MPI_Allgather(data + rank, 1, MPI_INT, other, 1, MPI_INT, comm));
    TRY("allgatherv", MPI_Allgatherv(data + rank, 1, MPI_INT, data, counts, places, MPI_INT, comm),
        MPI_Allgatherv(data + rank, 1, MPI_INT, other, counts, places, MPI_INT, comm));
    TRY("alltoall", MPI_Alltoall(data, 1, MPI_INT, data, 1, MPI_INT, comm),
        MPI_Alltoall(data, 1, MPI_INT, other, 1, MPI_INT, comm));
    TRY("alltoallv", MPI_Alltoallv(data, counts, places, MPI_INT, data, counts, places, MPI_INT, comm),
        MPI_Alltoallv(data, counts, places, MPI_INT, other, counts, places, MPI_INT, comm));
}

int main(int argc, char** argv) {
    MPI_Comm comm = begin(&argc, &argv, &rank, &size);
    data = malloc(2 * (size_t)size * sizeof(int)), other = malloc(2 * (size_t)size * sizeof(int));
    counts = malloc((size_t)size * sizeof(int)), places = malloc((size_t)size * sizeof(int));
    for (int i = 0; i < size; ++i) counts[i] = 1, places[i] = i;
    all_of_them(comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
