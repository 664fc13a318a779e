/* Programs that rely on what a collective that synchronises the ranks implies. First: the messages of the round before
   were received. So the buffer of MPI_Bsend, which holds one round, has room for the next, whether or not the program
   has completed those sends. Second: one probe or test after the collective finds every message sent before it. Usage:
   overtaken [seed] */
#include "check.h"

enum { kEach = 8, kRounds = 40, kInts = 4096 };
enum Way { kBsend, kIbsend, kUnheard, kPersistent, kByTurns, kWays };
static MPI_Request unheard[2][kEach], persistent[2];
typedef void Meeting(void);

static void by_barrier(void) { CHECK_OK(MPI_Barrier(MPI_COMM_WORLD)); }

static void by_sum(void) {
    int one = 1, sum = 0;
    CHECK_OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_EQUAL(sum, world_size);
}

static void by_request(void) {
    MPI_Request request;
    int one = 1, sum = 0;
    CHECK_OK(MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
    CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQUAL(sum, world_size);
}

static int next(void) { return (world_rank + 1) % world_size; }
static int previous(void) { return (world_rank + world_size - 1) % world_size; }

static void send_buffered(enum Way way, int* data, int round, int i) {
    MPI_Request once, *request = &once;
    if (way == kBsend) {
        CHECK_OK(MPI_Bsend(data, kInts, MPI_INT, next(), 7, MPI_COMM_WORLD));
        return;
    }
    if (way == kPersistent) request = &persistent[0];
    if (way == kByTurns) request = &persistent[round % 2];
    if (way == kUnheard) request = &unheard[round % 2][i];
    if (way < kPersistent) CHECK_OK(MPI_Ibsend(data, kInts, MPI_INT, next(), 7, MPI_COMM_WORLD, request));
    else CHECK_OK(MPI_Start(request));
    if (way != kUnheard) CHECK_OK(MPI_Wait(request, MPI_STATUS_IGNORE));
}

static void fill_the_buffer(Meeting* meet, enum Way way) {
    static int data[kInts], got[kInts];
    int bytes, size = 0;
    CHECK_OK(MPI_Pack_size(kInts, MPI_INT, MPI_COMM_WORLD, &bytes));
    bytes = kEach * (bytes + MPI_BSEND_OVERHEAD);
    void* buffer = malloc((size_t)bytes);
    CHECK_OK(MPI_Buffer_attach(buffer, bytes));
    for (int i = 0; i < 2; ++i)
        CHECK_OK(MPI_Bsend_init(data, kInts, MPI_INT, next(), 7, MPI_COMM_WORLD, &persistent[i]));
    for (int i = 0; i < 2 * kEach; ++i) unheard[i / kEach][i % kEach] = MPI_REQUEST_NULL;
    for (int round = 0; round < kRounds; ++round) {
        for (int i = 0; i < kEach; ++i) {
            data[0] = data[kInts - 1] = round * kEach + i;
            send_buffered(way, data, round, i);
        }
        /* The sends of the round before are completed now, after this round's sends have found room. */
        CHECK_OK(MPI_Waitall(kEach, unheard[(round + 1) % 2], MPI_STATUSES_IGNORE));
        for (int i = 0; i < kEach; ++i) {
            CHECK_OK(MPI_Recv(got, kInts, MPI_INT, previous(), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            /* A persistent buffered send of Open MPI 4.1 that is started again too soon sends the old data. */
            if (way < kPersistent) CHECK_EQUAL(got[kInts - 1], round * kEach + i);
        }
        meet();
    }
    CHECK_OK(MPI_Waitall(2 * kEach, unheard[0], MPI_STATUSES_IGNORE));
    for (int i = 0; i < 2; ++i) CHECK_OK(MPI_Request_free(&persistent[i]));
    CHECK_OK(MPI_Buffer_detach(&buffer, &size));
    CHECK_EQUAL(size, bytes);
    free(buffer);
}

/* One probe or test after a collective. A few may fail, because the kernel may interrupt a sender. */
static void look_once(Meeting* meet) {
    int unseen[4] = {0};
    for (int round = 0; round < kRounds; ++round) {
        int found[4] = {0}, index, ready[2], wanted[2] = {-1, -1};
        MPI_Request receives[2];
        MPI_Message message;
        for (int i = 0; i < 2; ++i)
            CHECK_OK(MPI_Irecv(&wanted[i], 1, MPI_INT, previous(), 10 + i, MPI_COMM_WORLD, &receives[i]));
        meet(); /* both are posted: no rank waits in a send */
        for (int i = 0; i < 4; ++i) CHECK_OK(MPI_Send(&round, 1, MPI_INT, next(), 8 + i, MPI_COMM_WORLD));
        meet();
        CHECK_OK(MPI_Iprobe(previous(), 8, MPI_COMM_WORLD, &found[0], MPI_STATUS_IGNORE));
        CHECK_OK(MPI_Improbe(previous(), 9, MPI_COMM_WORLD, &found[1], &message, MPI_STATUS_IGNORE));
        CHECK_OK(MPI_Test(&receives[0], &found[2], MPI_STATUS_IGNORE));
        CHECK_OK(MPI_Testsome(1, &receives[1], &found[3], &index, MPI_STATUSES_IGNORE));
        for (int i = 0; i < 4; ++i) unseen[i] += found[i] != 1;
        CHECK_OK(MPI_Recv(&ready[0], 1, MPI_INT, previous(), 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        if (found[1]) CHECK_OK(MPI_Mrecv(&ready[1], 1, MPI_INT, &message, MPI_STATUS_IGNORE));
        else CHECK_OK(MPI_Recv(&ready[1], 1, MPI_INT, previous(), 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK_OK(MPI_Waitall(2, receives, MPI_STATUSES_IGNORE));
        CHECK_EQUAL(ready[0] + ready[1] + wanted[0] + wanted[1], 4 * round);
        meet();
    }
    for (int i = 0; i < 4; ++i) CHECK(unseen[i] <= kRounds / 4, "way %d: %d of %d not seen", i, unseen[i], kRounds);
}

int main(int argc, char** argv) {
    static Meeting* const meetings[] = {by_barrier, by_sum, by_request};
    start(argc, argv);
    for (int i = 0; i < 3; ++i) {
        for (int call = 0; call < 4; ++call) meetings[i]();
        look_once(meetings[i]);
        for (enum Way way = kBsend; way < kWays; ++way) fill_the_buffer(meetings[i], way);
    }
    return finish();
}
