// Below the library: counts the host's MPI_Iprobe.
#include <mpi.h>

static long iprobes;
long host_iprobes(void);
long host_iprobes(void) { return iprobes; }

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
    return ++iprobes, PMPI_Iprobe(source, tag, comm, flag, status);
}
