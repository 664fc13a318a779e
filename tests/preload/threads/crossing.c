// Eight threads on each of two ranks. Thread i of a rank exchanges MESSAGES messages with thread i of the other. Each
// thread has its own tag; each message contains its sender and its number.
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { threads = 8 };
static int rank, messages;
static atomic_int wrong;

static void exchange(int thread, int number) {
    int other = 1 - rank, out[3] = {rank, thread, number}, in[3] = {-1, -1, -1};
    if (thread % 2 == 0) {
        MPI_Request requests[2];
        MPI_Irecv(in, 3, MPI_INT, other, thread, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out, 3, MPI_INT, other, thread, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
        MPI_Send(out, 3, MPI_INT, other, thread, MPI_COMM_WORLD);
        MPI_Recv(in, 3, MPI_INT, other, thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (in[0] != other || in[1] != thread || in[2] != number) atomic_fetch_add(&wrong, 1);
}

static void* body(void* argument) {
    for (int i = 0; i < messages; ++i) exchange((int)(long)argument, i);
    return NULL;
}

int main(int argc, char** argv) {
    int provided;
    pthread_t id[threads];
    messages = atoi(argv[1]);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE) return printf("no MPI_THREAD_MULTIPLE\n"), MPI_Finalize();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (long i = 0; i < threads; ++i) pthread_create(&id[i], NULL, body, (void*)i);
    for (int i = 0; i < threads; ++i) pthread_join(id[i], NULL);
    printf("rank %d: %d wrong\n", rank, wrong);
    MPI_Finalize();
    return wrong != 0;
}
