// A communicator from a session's process set; one MPI_Allreduce and one MPI_Alltoall on it.
//   session alone|beside
//   session self: a message to itself, on the process set of this rank alone
//   session around: three sessions one after the other, the first begun before MPI_Init; messages in the world
//   session threads: the same, and then two threads begin and end sessions at once, twenty times
// MPI_Init keeps the MPI initialised: MPICH 4.0 crashes in a session that begins after the end of all others.
#include <mpi.h>
#include <pthread.h>
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

static pthread_barrier_t both;

static void* use_sessions(void* unused) {
    for (int i = 0; i < 20; ++i) {
        MPI_Session session;
        pthread_barrier_wait(&both);
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
        pthread_barrier_wait(&both);
        MPI_Session_finalize(&session);
    }
    return unused;
}

static void use_threads(void) {
    pthread_t other;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&other, NULL, use_sessions, NULL);
    use_sessions(NULL);
    pthread_join(other, NULL);
}

static int use_world_around(int* argc, char*** argv, int with_threads) {
    MPI_Session session;
    int rank, size, level, got = -1;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Session_finalize(&session);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Session_finalize(&session);
    int wrong = use_session() + (got != (rank + size - 1) % size);
    if (with_threads) use_threads();
    MPI_Finalize();
    printf("rank %d got %d\n", rank, got);
    return wrong != 0;
}

int main(int argc, char** argv) {
    if (!strcmp(argv[1], "self")) return use_self();
    if (!strcmp(argv[1], "around")) return use_world_around(&argc, &argv, 0);
    if (!strcmp(argv[1], "threads")) return use_world_around(&argc, &argv, 1);
    int beside = !strcmp(argv[1], "beside");
    if (beside) MPI_Init(&argc, &argv);
    int wrong = use_session();
    if (beside) MPI_Finalize();
    return wrong != 0;
}
