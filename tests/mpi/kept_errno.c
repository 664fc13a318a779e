/* errno after calls that succeed: a program that finds another value than it left reports an error that never happened.
   Rank 0 is late to every call, so the others wait until they sleep. Usage: kept_errno [seed] */
#include <errno.h>
#include <unistd.h>

#include "check.h"

enum { kBytes = 200000, kCalls = 10, kMarker = 77 };

static MPI_Comm comm;
static char *sent, *received;
static int one = 1, sum;

static void allreduce(void) { CHECK_OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm)); }
static void barrier(void) { CHECK_OK(MPI_Barrier(comm)); }
static void bcast(void) { CHECK_OK(MPI_Bcast(sent, kBytes, MPI_BYTE, 0, comm)); }
static void alltoall(void) { CHECK_OK(MPI_Alltoall(sent, 1000, MPI_BYTE, received, 1000, MPI_BYTE, comm)); }

static void exchange(int bytes) {
    const int next = (world_rank + 1) % world_size, previous = (world_rank + world_size - 1) % world_size;
    CHECK_OK(
        MPI_Sendrecv(sent, bytes, MPI_BYTE, next, 1, received, bytes, MPI_BYTE, previous, 1, comm, MPI_STATUS_IGNORE));
}
static void exchange_short(void) { exchange(4); }
static void exchange_long(void) { exchange(kBytes); }

static void nonblocking(void) {
    const int next = (world_rank + 1) % world_size, previous = (world_rank + world_size - 1) % world_size;
    MPI_Request requests[3];
    CHECK_OK(MPI_Irecv(received, kBytes, MPI_BYTE, previous, 2, comm, &requests[0]));
    CHECK_OK(MPI_Isend(sent, kBytes, MPI_BYTE, next, 2, comm, &requests[1]));
    CHECK_OK(MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[2]));
    CHECK_OK(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
}

int main(int argc, char** argv) {
    static void (*const calls[])(void) = {allreduce,      barrier,       bcast,      alltoall,
                                          exchange_short, exchange_long, nonblocking};
    start(argc, argv);
    sent = calloc(kBytes, 1), received = calloc(kBytes, 1);
    CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    for (int i = 0; i < 20; ++i) allreduce(); /* the engines' teams are made */
    for (int which = 0; which < 7; ++which) {
        for (int i = 0; i < kCalls; ++i) {
            if (world_rank == 0 && i < 2) usleep(20000);
            errno = kMarker;
            calls[which]();
            CHECK(errno == kMarker, "errno is %d after call %d", errno, which);
        }
        CHECK_OK(MPI_Barrier(comm));
    }
    CHECK_OK(MPI_Comm_free(&comm));
    free(sent), free(received);
    return finish();
}
