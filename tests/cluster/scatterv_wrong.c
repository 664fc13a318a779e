/* A root that sends other counts than those with which it opened the group. It gets MPI_ERR_ARG, and so do all ranks
 * that wait for its data; the group remains usable. A rank with too little room gets MPI_ERR_TRUNCATE. Prints the error
 * classes of all ranks, and exits with 0 if all later calls are right. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "shim/include/mpix_shunt.h"

static int class_of(int code) {
    int class = 0;
    MPI_Error_class(code, &class);
    return class == MPI_SUCCESS ? 0 : class == MPI_ERR_ARG ? 1 : class == MPI_ERR_TRUNCATE ? 2 : 9;
}

static void show(const char* what, int code, int rank, int ranks) {
    int mine = class_of(code), all[64];
    static const char* const names[] = {"success", "arg", "truncate", "?", "?", "?", "?", "?", "?", "other"};
    MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank != 0) return;
    char line[1024];  // in one write, because launchers mix output of several ranks
    int length = snprintf(line, sizeof line, "%s:", what);
    for (int i = 0; i < ranks; ++i)
        length += snprintf(line + length, sizeof line - (size_t)length, " %s", names[all[i]]);
    puts(line);
    fflush(stdout);
}

int main(int argc, char** argv) {
    int rank, ranks, counts[64] = {0}, places[64] = {0}, failed = 0;
    unsigned char send[4096], got[4096];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const int root = 1;
    counts[2] = 1000;
    counts[4] = 2000;
    places[4] = 1000;
    memset(send, 7, sizeof send);
    MPIX_Scatterv_group group;
    MPIX_Scatterv_open_group(counts, MPI_BYTE, root, MPI_COMM_WORLD, &group);
    show("right", MPIX_Scatterv_data_movement(send, counts, places, MPI_BYTE, got, counts[rank], MPI_BYTE, &group),
         rank, ranks);
    int changed[64];
    memcpy(changed, counts, sizeof changed);
    changed[2] = 1001;
    const int* told = rank == root ? changed : counts;
    show("changed", MPIX_Scatterv_data_movement(send, told, places, MPI_BYTE, got, counts[rank], MPI_BYTE, &group),
         rank, ranks);
    memset(got, 0, sizeof got);
    show("again", MPIX_Scatterv_data_movement(send, counts, places, MPI_BYTE, got, counts[rank], MPI_BYTE, &group),
         rank, ranks);
    for (int i = 0; i < counts[rank]; ++i) failed |= got[i] != 7;
    const int room = rank == 4 ? 100 : counts[rank];
    show("short", MPIX_Scatterv_data_movement(send, counts, places, MPI_BYTE, got, room, MPI_BYTE, &group), rank,
         ranks);
    MPIX_Scatterv_close_group(&group);
    counts[2] = 5;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    memset(got, 0, sizeof got);
    MPI_Scatterv(send, counts, places, MPI_BYTE, got, counts[rank], MPI_BYTE, root, MPI_COMM_WORLD);
    for (int i = 0; i < counts[rank]; ++i) failed |= got[i] != 7;
    MPI_Finalize();
    return failed;
}
