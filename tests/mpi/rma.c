/* One-sided: windows, Put, Get, Accumulate and their kin under fence, post/start/complete/wait and locks. Usage: rma
 * [seed] */
#include "check.h"

#define SLOTS 64

static int next, previous;

static int value_of(int rank, int i) { return (int)(mix4(test_seed, 9, (uint64_t)rank, (uint64_t)i) & 0xffffff); }

static void fenced(void) {
    int *memory, fetched[SLOTS], sent[SLOTS];
    MPI_Win window;
    CHECK_OK(MPI_Win_allocate(2 * SLOTS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window));
    for (int i = 0; i < SLOTS; ++i) {
        memory[i] = -1, memory[SLOTS + i] = value_of(world_rank, i);
        sent[i] = value_of(world_rank, 100 + i), fetched[i] = -1;
    }
    CHECK_OK(MPI_Win_fence(0, window));
    CHECK_OK(MPI_Put(sent, SLOTS, MPI_INT, next, 0, SLOTS, MPI_INT, window));
    CHECK_OK(MPI_Get(fetched, SLOTS, MPI_INT, next, SLOTS, SLOTS, MPI_INT, window));
    CHECK_OK(MPI_Win_fence(0, window));
    for (int i = 0; i < SLOTS; ++i) {
        CHECK_EQUAL(memory[i], value_of(previous, 100 + i));
        CHECK_EQUAL(fetched[i], value_of(next, i));
    }
    CHECK_OK(MPI_Win_fence(0, window));
    CHECK_OK(MPI_Win_free(&window));
}

static void accumulated(void) {
    int memory[2] = {0, 1000};
    MPI_Win window;
    CHECK_OK(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    CHECK_OK(MPI_Win_fence(0, window));
    const int mine = world_rank + 1, least = 500 - world_rank;
    for (int rank = 0; rank < world_size; ++rank) {
        CHECK_OK(MPI_Accumulate(&mine, 1, MPI_INT, rank, 0, 1, MPI_INT, MPI_SUM, window));
        CHECK_OK(MPI_Accumulate(&least, 1, MPI_INT, rank, 1, 1, MPI_INT, MPI_MIN, window));
    }
    CHECK_OK(MPI_Win_fence(0, window));
    CHECK_EQUAL(memory[0], world_size * (world_size + 1) / 2);
    CHECK_EQUAL(memory[1], 500 - (world_size - 1));
    CHECK_OK(MPI_Win_free(&window));
}

static void post_start(void) {
    if (world_size < 2) return;
    int memory[SLOTS], sent[SLOTS];
    MPI_Win window;
    MPI_Group world, to, from;
    for (int i = 0; i < SLOTS; ++i) memory[i] = -1, sent[i] = value_of(world_rank, i);
    CHECK_OK(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &next, &to);
    MPI_Group_incl(world, 1, &previous, &from);
    CHECK_OK(MPI_Win_post(from, 0, window));
    CHECK_OK(MPI_Win_start(to, 0, window));
    CHECK_OK(MPI_Put(sent, SLOTS, MPI_INT, next, 0, SLOTS, MPI_INT, window));
    CHECK_OK(MPI_Win_complete(window));
    CHECK_OK(MPI_Win_wait(window));
    for (int i = 0; i < SLOTS; ++i) CHECK_EQUAL(memory[i], value_of(previous, i));
    MPI_Group_free(&world), MPI_Group_free(&to), MPI_Group_free(&from);
    CHECK_OK(MPI_Win_free(&window));
}

/* Every rank increments a counter at rank 0 under a lock. No increment may be lost, and each old value is seen once. */
static void locked(void) {
    enum { ROUNDS = 20 };
    long *memory, one = 1, old = -1, sum = 0, total = 0, many = 0;
    MPI_Win window;
    CHECK_OK(MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window));
    memory[0] = memory[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < ROUNDS; ++i) {
        CHECK_OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window));
        CHECK_OK(MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, window));
        CHECK_OK(MPI_Win_unlock(0, window));
        sum += old;
    }
    MPI_Allreduce(&sum, &total, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    many = (long)ROUNDS * world_size;
    CHECK_EQUAL(total, many * (many - 1) / 2);

    CHECK_OK(MPI_Win_lock_all(0, window));
    const long mine = world_rank + 1;
    long seen = -1, zero = 0;
    CHECK_OK(MPI_Compare_and_swap(&mine, &zero, &seen, MPI_LONG, 0, 1, window));
    CHECK_OK(MPI_Win_flush(0, window));
    CHECK_OK(MPI_Get_accumulate(&one, 1, MPI_LONG, &old, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_NO_OP, window));
    CHECK_OK(MPI_Win_flush_all(window));
    CHECK_EQUAL(old, many);
    CHECK_OK(MPI_Win_unlock_all(window));
    const int won = seen == 0;
    int winners = 0;
    MPI_Allreduce(&won, &winners, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK_EQUAL(winners, 1);
    CHECK_OK(MPI_Win_free(&window));
}

static void with_requests(void) {
    int memory[2] = {-1, value_of(world_rank, 1)}, sent = value_of(world_rank, 2), fetched = -1;
    MPI_Win window;
    MPI_Request requests[2];
    CHECK_OK(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    CHECK_OK(MPI_Win_lock_all(0, window));
    CHECK_OK(MPI_Rput(&sent, 1, MPI_INT, next, 0, 1, MPI_INT, window, &requests[0]));
    CHECK_OK(MPI_Rget(&fetched, 1, MPI_INT, next, 1, 1, MPI_INT, window, &requests[1]));
    CHECK_OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    CHECK_EQUAL(fetched, value_of(next, 1));
    CHECK_OK(MPI_Win_unlock_all(window));
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_OK(MPI_Win_lock(MPI_LOCK_SHARED, world_rank, 0, window));
    CHECK_EQUAL(memory[0], value_of(previous, 2));
    CHECK_OK(MPI_Win_unlock(world_rank, window));
    CHECK_OK(MPI_Win_free(&window));
}

int main(int argc, char** argv) {
    start(argc, argv);
    next = (world_rank + 1) % world_size;
    previous = (world_rank + world_size - 1) % world_size;
    fenced();
    accumulated();
    post_start();
    locked();
    with_requests();
    return finish();
}
