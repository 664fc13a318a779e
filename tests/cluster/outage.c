/* The same collective repeatedly, until rank 0 finds the file "stop" in FOLDER, or until it fails.
   outage FOLDER allreduce|iallreduce|alltoall|bcast BYTES
   Rank 0 regularly writes the number of finished calls into FOLDER/calls. A rank whose call fails writes
   FOLDER/lost-RANK with the error's class and leaves without MPI_Finalize; a rank with a wrong result writes
   FOLDER/wrong-RANK. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, ranks, count;
static int32_t *sent, *received;
static const char* folder;

static void write_file(const char* name, int number, int value) {
    char unfinished[600], path[512];
    snprintf(path, sizeof path, number < 0 ? "%s/%s" : "%s/%s-%d", folder, name, number);
    snprintf(unfinished, sizeof unfinished, "%s.part", path);
    FILE* file = fopen(unfinished, "w");
    if (!file) abort();
    fprintf(file, "%d\n", value);
    if (fclose(file) != 0 || rename(unfinished, path) != 0) abort();
}

static int must_stop(void) {
    char path[512];
    snprintf(path, sizeof path, "%s/stop", folder);
    return rank == 0 && access(path, F_OK) == 0;
}

static int sum(int is_nonblocking) {
    MPI_Request request;
    if (!is_nonblocking) return MPI_Allreduce(sent, received, count, MPI_INT32_T, MPI_SUM, MPI_COMM_WORLD);
    const int error = MPI_Iallreduce(sent, received, count, MPI_INT32_T, MPI_SUM, MPI_COMM_WORLD, &request);
    return error != MPI_SUCCESS ? error : MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Element 0 of rank 0 tells whether this is the last call. */
static int call(const char* operation, int number, int stop, int* told_to_stop, int* is_right) {
    const int is_bcast = strcmp(operation, "bcast") == 0, is_alltoall = strcmp(operation, "alltoall") == 0;
    const int all = is_alltoall ? count * ranks : count;
    for (int i = 0; i < all; ++i) sent[i] = rank + number % 1000 + i % count;
    for (int block = 0; block < (is_alltoall ? ranks : 1); ++block) sent[block * count] = stop;
    memset(received, 255, (size_t)all * sizeof *received);
    if (is_bcast && rank == 0) memcpy(received, sent, (size_t)count * sizeof *received);
    const int error = is_bcast ? MPI_Bcast(received, count, MPI_INT32_T, 0, MPI_COMM_WORLD)
                      : is_alltoall
                          ? MPI_Alltoall(sent, count, MPI_INT32_T, received, count, MPI_INT32_T, MPI_COMM_WORLD)
                          : sum(operation[0] == 'i');
    if (error != MPI_SUCCESS) return error;
    *told_to_stop = received[0] != 0;
    for (int i = 0; i < all; ++i) {
        if (i % count == 0) continue;
        const int here = number % 1000 + i % count;
        const int wanted = is_bcast ? here : is_alltoall ? i / count + here : ranks * here + ranks * (ranks - 1) / 2;
        if (received[i] != wanted) *is_right = 0;
    }
    return MPI_SUCCESS;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 4) return 2;
    folder = argv[1];
    count = atoi(argv[3]) / 4;
    sent = malloc(sizeof *sent * (size_t)(count * ranks));
    received = malloc(sizeof *received * (size_t)(count * ranks));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
    memset(sent, 0, sizeof *sent * (size_t)count);
    if (argv[2][0] == 'i') sum(1), sum(0);  // nonblocking calls have a team after the next blocking one
    double wrote = 0;
    for (int number = 1, stop = 0; !stop; ++number) {
        int is_right = 1;
        const int error = call(argv[2], number, must_stop(), &stop, &is_right);
        if (error != MPI_SUCCESS) {
            int class = 0;
            MPI_Error_class(error, &class);
            write_file("lost", rank, class);
            _exit(0);
        }
        if (!is_right) write_file("wrong", rank, number);
        if (rank != 0 || (MPI_Wtime() - wrote < 0.05 && !stop)) continue;
        write_file("calls", -1, number);
        wrote = MPI_Wtime();
    }
    MPI_Finalize();
    return 0;
}
