/* Messages on communicators that only some ranks make, or one alone: those of MPI_Comm_create_group, also by two
   threads at once, of overlapping groups and of many in succession; MPI_COMM_SELF and its copies; copies and parts of
   all these. Usage: message_groups [seed] [threads] */
#include <pthread.h>

#include "ring.h"

#define LONG 70000 /* ints */

static int provided;

/* All ranks of `on` communicate in a ring, eagerly, by rendezvous and from any source. The data sent identify the
   sender and the communicator. */
static void talk(MPI_Comm on, int which) {
    int rank, size, into[40], *long_in = malloc(sizeof(int) * LONG), *long_out = malloc(sizeof(int) * LONG);
    MPI_Status status;
    MPI_Comm_rank(on, &rank);
    MPI_Comm_size(on, &size);
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    for (int round = 0; round < 3; ++round) {
        MPI_Request requests[2];
        int out[40];
        fill(out, 40, key_of(rank, which * 8 + round));
        CHECK_OK(MPI_Irecv(into, 40, MPI_INT, round ? MPI_ANY_SOURCE : from, 7, on, &requests[0]));
        CHECK_OK(MPI_Isend(out, 40, MPI_INT, to, 7, on, &requests[1]));
        CHECK_OK(MPI_Wait(&requests[0], &status));
        CHECK_OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
        check_envelope(&status, from, 7, 40);
        check_values(into, 40, key_of(from, which * 8 + round), "short");
    }
    fill(long_out, LONG, key_of(rank, which * 8 + 4));
    CHECK_OK(MPI_Sendrecv(long_out, LONG, MPI_INT, to, 8, long_in, LONG, MPI_INT, from, 8, on, &status));
    check_envelope(&status, from, 8, LONG);
    check_values(long_in, LONG, key_of(from, which * 8 + 4), "long");
    free(long_in), free(long_out);
}

/* The ranks `first` to `last` of the world make one communicator. */
static MPI_Comm make(int first, int last, int tag) {
    MPI_Group world, group;
    MPI_Comm made = MPI_COMM_NULL;
    int range[1][3] = {{first, last, 1}};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &group);
    CHECK_OK(MPI_Comm_create_group(MPI_COMM_WORLD, group, tag, &made));
    CHECK(made != MPI_COMM_NULL, "no communicator");
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    return made;
}

/* Two communicators with the same members exist at once: a message on one is not seen on the other. */
static void apart(void) {
    const int half = world_size - world_size / 2, low = world_rank < half;
    MPI_Comm one = make(low ? 0 : half, low ? half - 1 : world_size - 1, 1);
    MPI_Comm two = make(low ? 0 : half, low ? half - 1 : world_size - 1, 1);
    int rank, size, sent[2] = {11, 22}, got[2] = {0, 0};
    MPI_Comm_rank(one, &rank);
    MPI_Comm_size(one, &size);
    MPI_Request requests[2];
    CHECK_OK(MPI_Isend(&sent[0], 1, MPI_INT, (rank + 1) % size, 3, one, &requests[0]));
    CHECK_OK(MPI_Isend(&sent[1], 1, MPI_INT, (rank + 1) % size, 3, two, &requests[1]));
    CHECK_OK(MPI_Recv(&got[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, two, MPI_STATUS_IGNORE));
    CHECK_OK(MPI_Recv(&got[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, one, MPI_STATUS_IGNORE));
    CHECK_OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    CHECK_EQUAL(got[0], 11);
    CHECK_EQUAL(got[1], 22);
    talk(one, 1);
    MPI_Comm copy, part;
    CHECK_OK(MPI_Comm_dup(two, &copy));
    CHECK_OK(MPI_Comm_split(copy, 0, -rank, &part));
    talk(copy, 2);
    talk(part, 3);
    MPI_Comm_free(&one);
    talk(two, 4);
    MPI_Comm_free(&part);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&two);
}

/* Only neighbours make these, in a chain: each rank but the two ends is a member of two. Numbering on the parent stays
   equal on all ranks. */
static void overlapping(void) {
    MPI_Comm left = MPI_COMM_NULL, right = MPI_COMM_NULL, all;
    if (world_rank > 0) left = make(world_rank - 1, world_rank, 5);
    if (world_rank < world_size - 1) right = make(world_rank, world_rank + 1, 5);
    CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &all));
    talk(all, 5);
    if (right != MPI_COMM_NULL) talk(right, 6);
    if (left != MPI_COMM_NULL) talk(left, 6);
    if (left != MPI_COMM_NULL) MPI_Comm_free(&left);
    if (right != MPI_COMM_NULL) MPI_Comm_free(&right);
    MPI_Comm_free(&all);
}

static void alone(void) {
    MPI_Comm copy, copy_of_copy, group = make(world_rank, world_rank, 6);
    talk(MPI_COMM_SELF, 10);
    CHECK_OK(MPI_Comm_dup(MPI_COMM_SELF, &copy));
    CHECK_OK(MPI_Comm_dup(copy, &copy_of_copy));
    talk(copy, 11);
    talk(copy_of_copy, 12);
    talk(group, 13);
    MPI_Comm_free(&group);
    MPI_Comm_free(&copy_of_copy);
    MPI_Comm_free(&copy);
}

static void* many(void* argument) {
    const int thread = *(const int*)argument;
    for (int i = 0; i < 20; ++i) {
        /* Either the whole world, or two halves, alternately; the threads alternate in opposite order. */
        const int half = world_size - world_size / 2, low = world_rank < half, whole = (i + thread) % 2;
        MPI_Comm made = make(whole || low ? 0 : half, whole || !low ? world_size - 1 : half - 1, 20 + thread);
        talk(made, 16 + 32 * thread + i);
        MPI_Comm_free(&made);
    }
    return NULL;
}

int main(int argc, char** argv) {
    const int threads = argc > 2 ? atoi(argv[2]) : 1;
    MPI_Init_thread(&argc, &argv, threads > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    continue_ring(argc, argv);
    apart();
    overlapping();
    alone();
    int numbers[8];
    pthread_t others[8];
    for (int i = 0; i < threads && i < 8; ++i) numbers[i] = i;
    for (int i = 1; i < threads && i < 8; ++i) pthread_create(&others[i], NULL, many, &numbers[i]);
    many(&numbers[0]);
    for (int i = 1; i < threads && i < 8; ++i) pthread_join(others[i], NULL);
    return finish_ring();
}
