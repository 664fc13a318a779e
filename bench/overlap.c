/* overlap OP BYTES TIMES MS: each rank begins a nonblocking collective, computes for MS milliseconds without an MPI
   call, and waits for the collective. OP: allreduce (of ints), alltoall (BYTES a block), bcast. Prints alone_us=, the
   median time of the collective with nothing in between, and exposed_us=, the median of what it adds to the
   computation; both are the longest of all ranks. Results are checked. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, ints;
static int *out, *in;
static char op;

static void begin(MPI_Request* request) {
    switch (op) {
        case 'b': MPI_Ibcast(in, ints, MPI_INT, 0, MPI_COMM_WORLD, request); break;
        case 'r': MPI_Iallreduce(out, in, ints, MPI_INT, MPI_SUM, MPI_COMM_WORLD, request); break;
        default: MPI_Ialltoall(out, ints, MPI_INT, in, ints, MPI_INT, MPI_COMM_WORLD, request);
    }
}

static void check(int turn) {
    const int all = op == 'a' ? ints * size : ints;
    for (int i = 0; i < all; ++i) {
        int expected = turn + i;                                             /* of rank 0 */
        if (op == 'r') expected = size * (turn + i) + size * (size - 1) / 2; /* rank r has turn + i + r */
        if (op == 'a') expected = turn + rank * ints + i % ints + i / ints;  /* from rank i / ints */
        if (in[i] == expected) continue;
        fprintf(stderr, "overlap: rank %d: %d instead of %d at %d\n", rank, in[i], expected, i);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* Without system calls, as programs compute. */
static void compute(double seconds) {
    const double end = MPI_Wtime() + seconds;
    while (MPI_Wtime() < end) {}
}

static double once(int turn, double seconds) {
    MPI_Request request;
    for (int i = 0; i < ints * size; ++i) out[i] = turn + i + rank, in[i] = -1;
    for (int i = 0; op == 'b' && rank == 0 && i < ints; ++i) in[i] = turn + i;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    begin(&request);
    compute(seconds);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    double mine = MPI_Wtime() - start, longest;
    check(turn);
    MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return longest - seconds;
}

static int by_size(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double median(int times, double seconds) {
    double* taken = malloc((size_t)times * sizeof *taken);
    for (int i = 0; i < times; ++i) taken[i] = once(i, seconds);
    qsort(taken, (size_t)times, sizeof *taken, by_size);
    const double middle = taken[times / 2];
    free(taken);
    return middle;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 5) MPI_Abort(MPI_COMM_WORLD, 2);
    op = strcmp(argv[1], "allreduce") == 0 ? 'r' : argv[1][0];
    ints = atoi(argv[2]) / (int)sizeof(int);
    const int times = atoi(argv[3]);
    out = malloc((size_t)ints * (size_t)size * sizeof *out), in = malloc((size_t)ints * (size_t)size * sizeof *in);
    for (int i = 0; i < 20; ++i) once(i, 0); /* in which the engines make their teams */
    const double alone = median(times, 0), exposed = median(times, atof(argv[4]) / 1e3);
    if (rank == 0) printf("alone_us=%.1f exposed_us=%.1f\n", 1e6 * alone, 1e6 * exposed);
    MPI_Finalize();
    return 0;
}
