#include <mpi.h>

int main(int argc, char** argv) {
    int rank, ten = 10, one = 1, sum, out[3] = {10, 20, 30}, in[3];
    MPI_Comm parent, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_parent(&parent);
    for (int i = 0; i <= rank; ++i) MPI_Recv(&sum, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
    MPI_Allreduce(&ten, &sum, 1, MPI_INT, MPI_SUM, parent);
    MPI_Intercomm_merge(parent, 1, &all);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, all);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return 0;
}
