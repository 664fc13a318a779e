/* The beginning of programs whose wrong calls return. */
#include <mpi.h>
#include <stdio.h>

/* Starts MPI. Returns a copy of the world whose errors are returned, as those of the world are: some hosts call its
   handler for wrong arguments. */
static MPI_Comm begin(int* argc, char*** argv, int* rank, int* size) {
    MPI_Comm comm;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* ranks share a pipe */
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    return comm;
}
