/* Exchanges messages by all forms of calls, those with MPI_PROC_NULL among them, then waits for one that comes late.
 * Says how often the host was asked for a message meanwhile, as a library below (count.c) has counted. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { kInts = 100 };
static int out[kInts], in[kInts], rank, peer;

static long host_iprobes(void) {
    long (*counted)(void) = (long (*)(void))dlsym(RTLD_DEFAULT, "host_iprobes");
    return counted ? counted() : 1000000;
}

static void exchange(void) {
    MPI_Request requests[4];
    MPI_Message message;
    MPI_Sendrecv(out, kInts, MPI_INT, peer, 1, in, kInts, MPI_INT, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(in, kInts, MPI_INT, peer, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in, kInts, MPI_INT, MPI_PROC_NULL, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(out, kInts, MPI_INT, peer, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(out, kInts, MPI_INT, MPI_PROC_NULL, 2, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    MPI_Bsend(out, kInts, MPI_INT, peer, 3, MPI_COMM_WORLD);
    MPI_Ibsend(out, kInts, MPI_INT, peer, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Probe(peer, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(in, kInts, MPI_INT, peer, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Mprobe(peer, 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(in, kInts, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Recv_init(in, kInts, MPI_INT, peer, 4, MPI_COMM_WORLD, &requests[0]);
    MPI_Bsend_init(out, kInts, MPI_INT, peer, 4, MPI_COMM_WORLD, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    void* buffer = malloc(1 << 20);
    int bytes;
    MPI_Buffer_attach(buffer, 1 << 20);
    for (int i = 0; i < 3; ++i) exchange();
    for (int i = 0; i < 2; ++i) MPI_Barrier(MPI_COMM_WORLD); /* what the host itself has sent in MPI_Init is received */
    const long before = host_iprobes();
    if (rank == 1) usleep(300000);
    if (rank == 1) MPI_Send(out, kInts, MPI_INT, 0, 5, MPI_COMM_WORLD);
    if (rank == 0) MPI_Recv(in, kInts, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) fprintf(stderr, "the host was asked %ld times\n", host_iprobes() - before);
    if (rank == 0) puts(host_iprobes() - before < 4000 ? "the host is left alone" : "the host is asked all the time");
    MPI_Buffer_detach(&buffer, &bytes);
    free(buffer);
    MPI_Finalize();
    return 0;
}
