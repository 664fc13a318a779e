/* Measures whether rank 0 sleeps in a Barrier that rank 1 enters late. It must not sleep where others may need its host
   meanwhile. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { kLateUs = 60000, kVeryLateUs = 150000, kEpochs = 50, kLong = 8 << 20, kTag = 7 };

static int rank;
static char* bytes;

static long sleeps(void) {
    struct rusage used;
    getrusage(RUSAGE_THREAD, &used);
    return used.ru_nvcsw; /* yields are not counted */
}

/* Rank 0 waits; rank 1 does `work` and enters `late_us` later. */
static void wait_for_late(const char* situation, int late_us, void (*work)(void)) {
    if (rank == 1) {
        if (work) work();
        usleep(late_us);
    }
    long before = sleeps();
    MPI_Barrier(MPI_COMM_WORLD);
    before = sleeps() - before;
    if (rank == 0) printf("%s: %s\n", situation, before <= 2 ? "awake" : "asleep");
}

static void meet(int times) {
    while (times-- > 0) MPI_Barrier(MPI_COMM_WORLD);
}

static MPI_Win window;

static void do_epochs(void) {
    int one = 1;
    for (int i = 0; i < kEpochs; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
        MPI_Win_unlock(0, window);
    }
}

static void test_window(void) {
    int* sum;
    MPI_Win_allocate(sizeof *sum, sizeof *sum, MPI_INFO_NULL, MPI_COMM_WORLD, &sum, &window);
    *sum = 0;
    meet(3);
    wait_for_late("window", kLateUs, do_epochs);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
    if (rank == 0) printf("epochs: %d\n", *sum);
    MPI_Win_unlock(rank, window);
    MPI_Win_free(&window);
}

static void test_file(const char* name) {
    MPI_File file;
    if (MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    meet(3);
    wait_for_late("file", kLateUs, NULL);
    MPI_File_close(&file);
}

static void receive_long(void) { MPI_Recv(bytes, kLong, MPI_BYTE, 0, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }

static void test_send(void) {
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0) MPI_Isend(bytes, kLong, MPI_BYTE, 1, kTag, MPI_COMM_WORLD, &request);
    meet(3);
    wait_for_late("send under way", kLateUs, receive_long);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
}

static void send_long(void) { MPI_Send(bytes, kLong, MPI_BYTE, 0, kTag, MPI_COMM_WORLD); }

static void test_receive(void) {
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    if (rank == 0) MPI_Irecv(bytes, kLong, MPI_BYTE, 1, kTag, MPI_COMM_WORLD, &requests[1]);
    meet(3);
    wait_for_late("receive posted", kLateUs, send_long);
    int index;
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
}

/* On a communicator of its own, because all members must begin the collectives of a communicator in one order. No rule
   carries it. */
static void test_nonblocking(void) {
    MPI_Comm other;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Request request;
    int one = 1, sum = 0, flag = 0;
    if (rank == 0) MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, other, &request);
    meet(3);
    wait_for_late("nonblocking collective", kLateUs, NULL);
    if (rank == 1) MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, other, &request);
    while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    if (sum != 2) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&other);
}

static void test_persistent(void) {
    MPI_Request request;
    MPI_Recv_init(bytes, 1, MPI_BYTE, 1 - rank, kTag, MPI_COMM_WORLD, &request);
    meet(3);
    wait_for_late("persistent request", kLateUs, NULL);
    MPI_Request_free(&request);
}

static void test_message(void) {
    if (rank == 0) MPI_Send(bytes, 1, MPI_BYTE, 1, kTag, MPI_COMM_WORLD);
    meet(1);
    wait_for_late("message sent", kLateUs, NULL);
    if (rank == 1) MPI_Recv(bytes, 1, MPI_BYTE, 0, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void test_buffered(void) {
    int size = 1000 + MPI_BSEND_OVERHEAD;
    void* buffer = malloc(size);
    MPI_Buffer_attach(buffer, size);
    if (rank == 0) MPI_Bsend(bytes, 1, MPI_BYTE, 1, kTag, MPI_COMM_WORLD);
    meet(3);
    wait_for_late("buffered send", kLateUs, NULL);
    if (rank == 1) MPI_Recv(bytes, 1, MPI_BYTE, 0, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&buffer, &size);
    free(buffer);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bytes = calloc(kLong, 1);
    meet(3);
    wait_for_late("nothing", kVeryLateUs, NULL);
    test_window();
    test_file(argv[1]);
    test_send();
    test_receive();
    test_nonblocking();
    test_persistent();
    test_message();
    meet(3);
    wait_for_late("nothing any more", kVeryLateUs, NULL);
    test_buffered();
    free(bytes);
    MPI_Finalize();
    return 0;
}
