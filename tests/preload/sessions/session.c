// A communicator from a session's process set; one MPI_Allreduce and one MPI_Alltoall on it.
//   session alone|beside
//   session self: a message to itself, on the process set of this rank alone
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

static int use_self(void) {
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Request request;
    int out = 42, in = 0;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Group_from_session_pset(session, "mpi://SELF", &group);
    MPI_Comm_create_from_group(group, "alone", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, comm, &request);
    MPI_Send(&out, 1, MPI_INT, 0, 0, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    printf("got %d\n", in);
    return in != out;
}

int main(int argc, char** argv) {
    if (!strcmp(argv[1], "self")) return use_self();
    int beside = !strcmp(argv[1], "beside");
    if (beside) MPI_Init(&argc, &argv);
    int wrong = use_session();
    if (beside) MPI_Finalize();
    return wrong != 0;
}
