/* Sends that are cancelled where the receiver has not received them, and communicators that are freed before their
   messages have been received, or disconnected. Three ranks; a wait that the receiver would have to end hangs. Usage:
   message_cancel */
#include <unistd.h>

#include "check.h"

enum { kLong = 32 * 1024, kMany = 600, kShort = 200, kLate = 1 << 20 };

static int is_cancelled(MPI_Request* request) {
    MPI_Status status;
    int flag = 0;
    CHECK_OK(MPI_Cancel(request));
    CHECK_OK(MPI_Wait(request, &status));
    CHECK_OK(MPI_Test_cancelled(&status, &flag));
    return flag;
}

/* More offers than a process has gates for. */
static void cancel_many(void) {
    static MPI_Request requests[2 * kMany];
    static MPI_Status statuses[2 * kMany];
    static char data[kLong];
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; world_rank == 0 && i < 2 * kMany; ++i)
        CHECK_OK(MPI_Isend(data, kLong, MPI_BYTE, 1 + i / kMany, 1, MPI_COMM_WORLD, &requests[i]));
    if (world_rank == 0) {
        int cancelled = 0;
        for (int i = 0; i < 2 * kMany; ++i) CHECK_OK(MPI_Cancel(&requests[i]));
        CHECK_OK(MPI_Waitall(2 * kMany, requests, statuses));
        for (int i = 0; i < 2 * kMany; ++i) {
            int flag = 0;
            MPI_Test_cancelled(&statuses[i], &flag);
            cancelled += flag != 0;
        }
        CHECK_EQUAL(cancelled, 2 * kMany);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Rank 2 withdraws an offer to rank 0, and tells rank 1, which tells rank 0 before rank 0 has read all of rank 2. */
static void probe_after_cancel(void) {
    static char data[2 * kLong];
    int small = 0, flag = -1;
    for (int i = 0; i < 10; ++i) { /* from now on rank 1 reaches rank 0 by memory of the two */
        if (world_rank == 0) CHECK_OK(MPI_Recv(&small, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        if (world_rank == 1) CHECK_OK(MPI_Send(&small, 1, MPI_INT, 0, 4, MPI_COMM_WORLD));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 2) {
        MPI_Request request;
        CHECK_OK(MPI_Isend(data, 2 * kLong, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &request));
        for (int i = 0; i < kShort; ++i) CHECK_OK(MPI_Send(&i, 1, MPI_INT, 0, 2, MPI_COMM_WORLD));
        CHECK(is_cancelled(&request), "an offer that nobody has received");
        CHECK_OK(MPI_Send(NULL, 0, MPI_INT, 1, 5, MPI_COMM_WORLD));
    } else if (world_rank == 1) {
        CHECK_OK(MPI_Recv(NULL, 0, MPI_INT, 2, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_OK(MPI_Send(NULL, 0, MPI_INT, 0, 3, MPI_COMM_WORLD));
    } else {
        usleep(300000);
        CHECK_OK(MPI_Recv(NULL, 0, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_OK(MPI_Iprobe(2, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
        CHECK_EQUAL(flag, 0);
        for (int i = 0; i < kShort; ++i) {
            CHECK_OK(MPI_Recv(&small, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK_EQUAL(small, i);
        }
    }
}

/* Rank 1 has freed the communicator, and with it a synchronous message of rank 0. */
static void cancel_after_free(void) {
    MPI_Comm freed;
    int value = 1;
    MPI_Comm_dup(MPI_COMM_WORLD, &freed);
    if (world_rank == 0) {
        MPI_Request request;
        CHECK_OK(MPI_Issend(&value, 1, MPI_INT, 1, 6, freed, &request));
        CHECK_OK(MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD));
        CHECK_OK(MPI_Recv(&value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK(is_cancelled(&request), "a message whose communicator the receiver has freed");
        MPI_Comm_free(&freed);
        return;
    }
    if (world_rank == 1)
        CHECK_OK(MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE)); /* and the one before it */
    MPI_Comm_free(&freed);
    if (world_rank == 1) CHECK_OK(MPI_Send(&value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD));
}

/* A persistent receive may be started after the communicator was freed, and match a message that came before. */
static void start_after_free(void) {
    MPI_Comm freed;
    int value = -1;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &freed);
    if (world_rank == 1) CHECK_OK(MPI_Recv_init(&value, 1, MPI_INT, 0, 6, freed, &request));
    for (int round = 0; round < 2; ++round) {
        if (world_rank == 0 && round == 0) {
            for (int i = 0; i < 2; ++i) CHECK_OK(MPI_Send(&i, 1, MPI_INT, 1, 6, freed));
            CHECK_OK(MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD));
        } else if (world_rank == 1) {
            int none;
            if (round == 0) CHECK_OK(MPI_Recv(&none, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            if (round == 0) CHECK_OK(MPI_Comm_free(&freed));
            CHECK_OK(MPI_Start(&request));
            CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
            CHECK_EQUAL(value, round);
        }
    }
    if (world_rank == 1) CHECK_OK(MPI_Request_free(&request));
    else CHECK_OK(MPI_Comm_free(&freed));
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A send that has left its sender is not cancelled: the wait needs no answer of the receiver, which computes until the
   wait has ended. */
static void cancel_beside_computing(void) {
    MPI_Win window;
    volatile int *own, *first;
    MPI_Aint bytes;
    int unit, value = 7;
    MPI_Win_allocate_shared(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, (void*)&own, &window);
    MPI_Win_shared_query(window, 0, &bytes, &unit, (void*)&first);
    *own = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 0) {
        MPI_Request request;
        CHECK_OK(MPI_Isend(&value, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, &request));
        CHECK(!is_cancelled(&request), "an eager send");
        *first = 1;
    } else if (world_rank == 1) {
        while (*first == 0) usleep(100);
        CHECK_OK(MPI_Recv(&value, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_EQUAL(value, 7);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&window);
}

/* Messages of freed requests are complete when the communicator is disconnected. The other side is late. */
static void disconnect(int sender_is_late) {
    static char data[kLate];
    MPI_Comm leaving;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &leaving);
    memset(data, world_rank == 0 ? 7 : 0, sizeof data);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == (sender_is_late ? 0 : 1)) usleep(100000);
    if (world_rank == 0) {
        CHECK_OK(MPI_Isend(data, kLate, MPI_BYTE, 1, 3, leaving, &request));
        CHECK_OK(MPI_Request_free(&request));
    } else if (world_rank == 1) {
        CHECK_OK(MPI_Irecv(data, kLate, MPI_BYTE, 0, 3, leaving, &request));
        if (sender_is_late) CHECK_OK(MPI_Request_free(&request));
        else CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    CHECK_OK(MPI_Comm_disconnect(&leaving));
    CHECK(leaving == MPI_COMM_NULL, "a communicator that is disconnected");
    int wrong = 0;
    for (int at = 0; at < kLate && world_rank == 1; ++at) wrong += data[at] != 7;
    CHECK_EQUAL(wrong, 0);
    memset(data, 1, sizeof data);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    start(argc, argv);
    cancel_many();
    probe_after_cancel();
    cancel_after_free();
    start_after_free();
    cancel_beside_computing();
    disconnect(0);
    disconnect(1);
    return finish();
}
