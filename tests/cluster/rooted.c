/* Broadcasts and scatters alone, without any call that synchronises: rooted CASE..., where CASE is
   OPERATION,BYTES,CALLS[,ALOOF]. OPERATION is bcast or scatter; each case has a communicator of its own. At times the
   root is 20 calls ahead, with a message that the others receive before their calls, and it is never more than 500
   ahead. Some ranks are late, in the first 1400 calls. ALOOF: the last rank makes no call at all for so many
   milliseconds after its 30th call. Prints a line when a case has ended, and finally "OK CALLS", those of all cases. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, size;
static const char* case_name;

static void pause_for(int milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

static void make_call(MPI_Comm comm, int is_scatter, unsigned char* data, unsigned char* block, int bytes, int call) {
    for (int i = 0; i < (is_scatter ? bytes * size : bytes) && rank == 0; ++i)
        data[i] = (unsigned char)(call * 31 + i * 7);
    if (is_scatter) MPI_Scatter(data, bytes, MPI_BYTE, block, bytes, MPI_BYTE, 0, comm);
    else MPI_Bcast(data, bytes, MPI_BYTE, 0, comm);
    for (int i = 0; i < bytes; ++i) {
        const int at = is_scatter ? rank * bytes + i : i;
        const unsigned char got = is_scatter ? block[i] : data[i];
        if (got == (unsigned char)(call * 31 + at * 7)) continue;
        fprintf(stderr, "%s: rank %d: call %d: byte %d is wrong\n", case_name, rank, call, i);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (rank != 0) memset(data, 0, (size_t)bytes);
}

/* The root runs ahead of the others, as far as every MPI permits. */
static void go_ahead(MPI_Comm comm, int is_scatter, unsigned char* data, unsigned char* block, int bytes, int call) {
    const int ahead = bytes <= 1000 ? 20 : 0;
    int token = call;
    if (rank != 0) MPI_Recv(&token, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < ahead; ++i) make_call(comm, is_scatter, data, block, bytes, call + i);
    for (int peer = 1; rank == 0 && peer < size; ++peer) MPI_Send(&token, 1, MPI_INT, peer, 5, MPI_COMM_WORLD);
}

/* The root waits for a message of each rank, so that it is not a whole case ahead of a rank that gets no processor
   time. */
static void let_all_come(void) {
    int token = 0;
    if (rank != 0) MPI_Send(&token, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
    for (int peer = 1; rank == 0 && peer < size; ++peer)
        MPI_Recv(&token, 1, MPI_INT, peer, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The calls of one case.   Returns: their number. */
static int try_case(void) {
    char operation[16];
    int bytes, calls, aloof = 0;
    if (sscanf(case_name, "%15[a-z],%d,%d,%d", operation, &bytes, &calls, &aloof) < 3) MPI_Abort(MPI_COMM_WORLD, 2);
    const int is_scatter = strcmp(operation, "scatter") == 0;
    unsigned char *data = calloc((size_t)size, (size_t)bytes), *block = malloc((size_t)bytes);
    MPI_Comm brief, comm;
    for (int i = 0; i < 20; ++i) { /* freed while a team may be in the making */
        MPI_Comm_dup(MPI_COMM_WORLD, &brief);
        for (int call = 0; call < i; ++call) make_call(brief, is_scatter, data, block, bytes, call);
        MPI_Comm_free(&brief);
    }
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int call = 0; call < calls; ++call) {
        if (call % 40 == 20) go_ahead(comm, is_scatter, data, block, bytes, call);
        if (rank == call % size && call % 7 == 0 && call < 1400) pause_for(5);
        if (rank == size - 1 && call == 30) pause_for(aloof);
        make_call(comm, is_scatter, data, block, bytes, call);
        if (call % 500 == 499) let_all_come();
    }
    MPI_Comm_free(&comm);
    free(data);
    free(block);
    if (rank == 0) printf("%s is over\n", case_name);
    fflush(stdout);
    return calls;
}

int main(int argc, char** argv) {
    int calls = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < argc; ++i) {
        case_name = argv[i];
        calls += try_case();
    }
    if (rank == 0) printf("OK %d\n", calls);
    MPI_Finalize();
    return 0;
}
