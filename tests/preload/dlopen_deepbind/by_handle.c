// Calls MPI only through pointers that dlsym returns for the library's handle, in a program not linked to MPI.
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
    void* mpi = dlopen(argv[argc - 1], RTLD_NOW | RTLD_GLOBAL);
    if (!mpi) return fprintf(stderr, "%s\n", dlerror()), 2;
    int (*init)(int*, char***) = (int (*)(int*, char***))dlsym(mpi, "MPI_Init");
    int (*pcontrol)(const int, ...) = (int (*)(const int, ...))dlsym(mpi, "MPI_Pcontrol");
    int (*finalized)(int*) = (int (*)(int*))dlsym(mpi, "MPI_Finalized");
    int (*finalize)(void) = (int (*)(void))dlsym(mpi, "MPI_Finalize");
    int done = 0;
    init(&argc, &argv);
    pcontrol(1);
    finalize();
    finalized(&done);
    printf("finalized: %d\n", done);
    return !done;
}
