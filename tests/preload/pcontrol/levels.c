// Eight barriers a rank in phases 0, 5, 7, -3, INT_MAX. With an argument MPI_Pcontrol is also called outside of MPI.
#include <limits.h>
#include <mpi.h>
#include <stdio.h>

static void phase(int level, int barriers) {
    MPI_Pcontrol(level);
    for (int i = 0; i < barriers; ++i) MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    int outside = argc > 1;
    if (outside) MPI_Pcontrol(1);
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    phase(5, 1);
    phase(7, 3);
    phase(5, 1);
    MPI_Pcontrol(-3, "a name", 42);
    MPI_Barrier(MPI_COMM_WORLD);
    phase(INT_MAX, 1);
    MPI_Finalize();
    if (outside) MPI_Pcontrol(2);
    printf("done\n");
    return 0;
}
