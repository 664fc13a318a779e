/* Calls that make connections between hosts while strangers crowd the listeners: doors FOLDER ROUNDS. In each round a
   new communicator gets its teams. A pause follows, in which an observer finds the new listeners; only then do all
   ranks communicate with all. Every result is checked, and no call may take long. Then rank 0 makes FOLDER/quiet, and
   broadcasts until FOLDER/go is there and twenty times more. */
#include <time.h>
#include <unistd.h>

#include "../mpi/check.h"

enum { LONG = 100000, MOST_RANKS = 16, PAUSE_US = 1000000 };
static const double kLong = 4; /* seconds: limit for one call, on a machine that other programs share */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int value(int key, int from, int to, int at) {
    return pick(mix4((uint64_t)key, (uint64_t)from, (uint64_t)to, (uint64_t)at), 1000);
}

/* Each rank sends ints to the ranks at most `reach` ranks further. */
static void exchange(MPI_Comm comm, int key, int reach) {
    static int out[LONG], in[LONG];
    int out_counts[MOST_RANKS], in_counts[MOST_RANKS], places[MOST_RANKS];
    const int each = LONG / world_size;
    for (int other = 0; other < world_size; ++other) {
        places[other] = other * each;
        out_counts[other] = (other - world_rank + world_size) % world_size <= reach ? each : 0;
        in_counts[other] = (world_rank - other + world_size) % world_size <= reach ? each : 0;
        for (int at = 0; at < each; ++at) out[places[other] + at] = value(key, world_rank, other, at);
    }
    const double start = now();
    CHECK_OK(MPI_Alltoallv(out, out_counts, places, MPI_INT, in, in_counts, places, MPI_INT, comm));
    CHECK(now() - start < kLong, "alltoallv took %.1f s", now() - start);
    int wrong = 0;
    for (int other = 0; other < world_size; ++other)
        for (int at = 0; at < in_counts[other]; ++at)
            wrong += in[places[other] + at] != value(key, other, world_rank, at);
    CHECK_EQUAL(wrong, 0);
}

static void add_up(MPI_Comm comm, int key) {
    static int own[LONG], sum[LONG];
    for (int at = 0; at < LONG; ++at) own[at] = value(key, world_rank, 0, at);
    const double start = now();
    CHECK_OK(MPI_Allreduce(own, sum, LONG, MPI_INT, MPI_SUM, comm));
    CHECK(now() - start < kLong, "allreduce took %.1f s", now() - start);
    int wrong = 0;
    for (int at = 0; at < LONG; ++at) {
        for (int rank = 0; rank < world_size; ++rank) sum[at] -= value(key, rank, 0, at);
        wrong += sum[at] != 0;
    }
    CHECK_EQUAL(wrong, 0);
}

static void broadcast(int key) {
    static int data[LONG];
    for (int at = 0; at < LONG; ++at) data[at] = world_rank == 0 ? value(key, 0, 0, at) : -1;
    CHECK_OK(MPI_Bcast(data, LONG, MPI_INT, 0, MPI_COMM_WORLD));
    int wrong = 0;
    for (int at = 0; at < LONG; ++at) wrong += data[at] != value(key, 0, 0, at);
    CHECK_EQUAL(wrong, 0);
}

static void broadcast_until(const char* folder) {
    char quiet[512], go[512];
    snprintf(quiet, sizeof quiet, "%s/quiet", folder);
    snprintf(go, sizeof go, "%s/go", folder);
    if (world_rank == 0) fclose(fopen(quiet, "w"));
    for (int call = 0, left = -1; left != 0; ++call) {
        broadcast(call);
        int sees_go = access(go, F_OK) == 0;
        MPI_Request request; /* nonblocking: the engines do not carry it */
        MPI_Ibcast(&sees_go, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
        CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        if (left > 0) --left;
        else if (sees_go) left = 20;
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    if (argc < 3 || world_size > MOST_RANKS) MPI_Abort(MPI_COMM_WORLD, 2);
    CHECK_OK(MPI_Barrier(MPI_COMM_WORLD));
    for (int round = 0; round < atoi(argv[2]); ++round) {
        MPI_Comm comm;
        CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
        for (int call = 0; call < 2; ++call) { /* these calls want teams, which the barrier makes; after that only
                                                  neighbours communicate */
            exchange(comm, round, 1);
            add_up(comm, round);
            CHECK_OK(MPI_Barrier(comm));
        }
        usleep(PAUSE_US);
        exchange(comm, round + 100, world_size);
        add_up(comm, round + 100);
        CHECK_OK(MPI_Comm_free(&comm));
    }
    broadcast(-1);
    CHECK_OK(MPI_Barrier(MPI_COMM_WORLD));
    usleep(PAUSE_US);
    broadcast_until(argv[1]);
    long failed = checks_failed, all_failed = 0;
    MPI_Allreduce(&failed, &all_failed, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (world_rank == 0) printf("%s %ld\n", all_failed ? "WRONG" : "OK", all_failed ? all_failed : (long)checks_done);
    MPI_Finalize();
    return all_failed != 0;
}
