// A program that traps invalid operations, divisions by zero and overflows, as -ffpe-trap does, and checks at its end
// which floating point exceptions were raised, as Fortran's STOP does. It raises none itself.
#define _GNU_SOURCE
#include <fenv.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMost = 100000, kTraps = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW, kLooked = kTraps | FE_UNDERFLOW };

static int rank, size;
static double *mine, *theirs;

static void look(const char* where) {
    int raised = fetestexcept(kLooked);
    if (raised)
        printf("%s:%s%s%s%s\n", where, raised & FE_INVALID ? " invalid" : "", raised & FE_DIVBYZERO ? " division" : "",
               raised & FE_OVERFLOW ? " overflow" : "", raised & FE_UNDERFLOW ? " underflow" : "");
    feclearexcept(FE_ALL_EXCEPT);
}

static void check(const char* what, int count, double expected) {
    if (theirs[0] == expected && theirs[count - 1] == expected) return;
    printf("rank %d: %s of %d is %g, not %g\n", rank, what, count, theirs[0], expected);
    exit(1);
}

static void collectives(MPI_Comm comm) {
    static const int counts[] = {1, 100, 3000, kMost};
    double all = size * (size + 1) / 2.0;
    for (int which = 0; which < 4; ++which)
        for (int turn = 0; turn < 40; ++turn) {
            int count = counts[which];
            MPI_Allreduce(mine, theirs, count, MPI_DOUBLE, MPI_SUM, comm);
            check("sum", count, all);
            MPI_Allreduce(mine, theirs, count, MPI_DOUBLE, MPI_MAX, comm);
            check("most", count, size);
            MPI_Scan(mine, theirs, count, MPI_DOUBLE, MPI_SUM, comm);
            check("prefix", count, (rank + 1) * (rank + 2) / 2.0);
            if (rank == 0) theirs[0] = theirs[count - 1] = turn;
            MPI_Bcast(theirs, count, MPI_DOUBLE, 0, comm);
            check("broadcast", count, turn);
            MPI_Reduce(mine, theirs, count, MPI_DOUBLE, MPI_PROD, size - 1, comm);
            MPI_Alltoall(mine, count / size, MPI_DOUBLE, theirs, count / size, MPI_DOUBLE, comm);
            MPI_Barrier(comm);
        }
}

static void messages(MPI_Comm comm) {
    static const int counts[] = {0, 1, 1000, kMost};
    for (int which = 0; which < 4; ++which)
        for (int turn = 0; turn < 20; ++turn)
            MPI_Sendrecv(mine, counts[which], MPI_DOUBLE, (rank + 1) % size, turn, theirs, counts[which], MPI_DOUBLE,
                         (rank + size - 1) % size, turn, comm, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    feenableexcept(kTraps);
    MPI_Init(&argc, &argv);
    look("MPI_Init");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = malloc(kMost * sizeof *mine);
    theirs = malloc(kMost * sizeof *theirs);
    for (int i = 0; i < kMost; ++i) mine[i] = rank + 1;
    collectives(MPI_COMM_WORLD);
    look("collectives");
    messages(MPI_COMM_WORLD);
    look("messages");
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    collectives(copy);
    MPI_Comm_free(&copy);
    look("collectives of a copy");
    MPI_Finalize();
    look("MPI_Finalize");
    if ((fegetexcept() & kTraps) != kTraps) printf("no traps any more\n");
    if (rank == 0) printf("done\n");
    return 0;
}
