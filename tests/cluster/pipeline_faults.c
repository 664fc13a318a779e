/* A pipeline between hosts that breaks while data are in flight. The same operation is repeated until it fails. In the
   third call one rank is killed, or resets all its connections that were made in the first call; only the engine made
   connections there.
   pipeline_faults killed|reset OPERATION BYTES VICTIM     OPERATION: bcast, reduce, allreduce or scan
   Each surviving rank writes "survivor RANK: error CLASS in call N, then CLASS" into a file survivor-RANK of the
   current folder, which all share, because launchers lose output when a rank is killed. When all have written, it
   leaves without MPI_Finalize, in which hosts would hang. */
#define _GNU_SOURCE
#include <mpi.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { kMostFiles = 4096, kMostCalls = 40, kFaultCall = 3, kFaultAfterUs = 60000 };

static int rank, ranks, bytes, resets;
static char was_there[kMostFiles];
static int32_t *send_numbers, *receive_numbers;

static int is_connection(int file) {
    struct sockaddr_in peer;
    socklen_t size = sizeof peer;
    return getpeername(file, (struct sockaddr*)&peer, &size) == 0 && peer.sin_family == AF_INET;
}

static void remember_connections(void) {
    for (int file = 0; file < kMostFiles; ++file) was_there[file] = (char)is_connection(file);
}

/* Both sides of each connection see a reset at once. */
static void reset_new_connections(void) {
    struct sockaddr nobody;
    memset(&nobody, 0, sizeof nobody);
    nobody.sa_family = AF_UNSPEC;
    for (int file = 0; file < kMostFiles; ++file)
        if (!was_there[file] && is_connection(file)) resets += connect(file, &nobody, sizeof nobody) == 0;
}

static void* strike(void* word) {
    usleep(kFaultAfterUs);
    if (strcmp(word, "killed") == 0) raise(SIGKILL);
    reset_new_connections();
    return NULL;
}

static int call(const char* operation) {
    const int count = bytes / 4;
    for (int i = 0; i < count; ++i) send_numbers[i] = rank + i % 1000;
    if (strcmp(operation, "bcast") == 0)
        return MPI_Bcast(rank == 0 ? send_numbers : receive_numbers, count, MPI_INT32_T, 0, MPI_COMM_WORLD);
    if (strcmp(operation, "reduce") == 0)
        return MPI_Reduce(send_numbers, receive_numbers, count, MPI_INT32_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (strcmp(operation, "scan") == 0)
        return MPI_Scan(send_numbers, receive_numbers, count, MPI_INT32_T, MPI_SUM, MPI_COMM_WORLD);
    return MPI_Allreduce(send_numbers, receive_numbers, count, MPI_INT32_T, MPI_SUM, MPI_COMM_WORLD);
}

/* Whether the result of a successful call is right. */
static int is_right(const char* operation) {
    int last = ranks;
    if (strcmp(operation, "bcast") == 0) last = -1;
    if (strcmp(operation, "reduce") == 0 && rank != 0) return 1;
    if (strcmp(operation, "scan") == 0) last = rank + 1;
    for (int i = 0; i < bytes / 4; ++i) {
        const int32_t wanted = last < 0 ? i % 1000 : last * (last - 1) / 2 + last * (i % 1000);
        if ((last < 0 && rank == 0 ? send_numbers : receive_numbers)[i] != wanted) return 0;
    }
    return 1;
}

static int class_of(int error) {
    int class = 0;
    if (error != MPI_SUCCESS) MPI_Error_class(error, &class);
    return class;
}

static void report(const char* way, int error, int number, int after) {
    char name[32], unfinished[32];
    snprintf(name, sizeof name, "survivor-%d", rank);
    snprintf(unfinished, sizeof unfinished, "unfinished-%d", rank);
    FILE* file = fopen(unfinished, "w");
    if (!file) abort();
    fprintf(file, "survivor %d: error %d in call %d, then %d\n", rank, class_of(error), number, class_of(after));
    if (fclose(file) != 0 || rename(unfinished, name) != 0) abort();
    /* MPICH's launcher may end the others when one rank leaves in this way. */
    for (int tries = 0, there = 0; tries < 200 && there < ranks - (strcmp(way, "killed") == 0); ++tries) {
        usleep(50000);
        there = 0;
        for (int other = 0; other < ranks; ++other) {
            snprintf(name, sizeof name, "survivor-%d", other);
            there += access(name, F_OK) == 0;
        }
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 5) return 2;
    const char* operation = argv[2];
    bytes = atoi(argv[3]);
    send_numbers = malloc((size_t)bytes);
    receive_numbers = malloc((size_t)bytes);
    if (!getenv("FATAL")) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int* all = malloc(sizeof(int) * (size_t)ranks); /* the host's own connections are made here */
    MPI_Alltoall(all, 1, MPI_INT, malloc(sizeof(int) * (size_t)ranks), 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    remember_connections();
    if (call(operation) != MPI_SUCCESS) return 3; /* wants a team, which is made in a call in which all ranks meet */
    MPI_Barrier(MPI_COMM_WORLD);
    for (int number = 1; number <= kMostCalls; ++number) {
        pthread_t thread;
        const int is_fault = number == kFaultCall && rank == atoi(argv[4]);
        if (is_fault) pthread_create(&thread, NULL, strike, argv[1]);
        const int error = call(operation);
        if (is_fault) {
            pthread_join(thread, NULL);
            if (resets == 0) printf("rank %d: nothing was there to reset\n", rank);
        }
        if (error != MPI_SUCCESS) {
            const int after = call(operation);
            report(argv[1], error, number, after);
            _exit(0);
        }
        if (!is_right(operation)) {
            printf("rank %d: call %d gave a wrong result\n", rank, number);
            fflush(stdout);
            _exit(1);  // not a survivor
        }
    }
    printf("rank %d: nothing failed\n", rank);
    MPI_Finalize();
    return 1;
}
