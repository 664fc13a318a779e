// The same data described by other types and counts on each rank, as MPI allows, on N duplicates of the world: "types
// OPERATION N LENGTH...", lengths in integers, multiples of 4. A rank describes n integers as n of one, n / 2 of two,
// one of n, or every second of 2 n.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size, wrong;

struct form {
    MPI_Datatype type;
    int count, stride;  // stride: integers from one to the next
};

static struct form form_of(int which, int n) {
    struct form form = {MPI_INT, n, 1};
    switch (which % 4) {
        case 1:
            MPI_Type_contiguous(2, MPI_INT, &form.type);
            form.count = n / 2;
            break;
        case 2:
            MPI_Type_contiguous(n, MPI_INT, &form.type);
            form.count = 1;
            break;
        case 3:  // one integer and a hole
            MPI_Type_create_resized(MPI_INT, 0, 8, &form.type);
            form.stride = 2;
            break;
        default: return form;
    }
    MPI_Type_commit(&form.type);
    return form;
}

static int value(int from, int to, int i) { return from * 10007 + to * 101 + i; }

static int* buffer(int count) {
    int* values = malloc((size_t)count * 8 + 8);
    for (int i = 0; i < 2 * count + 2; ++i) values[i] = -1;
    return values;
}

static void fill(int* at, const struct form* form, int n, int from, int to) {
    for (int i = 0; i < n; ++i) at[i * form->stride] = value(from, to, i);
}

static void expect(const int* at, const struct form* form, int n, int from, int to, const char* what) {
    for (int i = 0; i < n; ++i)
        if (at[i * form->stride] != value(from, to, i) && wrong++ < 3)
            fprintf(stderr, "rank %d, %s of %d: %d instead of %d\n", rank, what, n, at[i * form->stride],
                    value(from, to, i));
}

static void run(const char* what, MPI_Comm comm, int n, int root) {
    struct form out = form_of(rank + root, n), in = form_of(rank + root + 1, n);
    int *one = buffer(n), *all = buffer(n * size);
    const int out_step = n * out.stride, in_step = n * in.stride;
    if (!strcmp(what, "bcast")) {
        if (rank == root) fill(one, &out, n, root, 0);
        MPI_Bcast(one, out.count, out.type, root, comm);
        expect(one, &out, n, root, 0, what);
    } else if (!strcmp(what, "gather")) {
        fill(one, &out, n, rank, 0);
        MPI_Gather(one, out.count, out.type, all, in.count, in.type, root, comm);
        for (int r = 0; rank == root && r < size; ++r) expect(all + r * in_step, &in, n, r, 0, what);
    } else if (!strcmp(what, "scatter")) {
        for (int r = 0; r < size; ++r) fill(all + r * out_step, &out, n, root, r);
        MPI_Scatter(all, out.count, out.type, one, in.count, in.type, root, comm);
        expect(one, &in, n, root, rank, what);
    } else if (!strcmp(what, "allgather")) {
        fill(one, &out, n, rank, 0);
        MPI_Allgather(one, out.count, out.type, all, in.count, in.type, comm);
        for (int r = 0; r < size; ++r) expect(all + r * in_step, &in, n, r, 0, what);
    } else {
        int* got = buffer(n * size);
        for (int r = 0; r < size; ++r) fill(all + r * out_step, &out, n, rank, r);
        MPI_Alltoall(all, out.count, out.type, got, in.count, in.type, comm);
        for (int r = 0; r < size; ++r) expect(got + r * in_step, &in, n, r, rank, what);
        free(got);
    }
    free(one), free(all);
    if (out.type != MPI_INT) MPI_Type_free(&out.type);
    if (in.type != MPI_INT) MPI_Type_free(&in.type);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int which = 0; which < atoi(argv[2]); ++which) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        for (int turn = 0; turn < 2; ++turn)  // the barrier fulfils what the first turn requests
            for (int i = 3; i < argc; ++i) {
                for (int root = 0; root < size; ++root) run(argv[1], comm, atoi(argv[i]), root);
                MPI_Barrier(comm);
            }
        MPI_Comm_free(&comm);
    }
    MPI_Finalize();
    printf("rank %d: %d wrong\n", rank, wrong);
    return wrong != 0;
}
