/* Prints the time in which a message of 512 MB arrives. The receiver's host may copy it piece by piece, one in each
 * call. It occupies 16 MB. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { kBytes = 512 << 20, kWindow = 16 << 20 };

/* kBytes of addresses that all map the same kWindow of memory. */
static char* same_memory(void) {
    const int file = memfd_create("long_message", 0);
    char* all = mmap(NULL, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (file < 0 || ftruncate(file, kWindow) != 0 || all == MAP_FAILED) return NULL;
    for (long from = 0; from < kBytes; from += kWindow)
        if (mmap(all + from, kWindow, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
            return NULL;
    return all;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char* bytes = same_memory();
    if (!bytes) MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 0)
        for (int i = 0; i < kWindow; ++i) bytes[i] = (char)(i % 251);
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    if (rank == 0) MPI_Send(bytes, kBytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        int wrong = 0;
        MPI_Recv(bytes, kBytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        const double seconds = MPI_Wtime() - begin;
        for (int i = 0; i < kWindow; ++i) wrong += bytes[i] != (char)(i % 251);
        fprintf(stderr, "%.2f s\n", seconds);
        printf("wrong: %d\n%s\n", wrong, seconds < 20 ? "in time" : "too late");
    }
    MPI_Finalize();
    return 0;
}
