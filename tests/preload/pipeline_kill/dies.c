// Long collectives in succession, until rank 0 (rank 1 in scans) kills itself: inside the program's own operation, in
// the middle of a pipeline, or after a given time, at any instruction. Every other rank gets an error from its call,
// prints it, and leaves.
//   dies bcast|reduce|allreduce|scan|reduce_scatter combine COUNT | clock MICROSECONDS
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kElements = 400000, kCalls = 100000 };

static int rank, ranks, victim, combinations_left = -1;

static void die(void) { kill(getpid(), SIGKILL); }

static void* die_later(void* microseconds) {
    usleep((useconds_t)(long)microseconds);
    die();
    return NULL;
}

static void add(void* left, void* right, int* count, MPI_Datatype* type) {
    (void)type;
    if (rank == victim && --combinations_left == 0) die();
    for (int i = 0; i < *count; ++i) ((double*)right)[i] += ((double*)left)[i];
}

static int call(const char* what, double* send, double* receive, MPI_Op op) {
    if (!strcmp(what, "bcast")) return MPI_Bcast(receive, kElements, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (!strcmp(what, "reduce")) return MPI_Reduce(send, receive, kElements, MPI_DOUBLE, op, 0, MPI_COMM_WORLD);
    if (!strcmp(what, "allreduce")) return MPI_Allreduce(send, receive, kElements, MPI_DOUBLE, op, MPI_COMM_WORLD);
    if (!strcmp(what, "scan")) return MPI_Scan(send, receive, kElements, MPI_DOUBLE, op, MPI_COMM_WORLD);
    return MPI_Reduce_scatter_block(send, receive, kElements / ranks, MPI_DOUBLE, op, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    pthread_t thread;
    MPI_Op op;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Op_create(add, 1, &op);
    if (argc < 4) return 2;
    double *send = calloc(kElements, sizeof *send), *receive = calloc(kElements, sizeof *receive);
    for (int i = 0; i < kElements; ++i) send[i] = rank + i % 5;
    call(argv[1], send, receive, MPI_SUM);  // asks for the engine's team, made where all meet
    MPI_Barrier(MPI_COMM_WORLD);
    victim = !strcmp(argv[1], "scan") || !strcmp(argv[2], "clock");  // a rank that combines
    if (!strcmp(argv[2], "combine")) combinations_left = atoi(argv[3]);
    else if (rank == victim) pthread_create(&thread, NULL, die_later, (void*)atol(argv[3]));
    for (int i = 0; i < kCalls; ++i) {
        if (call(argv[1], send, receive, op) == MPI_SUCCESS) continue;
        printf("rank %d is told\n", rank);
        fflush(stdout);
        _exit(0);
    }
    printf("rank %d has done all\n", rank);
    _exit(1);
}
