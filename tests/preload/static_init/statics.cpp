// Makes MPI queries in a static initialiser and in a static destructor.
#include <mpi.h>
#include <cstdio>

struct Early {
    int initialized = -1, version = 0, subversion = 0;
    Early() {
        MPI_Initialized(&initialized);
        MPI_Get_version(&version, &subversion);
    }
    ~Early() {
        int finalized = -1;
        MPI_Finalized(&finalized);
        std::printf("destructor: finalized %d\n", finalized);
    }
};
static Early early;

int main(int argc, char** argv) {
    std::printf("before main: initialized %d, version %d.%d\n", early.initialized, early.version, early.subversion);
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return early.initialized != 0 || early.version < 3;
}
