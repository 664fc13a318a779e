// Linked to MPI, but calls no function of it without an argument.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    if (argc > 1) MPI_Init(&argc, &argv);
    printf("child: linked, not called\n");
    return 0;
}
