/* Calls that the host refuses on rank 0 alone; prints each error class. The other ranks do not know of them, so all
   later calls must be paired as if they had not been made. Also MPI_Exscan without a receive buffer on rank 0, where
   MPI ignores it, on hosts that accept it. */
#include <stdlib.h>

#include "begin.h"

static int rank, size;

static void note(const char* what, int error) {
    int class_ = 0;
    MPI_Error_class(error, &class_);
    printf("rank %d, %s: class %d\n", rank, what, class_);
}

/* Calls in which all ranks agree on how to wait, before some of them. */
static void check(const char* what, MPI_Comm comm) {
    for (int i = 0; i < 20; ++i) {
        int one = rank + i, sum = -1, expected = size * (size - 1) / 2 + size * i;
        double vector[3] = {rank, i, 1}, total[3] = {-1, -1, -1};
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
        MPI_Allreduce(vector, total, 3, MPI_DOUBLE, MPI_SUM, comm);
        if (sum != expected || total[0] != size * (size - 1) / 2 || total[1] != size * i || total[2] != size)
            printf("rank %d: wrong after %s\n", rank, what);
    }
    MPI_Barrier(comm);
}

static void refused_on_rank_0(MPI_Comm comm) {
    int in[2] = {1, 2}, *block = calloc((size_t)size, sizeof(int));
    double vector[2] = {1, 2};
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0) note("allreduce into one buffer", MPI_Allreduce(in, in, 2, MPI_INT, MPI_SUM, comm));
    check("allreduce", comm);
    if (rank == 0) note("rounded", MPI_Allreduce(vector, vector, 2, MPI_DOUBLE, MPI_SUM, comm));
    check("rounded", comm);
    if (rank == 0) note("in place", MPI_Allreduce(in, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, comm));
    check("in place", comm);
    if (rank == 0) note("block", MPI_Reduce_scatter_block(block, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, comm));
    check("block", comm);
    if (rank == 0) note("idup", MPI_Comm_idup(comm, NULL, &request));
    check("idup", comm);
    free(block);
}

static void exscan_without_result(MPI_Comm comm) {
    const int mine[2] = {rank + 1, 1};
    int before[2] = {0, 0}, accepted = 1;
    if (rank == 0) accepted = MPI_Exscan(mine, NULL, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF) == MPI_SUCCESS;
    MPI_Bcast(&accepted, 1, MPI_INT, 0, comm);
    printf("rank %d: exscan without a result is %s\n", rank, accepted ? "accepted" : "refused");
    for (int i = 0; accepted && i < 20; ++i) {
        MPI_Request request;
        MPI_Exscan(mine, rank == 0 ? NULL : before, 2, MPI_INT, MPI_SUM, comm);
        if (rank > 0 && (before[0] != rank * (rank + 1) / 2 || before[1] != rank)) printf("rank %d: exscan\n", rank);
        MPI_Iexscan(mine, rank == 0 ? NULL : before, 2, MPI_INT, MPI_SUM, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (rank > 0 && (before[0] != rank * (rank + 1) / 2 || before[1] != rank)) printf("rank %d: iexscan\n", rank);
        MPI_Barrier(comm);
    }
}

int main(int argc, char** argv) {
    MPI_Comm comm = begin(&argc, &argv, &rank, &size);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    refused_on_rank_0(comm);
    exscan_without_result(comm);
    refused_on_rank_0(comm); /* now with teams, where rules make them */
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
