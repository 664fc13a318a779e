/* With MPI_THREAD_MULTIPLE one thread frees the communicator, datatype and operation of a call in which another thread
   waits: the call completes normally (MPI 4.0, 2.5.1, 5.1.9, 7.4.3). Then it makes other objects, which may get the
   same handles. With "carried", a reduction too, which bare hosts may do wrongly. Usage: freed_meanwhile [seed]
   [carried] */
#include <pthread.h>

#include "check.h"

enum { ROUNDS = 12, INTS = 8, PAIRS = 1 << 18 };
static MPI_Comm on;         /* freed while a call on it waits */
static MPI_Datatype spread; /* every other int; likewise */
static int out[2 * INTS], in[2 * INTS];

static MPI_Datatype make_spread(void) {
    MPI_Datatype made;
    MPI_Type_vector(INTS, 1, 2, MPI_INT, &made);
    MPI_Type_commit(&made);
    return made;
}

static void hear(void) { CHECK_OK(MPI_Recv(NULL, 0, MPI_INT, 1 - world_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)); }
static void tell(void) { CHECK_OK(MPI_Send(NULL, 0, MPI_INT, 1 - world_rank, 1, MPI_COMM_WORLD)); }

/* Frees what the waiting call uses, and another communicator: Shunt then deletes what it knows of idle ones. The new
   type is as long as the old one, but contiguous. */
static void free_objects(MPI_Comm* other, MPI_Datatype* contiguous) {
    MPI_Datatype freed = spread;
    MPI_Comm gone = on;
    CHECK_OK(MPI_Type_free(&freed));
    CHECK_OK(MPI_Type_contiguous(INTS, MPI_INT, contiguous));
    CHECK_OK(MPI_Type_commit(contiguous));
    CHECK_OK(MPI_Comm_free(&gone));
    CHECK_OK(MPI_Comm_free(other));
}

static void* send_and_wait(void* unused) {
    CHECK_OK(MPI_Ssend(out, 1, spread, 1, 5, on));
    return unused;
}

static void* exchange(void* unused) {
    MPI_Status status;
    CHECK_OK(MPI_Sendrecv(out, 1, MPI_INT, 1, 6, in, 1, spread, 1, 7, on, &status));
    CHECK_EQUAL(status.MPI_SOURCE, 1);
    CHECK_EQUAL(status.MPI_TAG, 7);
    return unused;
}

/* Rank 0 waits in `wait` while its main thread frees; rank 1 lets the call end after that. */
static void one_call(int round, void* (*wait)(void*), int receives) {
    MPI_Comm other;
    MPI_Datatype contiguous = MPI_DATATYPE_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &on);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    spread = make_spread();
    for (int i = 0; i < 2 * INTS; ++i) out[i] = pick(mix((uint64_t)round, (uint64_t)i), 1000), in[i] = -1;
    if (world_rank == 0) {
        pthread_t waiting;
        pthread_create(&waiting, NULL, wait, NULL);
        hear();
        free_objects(&other, &contiguous);
        tell();
        pthread_join(waiting, NULL);
        for (int i = 0; receives && i < 2 * INTS; ++i) CHECK_EQUAL(in[i], i % 2 ? -1 : out[i / 2]);
        MPI_Type_free(&contiguous);
    } else {
        MPI_Status status;
        if (receives) CHECK_OK(MPI_Recv(in, 1, MPI_INT, 0, 6, on, MPI_STATUS_IGNORE));
        else CHECK_OK(MPI_Probe(0, 5, on, &status));
        tell();
        hear();
        if (receives) CHECK_OK(MPI_Send(out, INTS, MPI_INT, 0, 7, on));
        else CHECK_OK(MPI_Recv(in, INTS, MPI_INT, 0, 5, on, &status));
        for (int i = 0; !receives && i < INTS; ++i) CHECK_EQUAL(in[i], out[2 * i]);
        CHECK_OK(MPI_Comm_free(&on));
        CHECK_OK(MPI_Comm_free(&other));
        CHECK_OK(MPI_Type_free(&spread));
    }
    /* The next communicator and type are what they are, whatever handle they have. */
    int rank = -1, size = -1;
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, world_rank, 0, &half);
    CHECK_OK(MPI_Sendrecv(&world_rank, 1, MPI_INT, 0, 8, &rank, 1, MPI_INT, 0, 8, half, MPI_STATUS_IGNORE));
    CHECK_EQUAL(rank, world_rank);
    CHECK_OK(MPI_Allreduce(&world_rank, &size, 1, MPI_INT, MPI_SUM, half));
    CHECK_EQUAL(size, world_rank);
    MPI_Comm_free(&half);
}

typedef struct {
    int first, second;
} Pair;
static Pair *mine, *sums;
static MPI_Datatype pair_type;
static MPI_Op add;
static atomic_int has_begun, has_ended;

static void add_pairs(void* from, void* into, int* count, MPI_Datatype* type) {
    (void)type;
    atomic_store(&has_begun, 1);
    for (int i = 0; i < *count; ++i)
        ((Pair*)into)[i].first += ((Pair*)from)[i].first, ((Pair*)into)[i].second += ((Pair*)from)[i].second;
}

static void add_nothing(void* from, void* into, int* count, MPI_Datatype* type) {
    (void)from, (void)into, (void)count, (void)type;
}

static void* reduce(void* unused) {
    CHECK_OK(MPI_Allreduce(mine, sums, PAIRS, pair_type, add, on));
    atomic_store(&has_ended, 1);
    return unused;
}

/* The operation and its type are freed while it combines the first elements. */
static void one_reduction(void) {
    MPI_Op other;
    MPI_Datatype longer;
    pthread_t waiting;
    mine = malloc(sizeof(Pair) * PAIRS), sums = malloc(sizeof(Pair) * PAIRS);
    for (int i = 0; i < PAIRS; ++i) mine[i] = (Pair){i + world_rank, 3 * i}, sums[i] = (Pair){-1, -1};
    CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &on));
    CHECK_OK(MPI_Barrier(on)); /* what carries the reduction is made by then, or in it */
    CHECK_OK(MPI_Op_create(add_pairs, 1, &add));
    CHECK_OK(MPI_Type_contiguous(2, MPI_INT, &pair_type));
    CHECK_OK(MPI_Type_commit(&pair_type));
    atomic_store(&has_begun, 0), atomic_store(&has_ended, 0);
    pthread_create(&waiting, NULL, reduce, NULL);
    while (!atomic_load(&has_begun) && !atomic_load(&has_ended)) {}
    MPI_Op freed_op = add;
    MPI_Datatype freed_type = pair_type;
    CHECK_OK(MPI_Op_free(&freed_op));
    CHECK_OK(MPI_Type_free(&freed_type));
    CHECK_OK(MPI_Op_create(add_nothing, 1, &other));
    CHECK_OK(MPI_Type_contiguous(5, MPI_INT, &longer));
    CHECK_OK(MPI_Type_commit(&longer));
    pthread_join(waiting, NULL);
    int wrong = 0;
    for (int i = 0; i < PAIRS; ++i) wrong += sums[i].first != 2 * i + 1 || sums[i].second != 6 * i;
    CHECK_EQUAL(wrong, 0);
    CHECK_OK(MPI_Op_free(&other));
    CHECK_OK(MPI_Type_free(&longer));
    CHECK_OK(MPI_Comm_free(&on));
    free(mine), free(sums);
}

int main(int argc, char** argv) {
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    start_world(argc, argv);
    if (level == MPI_THREAD_MULTIPLE)
        for (int round = 0; round < ROUNDS; ++round) {
            one_call(round, send_and_wait, 0);
            one_call(round, exchange, 1);
            if (argc > 2) one_reduction();
        }
    return finish();
}
