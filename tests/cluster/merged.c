/* merged ROUNDS: communicators made from intercommunicators of the two halves of all ranks, used and freed. The
   engine's connections must be closed when all members have left: descriptors may not become more with each round. */
#include <dirent.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { kCount = 100000, kKept = 8 };

static int open_files(void) {
    DIR* folder = opendir("/proc/self/fd");
    int count = 0;
    while (readdir(folder)) ++count;
    closedir(folder);
    return count;
}

int main(int argc, char** argv) {
    int rank, size, early = 0, most = 0, wrong = 0;
    int* vector = malloc(kCount * sizeof *vector);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < atoi(argv[1]); ++round) {
        MPI_Comm half, between, all;
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 7, &between);
        MPI_Intercomm_merge(between, 0, &all);
        for (int i = 0; i < kCount; ++i) vector[i] = i + rank;
        for (int call = 0; call < 3; ++call) { /* the first stays with the host, which must meet for the team */
            MPI_Barrier(all);
            for (int i = 0; i < kCount; ++i) vector[i] = i + rank;
            MPI_Allreduce(MPI_IN_PLACE, vector, kCount, MPI_INT, MPI_SUM, all);
            for (int i = 0; i < kCount; ++i) wrong += vector[i] != size * i + size * (size - 1) / 2;
        }
        MPI_Comm_free(&all);
        MPI_Comm_free(&between);
        MPI_Comm_free(&half);
        MPI_Barrier(MPI_COMM_WORLD);
        usleep(20000); /* leaving goes on in later calls and in the background */
        MPI_Barrier(MPI_COMM_WORLD);
        if (round < kKept && open_files() > early) early = open_files();
        if (open_files() > most) most = open_files();
    }
    printf("rank %d: %d wrong, %d files early, %d later\n", rank, wrong, early, most);
    if (wrong == 0 && most <= early + 4) printf("OK %d\n", rank);
    MPI_Finalize();
    return 0;
}
