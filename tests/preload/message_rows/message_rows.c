/* Two ranks of one node send each other messages. For each message it is certain whether the receive is posted first or
 * the message arrives first. Each pattern has a length of its own, by which run.sh finds its rows. With an argument MPI
 * is initialised for several threads. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 1 << 20, ready_tag = 99 };
static char out[most], in[most], attached[1 << 16];
static int rank, other;

static void check(int right, const char* what) {
    if (right) return;
    printf("wrong: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Rank 1 has posted its receives. Rank 0 gets this message after the requests of these receives. */
static void ready(void) {
    if (rank == 1) MPI_Send(NULL, 0, MPI_CHAR, 0, ready_tag, MPI_COMM_WORLD);
    else MPI_Recv(NULL, 0, MPI_CHAR, 1, ready_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void receive_first(int bytes, int source, int rounds) {
    for (int i = 0; i < rounds; ++i) {
        MPI_Request request = MPI_REQUEST_NULL;
        if (rank == 1) MPI_Irecv(in, bytes, MPI_CHAR, source, 1, MPI_COMM_WORLD, &request);
        ready();
        if (rank == 0) MPI_Send(out, bytes, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void message_first(void) {
    enum { bytes = 1024, messages = 5 };
    if (rank == 0)
        for (int tag = 1; tag <= messages; ++tag) MPI_Send(out, bytes, MPI_CHAR, 1, tag, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Probe(0, messages, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int tag = 1; tag <= messages; ++tag)
            MPI_Recv(in, bytes, MPI_CHAR, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    ready();
}

static void long_message_first(void) {
    if (rank == 0) {
        MPI_Request request;
        MPI_Isend(out, most, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Probe(0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(in, most, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    ready();
}

static void persistent(int bytes, int by_startall) {
    MPI_Request request;
    if (rank == 0) MPI_Send_init(out, bytes, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
    else MPI_Recv_init(in, bytes, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 3; ++i) {
        if (rank == 0) ready();
        if (by_startall) MPI_Startall(1, &request);
        else MPI_Start(&request);
        if (rank == 1) ready();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

/* A message that has been probed for. */
static void matched(void) {
    MPI_Message message;
    if (rank == 0) {
        MPI_Send(out, 2048, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
        MPI_Send(out, 2049, MPI_CHAR, 1, 2, MPI_COMM_WORLD);
    } else {
        MPI_Request request;
        MPI_Probe(0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Mprobe(0, 1, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(in, 2048, MPI_CHAR, &message, MPI_STATUS_IGNORE);
        MPI_Mprobe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Imrecv(in, 2049, MPI_CHAR, &message, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    ready();
}

/* Sends that the program does not complete, or completes later than others. */
static void loose(void) {
    MPI_Request request;
    if (rank == 0) {
        MPI_Buffer_attach(attached, sizeof attached);
        MPI_Bsend(out, 3000, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
        MPI_Ibsend(out, 3001, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Bsend(out, 30000, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
        MPI_Isend(out, 4000, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Isend(out, 40000, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Issend(out, 5000, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        void* detached;
        int bytes;
        MPI_Buffer_detach(&detached, &bytes);
    } else {
        static const int lengths[] = {3000, 3001, 30000, 4000, 40000, 5000};
        for (int i = 0; i < 6; ++i) MPI_Recv(in, lengths[i], MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    ready();
}

static void exchanges(void) {
    MPI_Status status;
    MPI_Sendrecv(out, 8, MPI_CHAR, rank, 1, in, 8, MPI_CHAR, rank, 1, MPI_COMM_WORLD, &status);
    for (int i = 0; i < 4; ++i)
        MPI_Sendrecv(out, 16, MPI_CHAR, other, 1, in, 16, MPI_CHAR, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(in, 600, MPI_CHAR, other, 1, other, 1, MPI_COMM_WORLD, &status);
    MPI_Sendrecv(out, 24, MPI_CHAR, MPI_PROC_NULL, 1, in, 24, MPI_CHAR, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status);
    ready();
}

static void many_at_once(void) {
    enum { each = 20, bytes = 9000 };
    MPI_Request requests[2 * each];
    for (int i = 0; i < each; ++i) {
        MPI_Irecv(in + i * bytes, bytes, MPI_CHAR, i % 2 ? other : MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &requests[i]);
        MPI_Isend(out + i * bytes, bytes, MPI_CHAR, other, i, MPI_COMM_WORLD, &requests[each + i]);
    }
    int done, indices[2 * each];
    MPI_Waitsome(2 * each, requests, &done, indices, MPI_STATUSES_IGNORE);
    MPI_Waitany(2 * each, requests, indices, MPI_STATUS_IGNORE);
    MPI_Waitall(2 * each, requests, MPI_STATUSES_IGNORE);
    MPI_Irecv(in, 7777, MPI_CHAR, other, 1, MPI_COMM_WORLD, requests);
    MPI_Cancel(requests);
    MPI_Wait(requests, MPI_STATUS_IGNORE);
    check(memcmp(in, out, each * bytes) == 0, "what came is not what was sent");
}

int main(int argc, char** argv) {
    int level = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, argc > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    check(argc < 2 || level == MPI_THREAD_MULTIPLE, "no threads");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    for (int i = 0; i < most; ++i) out[i] = (char)(i * 7);
    receive_first(100000, 0, 8); /* until the ranks know each other */
    receive_first(65536, 0, 20);
    receive_first(32768, MPI_ANY_SOURCE, 5);
    message_first();
    long_message_first();
    persistent(131072, 0);
    persistent(50000, 1);
    matched();
    loose();
    exchanges();
    many_at_once();
    printf("rank %d is done\n", rank);
    MPI_Finalize();
    return 0;
}
