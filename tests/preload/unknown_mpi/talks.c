#include <stdio.h>

#include "strange.h"

int main(int argc, char** argv) {
    int before = -1, during = -1, after = -1, rank = -1, length = 0, one = 1, result = 0;
    char text[256];
    MPI_Initialized(&before);
    MPI_Init(&argc, &argv);
    MPI_Initialized(&during);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Get_library_version(text, &length);
    int code = MPI_Send("text", 1, 2, 3, 4, MPI_COMM_WORLD);
    MPI_Alltoallv(&one, &one, &one, 10, &result, &one, &one, 100, MPI_COMM_WORLD);
    double time = MPI_Wtime();
    MPI_Finalize();
    MPI_Initialized(&after);
    printf("%d %d %d rank %d, %s %d, code %d, result %d, time %.2f\n", before, during, after, rank, text, length, code,
           result, time);
    return !(rank == 42 && code == 17 && result == 157 && time == 0.25);
}
