/* Messages whose receive is posted, and whose sender or receiver is in other calls of the host, or in none, when they
   go: each must arrive. The first one of a pair finds no connection. Usage: message_apart [seed] [rounds] */
#include <fcntl.h>
#include <unistd.h>

#include "check.h"

enum { kLong = 1 << 20, kShort = 10000, kMany = 200, kTag = 5 };

static int peer;
static uint64_t *sent, *received;

static void fill(uint64_t* data, size_t words, int from, int round) {
    for (size_t i = 0; i < words; ++i) data[i] = mix4(test_seed, (uint64_t)from, (uint64_t)round, i);
}

static void check_words(const uint64_t* data, size_t words, int from, int round) {
    size_t wrong = 0;
    for (size_t i = 0; i < words; ++i) wrong += data[i] != mix4(test_seed, (uint64_t)from, (uint64_t)round, i);
    CHECK_EQUAL(wrong, 0);
}

/* The receiver is in a barrier when the message arrives, and the sender is there when it is received. */
static void send_before_barrier(int from, int round) {
    MPI_Request request;
    if (world_rank == from) {
        fill(sent, kLong, from, round);
        CHECK_OK(MPI_Send(sent, kLong, MPI_UINT64_T, peer, kTag, MPI_COMM_WORLD));
        memset(sent, 0, sizeof *sent * kLong);
        CHECK_OK(MPI_Barrier(MPI_COMM_WORLD));
    } else if (world_rank == 1 - from) {
        CHECK_OK(MPI_Irecv(received, kLong, MPI_UINT64_T, peer, kTag, MPI_COMM_WORLD, &request));
        CHECK_OK(MPI_Barrier(MPI_COMM_WORLD));
        CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        check_words(received, kLong, from, round);
    } else {
        CHECK_OK(MPI_Barrier(MPI_COMM_WORLD));
    }
}

/* The sender is in a barrier before the receiver has posted anything. */
static void receive_before_barrier(int from, int round) {
    MPI_Request request = MPI_REQUEST_NULL;
    if (world_rank == from) {
        fill(sent, kLong, from, round);
        CHECK_OK(MPI_Isend(sent, kLong, MPI_UINT64_T, peer, kTag, MPI_COMM_WORLD, &request));
    } else if (world_rank == 1 - from) {
        CHECK_OK(MPI_Recv(received, kLong, MPI_UINT64_T, peer, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        check_words(received, kLong, from, round);
    }
    CHECK_OK(MPI_Barrier(MPI_COMM_WORLD));
    CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void many_before_barrier(int from, int round) {
    MPI_Request requests[kMany];
    const size_t words = kShort / sizeof *sent;
    if (world_rank == from) {
        for (int i = 0; i < kMany; ++i) {
            fill(sent, words, from, round * kMany + i);
            CHECK_OK(MPI_Send(sent, (int)words, MPI_UINT64_T, peer, kTag, MPI_COMM_WORLD));
        }
    } else if (world_rank == 1 - from) {
        for (int i = 0; i < kMany; ++i)
            CHECK_OK(MPI_Irecv(received + words * (size_t)i, (int)words, MPI_UINT64_T, peer, kTag, MPI_COMM_WORLD,
                               &requests[i]));
    }
    CHECK_OK(MPI_Barrier(MPI_COMM_WORLD));
    if (world_rank != 1 - from) return;
    CHECK_OK(MPI_Waitall(kMany, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < kMany; ++i) check_words(received + words * (size_t)i, words, from, round * kMany + i);
}

/* After the send the sender makes no call until the message has been received, as a file tells. */
static void send_and_compute(int from, int round) {
    char name[64] = "/tmp/shunt-message-apart-XXXXXX", byte = 0;
    const size_t words = 100;
    if (world_rank == from) {
        const int file = mkstemp(name);
        CHECK(file >= 0, "no file in /tmp");
        CHECK_OK(MPI_Send(name, sizeof name, MPI_CHAR, peer, kTag, MPI_COMM_WORLD));
        fill(sent, words, from, round);
        CHECK_OK(MPI_Send(sent, (int)words, MPI_UINT64_T, peer, kTag, MPI_COMM_WORLD));
        while (pread(file, &byte, 1, 0) != 1) usleep(1000);
        close(file);
        unlink(name);
    } else if (world_rank == 1 - from) {
        CHECK_OK(MPI_Recv(name, sizeof name, MPI_CHAR, peer, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_OK(MPI_Recv(received, (int)words, MPI_UINT64_T, peer, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        check_words(received, words, from, round);
        const int file = open(name, O_WRONLY);
        CHECK(file >= 0 && write(file, "x", 1) == 1, "cannot write to %s", name);
        close(file);
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    start_world(argc, argv);
    const int rounds = argc > 2 ? atoi(argv[2]) : 5;
    peer = 1 - world_rank;
    sent = malloc(sizeof *sent * kLong);
    received = malloc(sizeof *received * kLong);
    for (int round = 0; round < rounds; ++round)
        for (int from = 0; from < 2; ++from) {
            send_before_barrier(from, round);
            receive_before_barrier(from, round);
            many_before_barrier(from, round);
            send_and_compute(from, round);
        }
    free(sent);
    free(received);
    return finish();
}
