/* Calls with arguments that the host refuses, under handlers that return: every error class, and how often the handler
 * was called. */
#include <mpi.h>
#include <stdio.h>

static int rank, calls, lets_pass;

static void of_comm(MPI_Comm* comm, int* error, ...) {
    (void)comm;
    ++calls;
    if (lets_pass) *error = MPI_SUCCESS;
}
static void of_win(MPI_Win* win, int* error, ...) {
    (void)win;
    ++calls;
    if (lets_pass) *error = MPI_SUCCESS;
}

static void show(const char* what, int peer, int error) {
    int class_ = 0;
    MPI_Error_class(error, &class_);
    printf("rank %d, %s to %d, %s: class %d, handler called %d times\n", rank, what, peer,
           lets_pass ? "let pass" : "returned", class_, calls);
    calls = 0;
}

static void messages(MPI_Comm comm, int peer) {
    int data[4] = {1, 2, 3, 4}, flag = 0;
    MPI_Status status;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Message message = MPI_MESSAGE_NULL;
    show("send", peer, MPI_Send(data, 1, MPI_INT, peer, 0, comm));
    show("isend", peer, MPI_Isend(data, 1, MPI_INT, peer, 0, comm, &request));
    show("recv", peer, MPI_Recv(data, 1, MPI_INT, peer, 0, comm, &status));
    show("irecv", peer, MPI_Irecv(data, 1, MPI_INT, peer, 0, comm, &request));
    show("iprobe", peer, MPI_Iprobe(peer, 0, comm, &flag, &status));
    show("probe", peer, MPI_Probe(peer, 0, comm, &status));
    show("improbe", peer, MPI_Improbe(peer, 0, comm, &flag, &message, &status));
    show("sendrecv", peer, MPI_Sendrecv(data, 1, MPI_INT, peer, 0, data + 1, 1, MPI_INT, peer, 0, comm, &status));
    show("sendrecv to", peer, MPI_Sendrecv(data, 1, MPI_INT, peer, 0, data + 1, 1, MPI_INT, 0, 0, comm, &status));
    show("sendrecv from", peer, MPI_Sendrecv(data, 1, MPI_INT, 0, 0, data + 1, 1, MPI_INT, peer, 0, comm, &status));
    show("sendrecv_replace", peer, MPI_Sendrecv_replace(data, 1, MPI_INT, peer, 0, peer, 0, comm, &status));
    show("send_init", peer, MPI_Send_init(data, 1, MPI_INT, peer, 0, comm, &request));
    show("bcast", peer, MPI_Bcast(data, 1, MPI_INT, peer, comm));
    show("reduce", peer, MPI_Reduce(data, data + 1, 1, MPI_INT, MPI_SUM, peer, comm));
    show("gather", peer, MPI_Gather(data, 1, MPI_INT, data, 1, MPI_INT, peer, comm));
    if (data[0] != 1 || data[1] != 2 || data[2] != 3) printf("rank %d: data written\n", rank);
}

static void accesses(MPI_Win win, int target) {
    int data[2] = {1, 2};
    show("put", target, MPI_Put(data, 1, MPI_INT, target, 0, 1, MPI_INT, win));
    show("get", target, MPI_Get(data, 1, MPI_INT, target, 0, 1, MPI_INT, win));
    show("accumulate", target, MPI_Accumulate(data, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win));
    show("lock", target, MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win));
    show("fetch_and_op", target, MPI_Fetch_and_op(data, data + 1, MPI_INT, target, 0, MPI_SUM, win));
}

/* Handles that name no object. Open MPI dereferences a stray handle. */
static void types(MPI_Comm comm) {
    int data[4] = {1, 2, 3, 4};
    show("send of no type", rank, MPI_Send(data, 1, MPI_DATATYPE_NULL, rank, 0, comm));
    show("bcast of no type", 0, MPI_Bcast(data, 1, MPI_DATATYPE_NULL, 0, comm));
#ifdef MPICH_NAME
    show("send of a stray type", rank, MPI_Send(data, 1, (MPI_Datatype)12345, rank, 0, comm));
    show("bcast of a stray type", 0, MPI_Bcast(data, 1, (MPI_Datatype)12345, 0, comm));
    show("bcast on a stray communicator", 0, MPI_Bcast(data, 1, MPI_INT, 0, (MPI_Comm)12345));
#endif
}

int main(int argc, char** argv) {
    int memory[4] = {0}, size;
    MPI_Comm comm;
    MPI_Win win;
    MPI_Errhandler for_comm, for_win;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* ranks share a pipe */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_size(comm, &size);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, comm, &win);
    MPI_Comm_create_errhandler(of_comm, &for_comm);
    MPI_Win_create_errhandler(of_win, &for_win);
    MPI_Comm_set_errhandler(comm, for_comm);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, for_comm); /* whose handler is called for errors without a communicator */
    MPI_Win_set_errhandler(win, for_win);
    MPI_Win_fence(0, win);
    for (lets_pass = 0; lets_pass < 2; ++lets_pass) {
        messages(comm, size);
        messages(comm, 1 << 20);
        messages(comm, -37);
        accesses(win, size);
        accesses(win, 1 << 20);
        accesses(win, -37);
        types(comm);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Errhandler_free(&for_comm);
    MPI_Errhandler_free(&for_win);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
