/* Ranks that do not wait for each other where MPI does not make them wait: communicators freed in another order on each
   rank, messages around MPI_Comm_free, roots and leaves of rooted collectives that run ahead of the others and then
   send a message that the others receive first. Every MPI in use lets short calls run ahead in this way; an engine must
   too. Usage: ahead [seed] [communicators [calls that a rank is ahead where there are teams [roots: that of roots
   alone]]] */
#include "check.h"

enum { kLong = 60000, kShort = 10, kMostRanks = 64 };
static int data[kLong], sums[kLong];

/* A value for each call: the content of a broadcast, or of the vectors that a reduction sums up. */
static int value(int call) { return pick(mix(7, (uint64_t)call), 1000); }

static void fill(int count, int with) {
    for (int i = 0; i < count; ++i) data[i] = with + i % 7;
}

static void broadcast(MPI_Comm comm, int root, int count, int call) {
    int rank;
    MPI_Comm_rank(comm, &rank);
    fill(count, rank == root ? value(call) : -1);
    CHECK_OK(MPI_Bcast(data, count, MPI_INT, root, comm));
    CHECK_EQUAL(data[0], value(call));
    CHECK_EQUAL(data[count - 1], value(call) + (count - 1) % 7);
}

static void sum_up(MPI_Comm comm, int count, int call) {
    fill(count, value(call));
    CHECK_OK(MPI_Allreduce(data, sums, count, MPI_INT, MPI_SUM, comm));
    CHECK_EQUAL(sums[count - 1], world_size * (value(call) + (count - 1) % 7));
}

static void tell_others(int tag) {
    for (int peer = 0; peer < world_size; ++peer)
        if (peer != world_rank) CHECK_OK(MPI_Send(&tag, 1, MPI_INT, peer, tag, MPI_COMM_WORLD));
}

static void hear(int from, int tag) {
    int got = -1;
    CHECK_OK(MPI_Recv(&got, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_EQUAL(got, tag);
}

/* Both engines have teams here. Each rank frees in an order of its own, with a message around the ring in between. */
static void free_in_any_order(int turn) {
    MPI_Comm made[3];
    for (int i = 0; i < 3; ++i) {
        CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &made[i]));
        CHECK_OK(MPI_Barrier(made[i]));
        sum_up(made[i], i % 2 ? kShort : kLong, turn + i);
        broadcast(made[i], turn % world_size, i % 2 ? kLong : kShort, turn + i);
        fill(world_size * kShort, world_rank);
        CHECK_OK(MPI_Alltoall(data, kShort, MPI_INT, sums, kShort, MPI_INT, made[i]));
        CHECK_EQUAL(sums[kShort * (world_size - 1)], world_size - 1 + (kShort * world_rank) % 7);
    }
    for (int i = 0; i < 3; ++i) CHECK_OK(MPI_Comm_free(&made[(i + world_rank) % 3]));
}

static void free_around_messages(int turn) {
    MPI_Comm made;
    CHECK_OK(MPI_Comm_split(MPI_COMM_WORLD, 0, world_size - world_rank, &made));
    sum_up(made, kLong, turn);
    broadcast(made, 0, kLong, turn);
    if (world_rank == turn % world_size) {
        CHECK_OK(MPI_Comm_free(&made));
        tell_others(100 + turn);
    } else {
        hear(turn % world_size, 100 + turn);
        CHECK_OK(MPI_Comm_free(&made));
    }
}

/* One rank frees the communicator while its request is under way. The others end the request before they free. */
static void free_before_completion(int turn) {
    MPI_Comm made;
    MPI_Request request;
    static int out[64], in[64];
    CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &made));
    for (int call = 0; call < 3; ++call) {
        CHECK_OK(MPI_Barrier(made));
        for (int peer = 0; peer < world_size; ++peer) out[peer] = 100 * world_rank + peer + call;
        CHECK_OK(MPI_Ialltoall(out, 1, MPI_INT, in, 1, MPI_INT, made, &request));
        if (call < 2) CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    if (world_rank == turn % world_size) CHECK_OK(MPI_Comm_free(&made));
    CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQUAL(in[world_size - 1], 100 * (world_size - 1) + world_rank + 2);
    if (made != MPI_COMM_NULL) CHECK_OK(MPI_Comm_free(&made));
}

/* The root makes all its calls, then sends; the others receive its message before they make theirs. Bare MPICH lets
   only rank 0 run ahead. */
static void root_ahead(MPI_Comm comm, int root, int calls, int turn) {
    if (world_rank != root) hear(root, 200);
    for (int call = 0; call < calls; ++call) broadcast(comm, root, kShort, turn + call);
    if (world_rank == root) tell_others(200);
}

/* In the v forms rank i has i elements, after a hole of one. */
static int counts[kMostRanks], places[kMostRanks];

static void lay_out_blocks(void) {
    for (int i = 0, at = 1; i < world_size; at += ++i) {
        counts[i] = i;
        places[i] = at;
    }
}

/* In turn: blocks of one size, in place at the root, and the v form. The root may reuse its memory after each call. */
static void scatter_ahead(MPI_Comm comm, int root, int calls) {
    lay_out_blocks();
    if (world_rank != root) hear(root, 300);
    for (int call = 0; call < calls; ++call) {
        const int of_all = places[world_size - 1] + world_size;
        for (int i = 0; i < of_all; ++i) data[i] = value(call) + i;
        sums[0] = sums[1] = -1;
        if (call % 3 == 2) {
            CHECK_OK(MPI_Scatterv(data, counts, places, MPI_INT, sums, world_rank, MPI_INT, root, comm));
            if (world_rank > 0) CHECK_EQUAL(sums[0], value(call) + places[world_rank]);
            continue;
        }
        const int in_place = call % 3 == 1 && world_rank == root;
        CHECK_OK(MPI_Scatter(data, 1, MPI_INT, in_place ? MPI_IN_PLACE : sums, 1, MPI_INT, root, comm));
        if (!in_place) CHECK_EQUAL(sums[0], value(call) + world_rank);
    }
    if (world_rank == root) tell_others(300);
}

/* All ranks but the root make their calls, then send; the root receives these messages before its own calls. */
static void leaves_ahead(MPI_Comm comm, int root, int calls) {
    for (int peer = 0; peer < world_size && world_rank == root; ++peer)
        if (peer != root) hear(peer, 400);
    for (int call = 0; call < calls; ++call) {
        fill(kShort, value(call));
        CHECK_OK(MPI_Reduce(data, sums, kShort, MPI_INT, MPI_SUM, root, comm));
        if (world_rank == root) CHECK_EQUAL(sums[1], world_size * (value(call) + 1));
    }
    for (int to = 400; to == 400 && world_rank != root; ++to)
        CHECK_OK(MPI_Send(&to, 1, MPI_INT, root, 400, MPI_COMM_WORLD));
}

static void gather_ahead(MPI_Comm comm, int root, int calls) {
    for (int peer = 0; peer < world_size && world_rank == root; ++peer)
        if (peer != root) hear(peer, 500);
    lay_out_blocks();
    for (int call = 0; call < calls; ++call) {
        const int v_form = call % 2;
        for (int i = 0; i < kMostRanks; ++i) data[i] = value(call) + world_rank;
        for (int i = 0; i < kMostRanks; ++i) sums[i] = -1;
        if (v_form) CHECK_OK(MPI_Gatherv(data, world_rank, MPI_INT, sums, counts, places, MPI_INT, root, comm));
        else CHECK_OK(MPI_Gather(data, 1, MPI_INT, sums, 1, MPI_INT, root, comm));
        for (int i = v_form; i < world_size && world_rank == root; ++i)
            CHECK_EQUAL(sums[v_form ? places[i] : i], value(call) + i);
    }
    for (int to = 500; to == 500 && world_rank != root; ++to)
        CHECK_OK(MPI_Send(&to, 1, MPI_INT, root, 500, MPI_COMM_WORLD));
}

/* As root_ahead, while a reduction is under way that the other ranks have not begun. */
static void ahead_of_a_reduction(MPI_Comm comm, int root, int calls, int turn) {
    MPI_Request request;
    static int gives[kShort], gets[kShort];
    if (world_rank != root) hear(root, 700);
    for (int i = 0; i < kShort; ++i) gives[i] = turn + i;
    CHECK_OK(MPI_Ireduce(gives, gets, kShort, MPI_INT, MPI_SUM, root, comm, &request));
    for (int call = 0; call < calls; ++call) broadcast(comm, root, kShort, turn + call);
    for (int i = 0; i < kShort && world_rank == root; ++i) data[i] = -2; /* the broadcast data are not read any more */
    if (world_rank == root) tell_others(700);
    CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (int i = 0; i < kShort && world_rank == root; ++i) CHECK_EQUAL(gets[i], world_size * (turn + i));
}

/* The root also frees the communicator while its broadcasts are still under way. */
static void free_behind_a_reduction(int turn) {
    MPI_Comm made;
    MPI_Request request;
    static int gives[kShort], gets[kShort];
    CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &made));
    for (int round = 0; round < 2; ++round) { /* the first round makes team and private communicator */
        sum_up(made, kShort, turn);
        if (world_rank != 0) hear(0, 900);
        for (int i = 0; i < kShort; ++i) gives[i] = turn + i;
        CHECK_OK(MPI_Ireduce(gives, gets, kShort, MPI_INT, MPI_SUM, 0, made, &request));
        for (int call = 0; call < 3; ++call) broadcast(made, 0, kShort, turn + call);
        if (round == 1 && world_rank == 0) CHECK_OK(MPI_Comm_free(&made));
        if (world_rank == 0) tell_others(900);
        CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        for (int i = 0; i < kShort && world_rank == 0; ++i) CHECK_EQUAL(gets[i], world_size * (turn + i));
    }
    if (world_rank != 0) CHECK_OK(MPI_Comm_free(&made));
}

/* A rank that has contributed to gathers, or sent in scatters, frees the communicator before the receivers make their
   calls. */
static void free_behind_what_was_given(int turn, int gathers) {
    MPI_Comm made;
    const int root = world_size - 1, ahead = gathers != (world_rank == root);
    CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &made));
    for (int round = 0; round < 2; ++round) { /* the first round makes the team */
        sum_up(made, kShort, turn);
        for (int peer = 0; peer < world_size && !ahead; ++peer)
            if (peer != world_rank && gathers != (peer == root)) hear(peer, 950);
        for (int call = 0; call < 5; ++call) {
            for (int i = 0; i < world_size; ++i) data[i] = turn + call + (gathers ? world_rank : i);
            if (gathers) CHECK_OK(MPI_Gather(data, 1, MPI_INT, sums, 1, MPI_INT, root, made));
            else CHECK_OK(MPI_Scatter(data, 1, MPI_INT, sums, 1, MPI_INT, root, made));
            if (!gathers) CHECK_EQUAL(sums[0], turn + call + world_rank);
            for (int i = 0; i < world_size && gathers && !ahead; ++i) CHECK_EQUAL(sums[i], turn + call + i);
        }
        if (round == 1 && ahead) CHECK_OK(MPI_Comm_free(&made));
        for (int to = 0; to < world_size && ahead; ++to) {
            const int tag = 950;
            if (to != world_rank && gathers == (to == root))
                CHECK_OK(MPI_Send(&tag, 1, MPI_INT, to, tag, MPI_COMM_WORLD));
        }
    }
    if (!ahead) CHECK_OK(MPI_Comm_free(&made));
}

/* As leaves_ahead for leaves of a reduction, while a broadcast to them is under way. */
static void ahead_of_a_broadcast(MPI_Comm comm, int root, int calls, int turn) {
    MPI_Request request;
    static int vector[kShort];
    for (int peer = 0; peer < world_size && world_rank == root; ++peer)
        if (peer != root) hear(peer, 800);
    for (int i = 0; i < kShort; ++i) vector[i] = world_rank == root ? turn + i : -1;
    CHECK_OK(MPI_Ibcast(vector, kShort, MPI_INT, root, comm, &request));
    for (int call = 0; call < calls; ++call) {
        fill(kShort, value(call));
        CHECK_OK(MPI_Reduce(data, sums, kShort, MPI_INT, MPI_SUM, root, comm));
        if (world_rank == root) CHECK_EQUAL(sums[1], world_size * (value(call) + 1));
    }
    fill(kShort, -2);
    for (int to = 800; to == 800 && world_rank != root; ++to)
        CHECK_OK(MPI_Send(&to, 1, MPI_INT, root, 800, MPI_COMM_WORLD));
    CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (int i = 0; i < kShort; ++i) CHECK_EQUAL(vector[i], turn + i);
}

/* Rank 0 makes all its calls, then sends; the others receive its message before their own calls. In bare MPICH all
   ranks wait for each other. */
#ifdef OPEN_MPI
static void scan_ahead(MPI_Comm comm, int calls, int exclusive) {
    if (world_rank != 0) hear(0, 600);
    for (int call = 0; call < calls; ++call) {
        fill(kShort, value(call));
        CHECK_OK((exclusive ? MPI_Exscan : MPI_Scan)(data, sums, kShort, MPI_INT, MPI_SUM, comm));
        const int taken = world_rank + !exclusive;
        if (taken > 0) CHECK_EQUAL(sums[1], taken * (value(call) + 1));
    }
    if (world_rank == 0) tell_others(600);
}
#endif

/* Ranks that run ahead after all ranks have met and the engines have their teams. With more than two ranks the leaves
 * wait for each other in the hosts' trees. */
static void far_ahead_of_a_team(int calls, int roots_alone) {
    MPI_Comm made;
    CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &made));
    CHECK_OK(MPI_Barrier(made));
    sum_up(made, kShort, 1);
    for (int turn = 0; turn < 3; ++turn) {
        root_ahead(made, 0, calls, turn);
        scatter_ahead(made, 0, calls);
        sum_up(made, kShort, turn);
        free_behind_what_was_given(turn, turn % 2);
        ahead_of_a_reduction(made, 0, turn == 0 ? 1 : 20, turn);
        if (roots_alone) continue;
        ahead_of_a_broadcast(made, 0, 20, turn);
        leaves_ahead(made, 0, calls);
#ifdef OPEN_MPI
        scan_ahead(made, calls, turn % 2);
#endif
        gather_ahead(made, 0, calls);
        if (turn % 2) sum_up(made, kShort, turn);
    }
    if (!roots_alone) leaves_ahead(made, world_size - 1, calls);
    sum_up(made, kLong, 2);
    CHECK_OK(MPI_Comm_free(&made));
}

/* Only rooted calls, with the ranks in step or not: on one long-lived communicator, and on some short-lived ones. */
static void rooted_calls_alone(int calls) {
    MPI_Comm lasting, brief;
    CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &lasting));
    for (int turn = 0; turn < 5; ++turn) {
        CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &brief));
        root_ahead(brief, 0, turn == 0 ? calls : 40, turn);
        scatter_ahead(brief, 0, 40);
        leaves_ahead(brief, 0, 20);
        CHECK_OK(MPI_Comm_free(&brief));
        root_ahead(lasting, 0, turn % 2 ? 40 : calls, turn);
        for (int call = 0; call < 30; ++call) broadcast(lasting, call % world_size, call % 5 ? kShort : kLong, call);
    }
    CHECK_OK(MPI_Comm_free(&lasting));
}

/* Communicators made, used and freed: `communicators` of them, in the memory that one needs. */
static void come_and_go(int communicators) {
    for (int i = 0; i < communicators; ++i) {
        MPI_Comm made;
        if (i % 2) CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &made));
        else CHECK_OK(MPI_Comm_split(MPI_COMM_WORLD, 0, i % 5 ? world_rank : -world_rank, &made));
        sum_up(made, i % 7 ? kShort : kLong, i);
        broadcast(made, world_size - 1, i % 3 ? kShort : kLong, i);
        CHECK_OK(MPI_Comm_free(&made));
    }
}

int main(int argc, char** argv) {
    start(argc, argv);
    if (argc > 3) far_ahead_of_a_team(atoi(argv[3]), argc > 4);
    if (argc > 4) return finish();
    for (int turn = 0; turn < 4; ++turn) {
        free_in_any_order(turn);
        free_around_messages(turn);
        free_before_completion(turn);
        free_behind_a_reduction(turn);
    }
    rooted_calls_alone(1000);
    come_and_go(argc > 2 ? atoi(argv[2]) : 300);
    return finish();
}
