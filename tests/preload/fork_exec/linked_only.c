// Linked to MPI, but calls nothing of it unless it is told to.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    if (argc > 1) MPI_Init(&argc, &argv);
    printf("child: linked, not called\n");
    return 0;
}
