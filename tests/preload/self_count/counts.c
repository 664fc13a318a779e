// Every kind of point-to-point call on the world, a duplicate and a reversed communicator, and some collectives. The
// program counts them itself.
//   counts FILE_STEM
#include "ledger.h"

static int world_rank, size, failures;
static MPI_Comm world, reversed;  // a duplicate, and the ranks in reverse order
static char out[8][4096], in[8][4096];

static int left(void) { return (world_rank + size - 1) % size; }
static int right(void) { return (world_rank + 1) % size; }
static void check(int holds, int line) {
    if (!holds) ++failures, fprintf(stderr, "rank %d: line %d: not as it should be\n", world_rank, line);
}
#define CHECK(condition) check(condition, __LINE__)

/// Notes a receive as its status reports it.
static void received_by(const MPI_Status* status) {
    int count;
    CALL(MPI_Get_count, status, MPI_CHAR, &count);
    received(status->MPI_SOURCE, count);
}

static void blocking_sends(void) {
    static char attached[1 << 16];
    MPI_Request request;
    void* detached;
    int bytes;
    for (int i = 0; i < 4; ++i) {  // i selects the kind of send; the receive is always posted first
        CALL(MPI_Irecv, in[0], 4096, MPI_CHAR, left(), i, world, &request);
        CALL(MPI_Barrier, world);
        if (i == 0) CALL(MPI_Send, out[0], 100, MPI_CHAR, right(), i, world);
        if (i == 1) CALL(MPI_Ssend, out[0], 101, MPI_CHAR, right(), i, world);
        if (i == 2) CALL(MPI_Rsend, out[0], 102, MPI_CHAR, right(), i, world);
        if (i == 3) {
            CALL(MPI_Buffer_attach, attached, sizeof attached);
            CALL(MPI_Bsend, out[0], 103, MPI_CHAR, right(), i, world);
        }
        sent(right(), 100 + i);
        CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
        received(left(), 100 + i);
    }
    CALL(MPI_Buffer_detach, &detached, &bytes);
}

static void exchanges(void) {
    MPI_Status status;
    CALL(MPI_Sendrecv, out[0], 17, MPI_CHAR, right(), 5, in[0], 4096, MPI_CHAR, left(), 5, world, &status);
    sent(right(), 17);
    received_by(&status);
    CALL(MPI_Sendrecv, out[0], 0, MPI_CHAR, right(), 5, in[0], 4096, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, world,
         MPI_STATUS_IGNORE);
    sent(right(), 0);
    received(left(), 0);
    CALL(MPI_Sendrecv_replace, out[0], 33, MPI_CHAR, right(), 6, left(), 6, world, &status);
    sent(right(), 33);
    received_by(&status);
    // To MPI_PROC_NULL: calls, but no messages.
    CALL(MPI_Send, out[0], 10, MPI_CHAR, MPI_PROC_NULL, 0, world);
    CALL(MPI_Recv, in[0], 10, MPI_CHAR, MPI_PROC_NULL, 0, world, &status);
    CALL(MPI_Sendrecv, out[0], 9, MPI_CHAR, MPI_PROC_NULL, 0, in[0], 9, MPI_CHAR, MPI_PROC_NULL, 0, world, &status);
}

static void on_reversed_ranks(void) {  // rank r of the world is rank size-1-r here
    int to = size - 1 - right(), from = size - 1 - left();
    CALL(MPI_Sendrecv, out[0], 7, MPI_CHAR, to, 0, in[0], 7, MPI_CHAR, from, 0, reversed, MPI_STATUS_IGNORE);
    sent(right(), 7);
    received(left(), 7);
    MPI_Status status;
    MPI_Request request;
    CALL(MPI_Irecv, in[0], 64, MPI_CHAR, MPI_ANY_SOURCE, 1, reversed, &request);
    CALL(MPI_Send, out[0], 8, MPI_CHAR, to, 1, reversed);
    sent(right(), 8);
    CALL(MPI_Wait, &request, &status);
    CHECK(status.MPI_SOURCE == from);
    received(left(), 8);
}

/// Posts four receives (larger than the messages) and four sends of n, n+1, n+2, n+3 bytes.
static void post_four(MPI_Request* request, int n) {
    for (int i = 0; i < 4; ++i)
        CALL(MPI_Irecv, in[i], 4096, MPI_CHAR, i % 2 ? left() : MPI_ANY_SOURCE, n + i, world, &request[i]);
    for (int i = 0; i < 4; ++i) {
        CALL(MPI_Isend, out[i], n + i, MPI_CHAR, right(), n + i, world, &request[4 + i]);
        sent(right(), n + i);
        received(left(), n + i);
    }
}

static void completed_by_all(void) {
    MPI_Request request[8];
    MPI_Status status[8];
    int flag = 0;
    post_four(request, 200);
    CALL(MPI_Waitall, 8, request, status);
    for (int i = 0; i < 4; ++i) CHECK(status[i].MPI_SOURCE == left());
    post_four(request, 210);
    CALL(MPI_Waitall, 8, request, MPI_STATUSES_IGNORE);
    post_four(request, 220);
    while (!flag) CALL(MPI_Testall, 8, request, &flag, MPI_STATUSES_IGNORE);
    CALL(MPI_Waitall, 8, request, MPI_STATUSES_IGNORE);  // no active request is left
}

static void completed_by_any(void) {
    MPI_Request request[8];
    int index, flag;
    post_four(request, 300);
    for (int i = 0; i < 8; ++i) CALL(MPI_Waitany, 8, request, &index, MPI_STATUS_IGNORE);
    CALL(MPI_Waitany, 8, request, &index, MPI_STATUS_IGNORE);
    CHECK(index == MPI_UNDEFINED);
    post_four(request, 310);
    for (int done = 0; done < 8; done += flag) CALL(MPI_Testany, 8, request, &index, &flag, MPI_STATUS_IGNORE);
}

static void completed_by_some(void) {
    MPI_Request request[8];
    MPI_Status status[8];
    int count, indices[8];
    post_four(request, 400);
    for (int done = 0; done < 8; done += count) CALL(MPI_Waitsome, 8, request, &count, indices, status);
    post_four(request, 410);
    for (int done = 0; done < 8; done += count) CALL(MPI_Testsome, 8, request, &count, indices, MPI_STATUSES_IGNORE);
}

static void completed_singly(void) {
    MPI_Request request[8];
    int flag;
    post_four(request, 500);
    for (int i = 7; i >= 0; --i) CALL(MPI_Wait, &request[i], MPI_STATUS_IGNORE);
    post_four(request, 510);
    for (int i = 0; i < 8; ++i)
        for (flag = 0; !flag;) CALL(MPI_Test, &request[i], &flag, MPI_STATUS_IGNORE);
    post_four(request, 520);  // the status is queried first, the request completed after
    for (int i = 0; i < 8; ++i) {
        for (flag = 0; !flag;) CALL(MPI_Request_get_status, request[i], &flag, MPI_STATUS_IGNORE);
        CALL(MPI_Wait, &request[i], MPI_STATUS_IGNORE);
    }
}

static void other_nonblocking_sends(void) {
    MPI_Request request[4];
    for (int i = 0; i < 2; ++i) CALL(MPI_Irecv, in[i], 700, MPI_CHAR, left(), 20 + i, world, &request[i]);
    CALL(MPI_Barrier, world);
    CALL(MPI_Issend, out[0], 600, MPI_CHAR, right(), 20, world, &request[2]);
    CALL(MPI_Irsend, out[1], 601, MPI_CHAR, right(), 21, world, &request[3]);
    CALL(MPI_Waitall, 4, request, MPI_STATUSES_IGNORE);
    sent(right(), 600), sent(right(), 601), received(left(), 600), received(left(), 601);
    // Freed while under way: the message is sent nevertheless.
    CALL(MPI_Isend, out[0], 602, MPI_CHAR, right(), 22, world, &request[0]);
    CALL(MPI_Request_free, &request[0]);
    sent(right(), 602);
    CALL(MPI_Recv, in[0], 4096, MPI_CHAR, left(), 22, world, MPI_STATUS_IGNORE);
    received(left(), 602);
}

static void probes(void) {
    MPI_Status status;
    MPI_Request request;
    MPI_Message message;
    int flag = 0;
    for (int i = 0; i < 4; ++i) {
        CALL(MPI_Isend, out[0], 800 + i, MPI_CHAR, right(), 30 + i, world, &request);
        sent(right(), 800 + i);
        if (i == 0)
            CALL(MPI_Probe, MPI_ANY_SOURCE, 30, world, &status),
                CALL(MPI_Recv, in[0], 4096, MPI_CHAR, status.MPI_SOURCE, 30, world, &status);
        if (i == 1) {
            while (!flag) CALL(MPI_Iprobe, left(), 31, world, &flag, &status);
            CALL(MPI_Recv, in[0], 4096, MPI_CHAR, MPI_ANY_SOURCE, 31, world, &status);
        }
        if (i == 2)
            CALL(MPI_Mprobe, MPI_ANY_SOURCE, 32, world, &message, &status),
                CALL(MPI_Mrecv, in[0], 4096, MPI_CHAR, &message, &status);
        if (i == 3) {
            for (flag = 0; !flag;) CALL(MPI_Improbe, left(), 33, world, &flag, &message, &status);
            MPI_Request receive;
            CALL(MPI_Imrecv, in[0], 4096, MPI_CHAR, &message, &receive);
            CALL(MPI_Wait, &receive, &status);
        }
        received_by(&status);
        CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    }
}

static void persistent(void) {
    MPI_Request request[4];
    CALL(MPI_Recv_init, in[0], 4096, MPI_CHAR, left(), 40, world, &request[0]);
    CALL(MPI_Recv_init, in[1], 4096, MPI_CHAR, MPI_ANY_SOURCE, 41, world, &request[1]);
    CALL(MPI_Send_init, out[0], 900, MPI_CHAR, right(), 40, world, &request[2]);
    CALL(MPI_Ssend_init, out[1], 901, MPI_CHAR, right(), 41, world, &request[3]);
    for (int round = 0; round < 3; ++round) {
        if (round == 0)
            for (int i = 0; i < 4; ++i) CALL(MPI_Start, &request[i]);
        else CALL(MPI_Startall, 4, request);
        if (round == 1)
            for (int i = 0; i < 4; ++i) CALL(MPI_Wait, &request[i], MPI_STATUS_IGNORE);
        else CALL(MPI_Waitall, 4, request, MPI_STATUSES_IGNORE);
        sent(right(), 900), sent(right(), 901), received(left(), 900), received(left(), 901);
    }
    for (int i = 0; i < 4; ++i) CALL(MPI_Request_free, &request[i]);
}

static void cancelled(void) {
    MPI_Request request;
    MPI_Status status;
    int flag;
    CALL(MPI_Irecv, in[0], 10, MPI_CHAR, left(), 777, world, &request);
    CALL(MPI_Cancel, &request);
    CALL(MPI_Wait, &request, &status);
    CALL(MPI_Test_cancelled, &status, &flag);
    CHECK(flag);
}

static void with_holes(void) {  // 5 blocks of 2 ints, 3 apart
    MPI_Datatype type;
    CALL(MPI_Type_vector, 5, 2, 3, MPI_INT, &type);
    CALL(MPI_Type_commit, &type);
    CALL(MPI_Sendrecv, out[0], 2, type, right(), 50, in[0], 2, type, left(), 50, world, MPI_STATUS_IGNORE);
    sent(right(), 80), received(left(), 80);
    CALL(MPI_Type_free, &type);
}

// The same call repeatedly, under handles that the host reuses for other objects, and in other phases.
static void repeated(void) {
    for (int i = 0; i < 60; ++i) {
        MPI_Request request[2];
        MPI_Datatype type;
        MPI_Comm comm;  // the neighbour is rank 1 of it, or rank 0
        int to_self = i % 3 == 0, to = to_self ? 0 : right(), from = to_self ? 0 : left(), n = 1 + i % 5;
        if (to_self) CALL(MPI_Comm_split, world, world_rank, 0, &comm);
        else CALL(MPI_Comm_dup, i % 3 == 1 ? world : reversed, &comm);
        if (i % 3 == 2) to = size - 1 - to, from = size - 1 - from;
        CALL(MPI_Type_contiguous, n, MPI_SHORT, &type);
        CALL(MPI_Type_commit, &type);
        for (int k = 0; k < 3; ++k) {
            if (i == 40 && k == 1) CALL(MPI_Pcontrol, 7);
            if (i == 40 && k == 2) CALL(MPI_Pcontrol, 1);
            CALL(MPI_Irecv, in[0], 3, type, from, 70, comm, &request[0]);
            CALL(MPI_Isend, out[0], 3, type, to, 70, comm, &request[1]);
            CALL(MPI_Waitall, 2, request, MPI_STATUSES_IGNORE);
            sent(to_self ? world_rank : right(), 6 * n), received(to_self ? world_rank : left(), 6 * n);
        }
        CALL(MPI_Type_free, &type);
        CALL(MPI_Comm_free, &comm);
    }
}

static void to_itself(void) {
    MPI_Request request;
    CALL(MPI_Irecv, in[0], 100, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
    CALL(MPI_Send, out[0], 60, MPI_CHAR, 0, 0, MPI_COMM_SELF);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    sent(world_rank, 60), received(world_rank, 60);
}

static void in_one_queue(void) {  // all ranks send to rank 0, which receives the messages as they arrive
    MPI_Status status;
    if (world_rank != 0) {
        for (int i = 0; i < world_rank; ++i)
            CALL(MPI_Send, out[0], 1000 + world_rank, MPI_CHAR, 0, 60, world), sent(0, 1000 + world_rank);
        return;
    }
    for (int i = 0; i < size * (size - 1) / 2; ++i) {
        CALL(MPI_Recv, in[0], 4096, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, world, &status);
        received_by(&status);
    }
}

static void collectives(void) {
    int counts[64], at[64];
    MPI_Request request[3];
    for (int i = 0; i < size; ++i) counts[i] = 1, at[i] = i;
    for (int i = 0; i < 3; ++i) CALL(MPI_Barrier, i ? world : reversed);
    CALL(MPI_Bcast, out[0], 64, MPI_CHAR, size - 1, world);
    CALL(MPI_Reduce, out[0], in[0], 16, MPI_INT, MPI_MAX, 0, world);
    CALL(MPI_Allreduce, out[0], in[0], 16, MPI_INT, MPI_SUM, reversed);
    CALL(MPI_Allreduce, MPI_IN_PLACE, in[0], 16, MPI_INT, MPI_SUM, world);
    CALL(MPI_Gather, out[0], 4, MPI_INT, in[0], 4, MPI_INT, 0, world);
    CALL(MPI_Gatherv, out[0], 1, MPI_INT, in[0], counts, at, MPI_INT, 0, world);
    CALL(MPI_Scatter, out[0], 4, MPI_INT, in[0], 4, MPI_INT, 0, world);
    CALL(MPI_Allgather, out[0], 4, MPI_INT, in[0], 4, MPI_INT, world);
    CALL(MPI_Alltoall, out[0], 4, MPI_INT, in[0], 4, MPI_INT, world);
    CALL(MPI_Alltoallv, out[0], counts, at, MPI_INT, in[0], counts, at, MPI_INT, reversed);
    CALL(MPI_Scan, out[0], in[0], 1, MPI_INT, MPI_SUM, world);
    CALL(MPI_Exscan, out[0], in[0], 1, MPI_INT, MPI_SUM, world);
    CALL(MPI_Reduce_scatter_block, out[0], in[0], 1, MPI_INT, MPI_SUM, world);
    CALL(MPI_Ibarrier, world, &request[0]);
    CALL(MPI_Iallreduce, out[0], in[0], 4, MPI_INT, MPI_SUM, world, &request[1]);
    CALL(MPI_Ialltoall, out[1], 4, MPI_INT, in[1], 4, MPI_INT, reversed, &request[2]);
    CALL(MPI_Waitall, 3, request, MPI_STATUSES_IGNORE);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    CALL(MPI_Comm_rank, MPI_COMM_WORLD, &world_rank);
    CALL(MPI_Comm_size, MPI_COMM_WORLD, &size);
    CALL(MPI_Comm_dup, MPI_COMM_WORLD, &world);
    CALL(MPI_Comm_split, MPI_COMM_WORLD, 0, -world_rank, &reversed);
    blocking_sends();
    exchanges();
    on_reversed_ranks();
    completed_by_all();
    completed_by_any();
    completed_by_some();
    completed_singly();
    other_nonblocking_sends();
    probes();
    persistent();
    cancelled();
    with_holes();
    repeated();
    to_itself();
    in_one_queue();
    collectives();
    CALL(MPI_Comm_free, &world);
    CALL(MPI_Comm_free, &reversed);
    write_ledger(argv[1], world_rank);
    MPI_Finalize();
    return failures != 0;
}
