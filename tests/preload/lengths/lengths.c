/* Broadcasts whose length differs on some ranks, and the results of all calls that follow.
   Usage: lengths [ROOT:]BYTES,BYTES,... [another case ...]: the lengths that rank 0, 1, ... passes; the root is 0 or
   ROOT. Each case has a communicator of its own; its output lines begin with the case as it was given. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static const char* case_name;

static void show(const char* what, int error) {
    int class_ = 0;
    MPI_Error_class(error, &class_);
    printf("%s: rank %d, %s: class %d\n", case_name, rank, what, class_);
}

static int is_wrong(MPI_Comm comm, int turn) {
    int one = rank + turn, sum = 0, numbers[3000], wrong = 0;
    wrong += MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm) || sum != size * turn + size * (size - 1) / 2;
    for (int i = 0; i < 3000; ++i) numbers[i] = rank == turn % size ? turn + i : -1;
    wrong += MPI_Bcast(numbers, 3000, MPI_INT, turn % size, comm) || numbers[0] != turn || numbers[2999] != turn + 2999;
    wrong += MPI_Bcast(numbers, 1, MPI_INT, 0, comm) || numbers[0] != turn;
    wrong += MPI_Barrier(comm) != MPI_SUCCESS;
    wrong +=
        MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, turn % size, comm) || sum != size * turn + size * (size - 1) / 2;
    return wrong;
}

/* The length that this rank passes. */
static int length_of(int of_rank) {
    const char *root_end = strchr(case_name, ':'), *at = root_end ? root_end + 1 : case_name;
    for (; of_rank > 0 && strchr(at, ','); --of_rank) at = strchr(at, ',') + 1;
    return atoi(at);
}

static void broadcast(MPI_Comm comm, int root, int bytes, int sent) {
    char* data = malloc((size_t)bytes + (4 << 20)); /* Open MPI itself writes beyond the room */
    memset(data, 'x', (size_t)bytes + 64);
    if (rank == root) memset(data, 'r', (size_t)bytes);
    const int error = MPI_Bcast(data, bytes, MPI_CHAR, root, comm);
    show(bytes < sent ? "too short" : bytes > sent ? "too long" : "fits", error);
    if (bytes == sent && memchr(data, 'x', (size_t)bytes)) printf("%s: rank %d: not all has come\n", case_name, rank);
    for (int i = 0; i < 64; ++i)
        if (data[bytes + i] != 'x') printf("%s: rank %d: written beyond the buffer\n", case_name, rank), i = 64;
    free(data);
}

/* Broadcasts with the same length on all ranks: afterwards all ranks know which engine carries each length.
   Returns: how many are wrong. */
static int broadcast_each_length(MPI_Comm comm, int root) {
    int wrong = 0;
    for (int i = 0; i < 3 * size; ++i) {
        const size_t bytes = (size_t)length_of(i % size);
        char* data = malloc(bytes + 1);
        memset(data, rank == root ? 'r' : 'x', bytes);
        wrong += MPI_Bcast(data, (int)bytes, MPI_CHAR, root, comm) != MPI_SUCCESS || memchr(data, 'x', bytes) != NULL;
        free(data);
    }
    return wrong;
}

static void try_case(void) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int turn = 0; turn < 2; ++turn)
        is_wrong(comm, turn); /* in a call in which all ranks meet the engine makes the team that an earlier call
                                 wanted */
    const int root = strchr(case_name, ':') ? atoi(case_name) : 0;
    const int wrong_before = broadcast_each_length(comm, root);
    if (wrong_before) printf("%s: rank %d: %d calls before are wrong\n", case_name, rank, wrong_before);
    for (int shift = 0; shift < 2; ++shift) { /* the lengths of two ranks at the root */
        broadcast(comm, root, length_of((rank + shift) % size), length_of((root + shift) % size));
        int wrong = 0;
        for (int turn = 0; turn < 20; ++turn) wrong += is_wrong(comm, turn);
        if (wrong) printf("%s: rank %d: %d later calls are wrong\n", case_name, rank, wrong);
    }
    MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* ranks share a pipe */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < argc; ++i) {
        case_name = argv[i];
        try_case();
    }
    MPI_Finalize();
    return 0;
}
