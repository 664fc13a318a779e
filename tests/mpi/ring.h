/* A ring of ranks: each rank sends to the next and receives from the previous one, so any number of ranks is
   possible. */
#ifndef SHUNT_TESTS_MPI_RING_H
#define SHUNT_TESTS_MPI_RING_H

#include "check.h"

static MPI_Comm comm;
static int next, previous;

static inline void fill(int* values, int count, uint64_t key) {
    for (int i = 0; i < count; ++i) values[i] = (int)(mix(key, (uint64_t)i) & 0x7fffffff);
}

static inline void check_values(const int* values, int count, uint64_t key, const char* what) {
    for (int i = 0; i < count; ++i) {
        if (values[i] == (int)(mix(key, (uint64_t)i) & 0x7fffffff)) continue;
        CHECK(0, "%s: int %d of %d is wrong", what, i, count);
        return;
    }
    CHECK(1, "%s", what);
}

static inline uint64_t key_of(int source, int tag) { return mix4(test_seed, 5, (uint64_t)source, (uint64_t)tag); }

/* Checks the status of a probe, but not its cancelled mark, which MPICH leaves undefined. */
static inline void check_envelope(const MPI_Status* status, int source, int tag, int ints) {
    int count = -1, elements = -1;
    CHECK_EQUAL(status->MPI_SOURCE, source);
    CHECK_EQUAL(status->MPI_TAG, tag);
    MPI_Get_count(status, MPI_INT, &count);
    MPI_Get_elements(status, MPI_INT, &elements);
    CHECK_EQUAL(count, ints);
    CHECK_EQUAL(elements, ints);
}

static inline void check_status(const MPI_Status* status, int source, int tag, int ints) {
    int cancelled = -1;
    check_envelope(status, source, tag, ints);
    MPI_Test_cancelled(status, &cancelled);
    CHECK_EQUAL(cancelled, 0);
}

enum Mode { STANDARD, SYNCHRONOUS, BUFFERED, READY, MODE_END };

static void* attached;

/* Called after MPI_Init. */
static inline void continue_ring(int argc, char** argv) {
    start_world(argc, argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    next = (world_rank + 1) % world_size;
    previous = (world_rank + world_size - 1) % world_size;
    attached = malloc(1 << 20);
    MPI_Buffer_attach(attached, 1 << 20);
}

static inline void start_ring(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    continue_ring(argc, argv);
}

static inline int finish_ring(void) {
    void* detached = NULL;
    int bytes = 0;
    CHECK_OK(MPI_Buffer_detach(&detached, &bytes));
    CHECK(detached == attached && bytes == 1 << 20, "Buffer_detach gives another buffer");
    free(attached);
    MPI_Comm_free(&comm);
    return finish();
}

#endif
