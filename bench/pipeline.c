/* One collective, bytes from ARGV: median time of a call over all ranks.
   usage: pipeline OPERATION FIRST_BYTES LAST_BYTES CALLS; OPERATION: bcast reduce allreduce scan exscan reduce_scatter_block memcpy */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void call(const char *what, void *send, void *receive, int bytes) {
    const int count = bytes / 8;
    if (!strcmp(what, "bcast")) MPI_Bcast(receive, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    else if (!strcmp(what, "reduce")) MPI_Reduce(send, receive, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    else if (!strcmp(what, "allreduce")) MPI_Allreduce(send, receive, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else if (!strcmp(what, "scan")) MPI_Scan(send, receive, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else if (!strcmp(what, "exscan")) MPI_Exscan(send, receive, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else if (!strcmp(what, "reduce_scatter_block")) MPI_Reduce_scatter_block(send, receive, count / ranks, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else if (!strcmp(what, "memcpy")) memcpy(receive, send, (size_t)bytes);
    else MPI_Abort(MPI_COMM_WORLD, 2);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 5) MPI_Abort(MPI_COMM_WORLD, 2);
    const int first = atoi(argv[2]), last = atoi(argv[3]), most = atoi(argv[4]);
    double *send = malloc((size_t)last + 8), *receive = malloc((size_t)last + 8), *times = malloc(sizeof *times * (size_t)most);
    for (int i = 0; i < last / 8; ++i) send[i] = rank + i % 7;
    memset(receive, 0, (size_t)last);
    for (int bytes = first; bytes <= last; bytes *= 2) {
        const int calls = bytes > 1 << 20 ? most / 4 + 1 : most;
        for (int i = -3; i < calls; ++i) {
            MPI_Barrier(MPI_COMM_WORLD);
            const double start = MPI_Wtime();
            call(argv[1], send, receive, bytes);
            const double mine = MPI_Wtime() - start;
            double longest = 0;
            MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
            if (i >= 0) times[i] = longest;
        }
        qsort(times, (size_t)calls, sizeof *times, by_value);
        if (rank == 0) printf("%d %.2f %.2f\n", bytes, times[0] * 1e6, times[calls / 2] * 1e6);
        fflush(stdout);
    }
    MPI_Finalize();
    return 0;
}
