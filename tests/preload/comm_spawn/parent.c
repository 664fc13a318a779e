// Spawns two children, sends them three messages in all, and sums up with them across the intercommunicator and on the
// merged communicator.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    int one = 1, sum = 0, total = 0, out[3] = {1, 2, 3}, in[3], codes[2];
    MPI_Comm children, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_spawn(argv[1], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, codes);
    MPI_Send(&one, 1, MPI_INT, 0, 0, children);
    MPI_Send(&one, 1, MPI_INT, 1, 0, children);
    MPI_Send(&one, 1, MPI_INT, 1, 0, children);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, children);
    MPI_Intercomm_merge(children, 0, &all);
    MPI_Allreduce(&one, &total, 1, MPI_INT, MPI_SUM, all);
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, all);
    printf("parent: %d from the children, %d in all, got %d %d %d\n", sum, total, in[0], in[1], in[2]);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&children);
    MPI_Finalize();
    return sum != 20 || total != 3 || in[1] != 10 || in[2] != 10;
}
