/* Tests and probes that find nothing: counts how often each yields the core. Prints "KIND N" on rank 0, N of 1000
   calls. The sched_yield() of this file is found before the C library's, and counts. */
#include <mpi.h>
#include <sched.h>
#include <stdio.h>

static int counts, yields;

int sched_yield(void) {
    yields += counts;
    return 0;
}

enum Kind { test, testall, testany, testsome, iprobe, improbe, get_status };
static const char* const names[] = {"test", "testall", "testany", "testsome", "iprobe", "improbe", "get_status"};

static int find(enum Kind kind, MPI_Request* request) {
    int found = 0, index, done = 0;
    MPI_Message message;
    MPI_Status status;
    switch (kind) {
        case test: MPI_Test(request, &found, &status); break;
        case testall: MPI_Testall(1, request, &found, &status); break;
        case testany: MPI_Testany(1, request, &index, &found, &status); break;
        case testsome:
            MPI_Testsome(1, request, &done, &index, &status);
            found = done > 0;
            break;
        case iprobe: MPI_Iprobe(1, 8, MPI_COMM_WORLD, &found, &status); break;
        case improbe: MPI_Improbe(1, 8, MPI_COMM_WORLD, &found, &message, &status); break;
        case get_status: MPI_Request_get_status(*request, &found, &status); break;
    }
    return found;
}

int main(int argc, char** argv) {
    int rank, received = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Request request;
        MPI_Irecv(&received, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
        for (int kind = test; kind <= get_status; ++kind) {
            yields = 0, counts = 1;
            for (int i = 0; i < 1000; ++i)
                if (find((enum Kind)kind, &request)) printf("found what is not there\n");
            counts = 0;
            printf("%s %d\n", names[kind], yields);
        }
        MPI_Send(&received, 0, MPI_INT, 1, 7, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        printf("received %d\n", received);
    } else if (rank == 1) {
        const int sent = 5;
        MPI_Recv(&received, 0, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&sent, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
