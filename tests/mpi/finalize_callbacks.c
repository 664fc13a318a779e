/* Delete functions of MPI_COMM_SELF's attributes. MPI_Finalize calls them first, in reverse order of the attributes. In
 * them MPI is not finalized yet, and they may communicate, also with a rank that has not called MPI_Finalize.
 * Source: MPI 4.0, 11.2.4. */
#include "check.h"

enum { MANY = 100 };

static int deleted; /* number of calls so far */
static MPI_Comm copy;

static int expect_open(int turn) {
    int is_over = 1;
    CHECK_OK(MPI_Finalized(&is_over));
    CHECK_EQUAL(is_over, 0);
    CHECK_EQUAL(deleted++, turn);
    return MPI_SUCCESS;
}

/* The last function called: all ranks are in it. */
static int meet(MPI_Comm self, int keyval, void* value, void* extra) {
    (void)self, (void)keyval, (void)value, (void)extra;
    int sum = 0, in = -1;
    const int next = (world_rank + 1) % world_size, previous = (world_rank + world_size - 1) % world_size;
    for (int i = 0; i < MANY; ++i) {
        CHECK_OK(MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, copy));
        CHECK_EQUAL(sum, i * world_size);
        MPI_Status status;
        CHECK_OK(MPI_Sendrecv(&i, 1, MPI_INT, next, i, &in, 1, MPI_INT, previous, i, MPI_COMM_WORLD, &status));
        CHECK_EQUAL(in, i);
    }
    CHECK_OK(MPI_Comm_free(&copy));
    MPI_Comm fresh;
    CHECK_OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank, &fresh));
    CHECK_OK(MPI_Barrier(fresh));
    CHECK_OK(MPI_Comm_free(&fresh));
    return expect_open(1);
}

/* The first function called: rank 1 waits for it before it calls MPI_Finalize. */
static int let_go(MPI_Comm self, int keyval, void* value, void* extra) {
    (void)self, (void)keyval, (void)extra;
    if (world_rank == 0) CHECK_OK(MPI_Send(value, MANY, MPI_INT, 1, 5, MPI_COMM_WORLD));
    return expect_open(0);
}

int main(int argc, char** argv) {
    static int numbers[MANY];
    start(argc, argv);
    MPI_Delete_function* const functions[] = {meet, let_go};
    for (int i = 0; i < 2; ++i) {
        int keyval = MPI_KEYVAL_INVALID;
        CHECK_OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, functions[i], &keyval, NULL));
        CHECK_OK(MPI_Comm_set_attr(MPI_COMM_SELF, keyval, numbers));
        CHECK_OK(MPI_Comm_free_keyval(&keyval));
    }
    CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
    MPI_Barrier(copy);
    if (world_rank == 0)
        for (int i = 0; i < MANY; ++i) numbers[i] = 3 * i;
    if (world_rank == 1) {
        int got[MANY] = {0};
        CHECK_OK(MPI_Recv(got, MANY, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        for (int i = 0; i < MANY; ++i) CHECK_EQUAL(got[i], 3 * i);
    }
    MPI_Finalize();
    CHECK_EQUAL(deleted, 2);
    if (atomic_load(&checks_failed) > 0) return 1;
    if (world_rank == 0) printf("OK %ld\n", atomic_load(&checks_done));
    return 0;
}
