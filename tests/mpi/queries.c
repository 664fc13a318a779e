/* One thread communicates while others only make queries, and make and free types and groups. MPI allows that only with
   MPI_THREAD_MULTIPLE, but programs do it at lower levels (StarPU's), and the hosts tolerate it.
   Usage: queries [seed] [level: 1 MPI_THREAD_FUNNELED, 2 MPI_THREAD_SERIALIZED] [rounds] */
#include <pthread.h>
#include <unistd.h>

#include "check.h"

enum { kInts = 100, kLongInts = 20000, kAskers = 2 };

static atomic_int ends;

static void* ask(void* argument) {
    const int makes = argument != NULL;
    for (long turn = 0; !atomic_load(&ends); ++turn) {
        int size = 0, rank = 0, bytes = 0;
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Type_size(MPI_INT, &bytes);
        CHECK_EQUAL(size, world_size);
        CHECK_EQUAL(rank, world_rank);
        CHECK_EQUAL(bytes, sizeof(int));
        if (makes) {
            MPI_Datatype pair;
            CHECK_OK(MPI_Type_contiguous(2, MPI_INT, &pair));
            CHECK_OK(MPI_Type_free(&pair));
        }
        if (turn % 64 == 0) usleep(100);
    }
    return NULL;
}

static void exchange(int round, int ints, int* out, int* in) {
    const int next = (world_rank + 1) % world_size, before = (world_rank + world_size - 1) % world_size;
    MPI_Request requests[2];
    for (int i = 0; i < ints; ++i) out[i] = round * 7 + i + world_rank;
    CHECK_OK(MPI_Irecv(in, ints, MPI_INT, before, 1, MPI_COMM_WORLD, &requests[0]));
    CHECK_OK(MPI_Isend(out, ints, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[1]));
    for (int which = 0; which < 2; ++which)
        for (int flag = 0; !flag;) CHECK_OK(MPI_Test(&requests[which], &flag, MPI_STATUS_IGNORE));
    int wrong = 0;
    for (int i = 0; i < ints; ++i) wrong += in[i] != round * 7 + i + before;
    CHECK_EQUAL(wrong, 0);
}

static void sum(int round) {
    int one = world_rank + round, all = 0;
    MPI_Request request;
    if (round % 2) {
        CHECK_OK(MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    } else {
        CHECK_OK(MPI_Iallreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
        for (int flag = 0; !flag;) CHECK_OK(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    }
    CHECK_EQUAL(all, world_size * round + world_size * (world_size - 1) / 2);
}

int main(int argc, char** argv) {
    const int wanted = argc > 2 ? atoi(argv[2]) : 2, rounds = argc > 3 ? atoi(argv[3]) : 1500;
    int level = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, wanted == 1 ? MPI_THREAD_FUNNELED : MPI_THREAD_SERIALIZED, &level);
    start_world(argc, argv);
    int *out = malloc(kLongInts * sizeof *out), *in = malloc(kLongInts * sizeof *in);
    pthread_t askers[kAskers];
    for (int i = 0; i < kAskers; ++i) pthread_create(&askers[i], NULL, ask, i == 0 ? NULL : out);
    for (int round = 0; round < rounds; ++round) {
        exchange(round, round % 50 == 49 ? kLongInts : kInts, out, in);
        sum(round);
    }
    atomic_store(&ends, 1);
    for (int i = 0; i < kAskers; ++i) pthread_join(askers[i], NULL);
    free(out);
    free(in);
    return finish();
}
