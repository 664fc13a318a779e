// A communicator from a session's process set; one MPI_Allreduce and one MPI_Alltoall on it.
//   session alone|beside
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int use_session(void) {
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int rank, size, sum = 0, out[64], in[64];
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "a test", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < size; ++i) out[i] = rank * 100 + i;
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm);
    int wrong = sum != size * (size - 1) / 2;
    for (int i = 0; i < size; ++i) wrong += in[i] != i * 100 + rank;
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    printf("rank %d of %d: %d wrong\n", rank, size, wrong);
    return wrong;
}

int main(int argc, char** argv) {
    int beside = !strcmp(argv[1], "beside");
    if (beside) MPI_Init(&argc, &argv);
    int wrong = use_session();
    if (beside) MPI_Finalize();
    return wrong != 0;
}
