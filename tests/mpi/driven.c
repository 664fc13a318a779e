/* Blocking calls between the start of a nonblocking collective and its wait. One rank (the early one) starts the
   collective and then blocks in a call that the others make only after their own wait. So the collective must continue
   on the early rank during the blocking call, as bare hosts allow. Usage: driven [seed] [a folder for files] */
#include <unistd.h>

#include "check.h"

#define INTS 20000

static MPI_Comm comm, other; /* of the collective; of the blocking calls */
static int rank, size, early, in[64], out[64];
static char path[512]; /* name of a file of this run alone: Open MPI hangs if another run removes the file while it is
                          opened */

typedef struct {
    const char* name;
    void (*run)(void);
} Blocking;

static int is_early(void) { return rank == early; }
static int someone_else(void) { return (early + 1) % size; }

/* Messages between the early rank and one of the other ranks. */
static void recv_from_late(void) {
    if (is_early()) CHECK_OK(MPI_Recv(in, 1, MPI_INT, someone_else(), 1, other, MPI_STATUS_IGNORE));
    else if (rank == someone_else()) CHECK_OK(MPI_Send(out, 1, MPI_INT, early, 1, other));
}
static void ssend_to_late(void) {
    if (is_early()) CHECK_OK(MPI_Ssend(out, 1, MPI_INT, someone_else(), 2, other));
    else if (rank == someone_else()) CHECK_OK(MPI_Recv(in, 1, MPI_INT, early, 2, other, MPI_STATUS_IGNORE));
}
static void long_send_to_late(void) {
    static int data[1 << 18];
    if (is_early()) CHECK_OK(MPI_Send(data, 1 << 18, MPI_INT, someone_else(), 3, other));
    else if (rank == someone_else()) CHECK_OK(MPI_Recv(data, 1 << 18, MPI_INT, early, 3, other, MPI_STATUS_IGNORE));
}
static void probe_late(void) {
    if (is_early()) CHECK_OK(MPI_Probe(someone_else(), 4, other, MPI_STATUS_IGNORE));
    if (is_early()) CHECK_OK(MPI_Recv(in, 1, MPI_INT, someone_else(), 4, other, MPI_STATUS_IGNORE));
    else if (rank == someone_else()) CHECK_OK(MPI_Send(out, 1, MPI_INT, early, 4, other));
}
static void mprobe_late(void) {
    MPI_Message message;
    if (is_early()) {
        CHECK_OK(MPI_Mprobe(someone_else(), 5, other, &message, MPI_STATUS_IGNORE));
        CHECK_OK(MPI_Mrecv(in, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    } else if (rank == someone_else()) {
        CHECK_OK(MPI_Send(out, 1, MPI_INT, early, 5, other));
    }
}
static void sendrecv(void) {
    const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    CHECK_OK(MPI_Sendrecv(out, 1, MPI_INT, next, 6, in, 1, MPI_INT, previous, 6, other, MPI_STATUS_IGNORE));
}
static void sendrecv_replace(void) {
    const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    CHECK_OK(MPI_Sendrecv_replace(in, 1, MPI_INT, next, 7, previous, 7, other, MPI_STATUS_IGNORE));
}
static void wait_for_late(int how) {
    MPI_Request request = MPI_REQUEST_NULL;
    int index, done, flag = 0;
    if (rank == someone_else()) CHECK_OK(MPI_Send(out, 1, MPI_INT, early, 8, other));
    if (!is_early()) return;
    CHECK_OK(MPI_Irecv(in, 1, MPI_INT, someone_else(), 8, other, &request));
    switch (how) {
        case 0: CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE)); break;
        case 1: CHECK_OK(MPI_Waitall(1, &request, MPI_STATUSES_IGNORE)); break;
        case 2: CHECK_OK(MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE)); break;
        case 3: CHECK_OK(MPI_Waitsome(1, &request, &done, &index, MPI_STATUSES_IGNORE)); break;
        default:
            while (!flag) CHECK_OK(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    }
}
static void wait_alone(void) { wait_for_late(0); }
static void waitall(void) { wait_for_late(1); }
static void waitany(void) { wait_for_late(2); }
static void waitsome(void) { wait_for_late(3); }
static void test_in_a_loop(void) { wait_for_late(4); }

/* Collectives. */
static void barrier(void) { CHECK_OK(MPI_Barrier(other)); }
static void bcast(void) { CHECK_OK(MPI_Bcast(in, 1, MPI_INT, someone_else(), other)); }
static void reduce(void) { CHECK_OK(MPI_Reduce(out, in, 1, MPI_INT, MPI_SUM, early, other)); }
static void allreduce(void) { CHECK_OK(MPI_Allreduce(out, in, 1, MPI_INT, MPI_SUM, other)); }
static void gather(void) { CHECK_OK(MPI_Gather(out, 1, MPI_INT, in, 1, MPI_INT, early, other)); }
static void scatter(void) { CHECK_OK(MPI_Scatter(out, 1, MPI_INT, in, 1, MPI_INT, someone_else(), other)); }
static void allgather(void) { CHECK_OK(MPI_Allgather(out, 1, MPI_INT, in, 1, MPI_INT, other)); }
static void alltoall(void) { CHECK_OK(MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, other)); }
static void scan(void) { CHECK_OK(MPI_Scan(out, in, 1, MPI_INT, MPI_SUM, other)); }
static void exscan(void) { CHECK_OK(MPI_Exscan(out, in, 1, MPI_INT, MPI_SUM, other)); }
static void reduce_scatter_block(void) { CHECK_OK(MPI_Reduce_scatter_block(out, in, 1, MPI_INT, MPI_SUM, other)); }

/* One int for each rank, in the forms with counts and places. */
static int counts[16], places[16], byte_places[16];
static MPI_Datatype types[16];
static void gatherv(void) { CHECK_OK(MPI_Gatherv(out, 1, MPI_INT, in, counts, places, MPI_INT, early, other)); }
static void scatterv(void) {
    CHECK_OK(MPI_Scatterv(out, counts, places, MPI_INT, in, 1, MPI_INT, someone_else(), other));
}
static void allgatherv(void) { CHECK_OK(MPI_Allgatherv(out, 1, MPI_INT, in, counts, places, MPI_INT, other)); }
static void alltoallv(void) {
    CHECK_OK(MPI_Alltoallv(out, counts, places, MPI_INT, in, counts, places, MPI_INT, other));
}
static void alltoallw(void) {
    CHECK_OK(MPI_Alltoallw(out, counts, byte_places, types, in, counts, byte_places, types, other));
}
static void reduce_scatter(void) { CHECK_OK(MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, other)); }

/* Communicators. */
static void comm_dup(void) {
    MPI_Comm made;
    CHECK_OK(MPI_Comm_dup(other, &made));
    CHECK_OK(MPI_Comm_free(&made));
}
static void comm_split(void) {
    MPI_Comm made;
    CHECK_OK(MPI_Comm_split(other, 0, rank, &made));
    CHECK_OK(MPI_Comm_disconnect(&made));
}
static void comm_create(void) {
    MPI_Comm made;
    MPI_Group group;
    MPI_Comm_group(other, &group);
    CHECK_OK(MPI_Comm_create(other, group, &made));
    CHECK_OK(MPI_Comm_create_group(made, group, 9, &made));
    MPI_Group_free(&group);
    CHECK_OK(MPI_Comm_free(&made));
}
static void cart_create(void) {
    MPI_Comm made;
    const int periodic = 1;
    CHECK_OK(MPI_Cart_create(other, 1, &size, &periodic, 0, &made));
    CHECK_OK(MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, made));
    CHECK_OK(MPI_Comm_free(&made));
}

static void comm_split_type(void) {
    MPI_Comm made;
    CHECK_OK(MPI_Comm_split_type(other, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &made));
    CHECK_OK(MPI_Comm_free(&made));
}
static void comm_idup(void) {
    MPI_Comm made;
    MPI_Request request;
    CHECK_OK(MPI_Comm_idup(other, &made, &request));
    CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_OK(MPI_Comm_free(&made));
}
static void intercomm_create(void) {
    MPI_Comm half, across, merged;
    CHECK_OK(MPI_Comm_split(other, is_early(), rank, &half));
    CHECK_OK(MPI_Intercomm_create(half, 0, other, is_early() ? someone_else() : early, 10, &across));
    CHECK_OK(MPI_Intercomm_merge(across, is_early(), &merged));
    CHECK_OK(MPI_Comm_free(&merged));
    CHECK_OK(MPI_Comm_free(&across));
    CHECK_OK(MPI_Comm_free(&half));
}
static void graph_neighbors(void) {
    MPI_Comm made;
    const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    CHECK_OK(MPI_Dist_graph_create_adjacent(other, 1, &previous, MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED,
                                            MPI_INFO_NULL, 0, &made));
    CHECK_OK(MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, made));
    CHECK_OK(MPI_Neighbor_allgatherv(out, 1, MPI_INT, in, counts, places, MPI_INT, made));
    CHECK_OK(MPI_Comm_free(&made));
}

/* Windows. */
static void win_locks(void) {
    MPI_Win win;
    int* memory;
    CHECK_OK(MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, other, &memory, &win));
    if (is_early()) {
        CHECK_OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, someone_else(), 0, win));
        CHECK_OK(MPI_Put(out, 1, MPI_INT, someone_else(), 0, 1, MPI_INT, win));
        CHECK_OK(MPI_Win_flush(someone_else(), win));
        CHECK_OK(MPI_Win_unlock(someone_else(), win));
    }
    CHECK_OK(MPI_Win_lock_all(0, win));
    CHECK_OK(MPI_Win_sync(win));
    CHECK_OK(MPI_Win_unlock_all(win));
    CHECK_OK(MPI_Win_free(&win));
}
/* The early rank exposes its memory, and waits for the accesses of another rank. */
static void win_post_start(void) {
    static int memory[4];
    MPI_Win win;
    MPI_Group all, one;
    int peer = is_early() ? someone_else() : early;
    CHECK_OK(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, other, &win));
    CHECK_OK(MPI_Comm_group(other, &all));
    CHECK_OK(MPI_Group_incl(all, 1, &peer, &one));
    if (is_early()) {
        CHECK_OK(MPI_Win_post(one, 0, win));
        CHECK_OK(MPI_Win_wait(win));
    } else if (rank == someone_else()) {
        CHECK_OK(MPI_Win_start(one, 0, win));
        CHECK_OK(MPI_Put(out, 1, MPI_INT, early, 0, 1, MPI_INT, win));
        CHECK_OK(MPI_Win_complete(win));
    }
    CHECK_OK(MPI_Group_free(&one));
    CHECK_OK(MPI_Group_free(&all));
    CHECK_OK(MPI_Win_free(&win));
}
static void win_fence(void) {
    static MPI_Win win;
    static int memory[4];
    CHECK_OK(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, other, &win));
    CHECK_OK(MPI_Win_fence(0, win));
    CHECK_OK(MPI_Put(out, 1, MPI_INT, someone_else(), 0, 1, MPI_INT, win));
    CHECK_OK(MPI_Win_fence(0, win));
    CHECK_OK(MPI_Win_free(&win));
}

/* Files. */
static void file_calls(void) {
    MPI_File file;
    CHECK_OK(
        MPI_File_open(other, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file));
    CHECK_OK(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    CHECK_OK(MPI_File_write_at_all(file, rank, out, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK_OK(MPI_File_write_all(file, out, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK_OK(MPI_File_sync(file));
    CHECK_OK(MPI_File_read_at_all(file, rank, in, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK_OK(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    CHECK_OK(MPI_File_write_ordered(file, out, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK_OK(MPI_File_set_size(file, 4096));
    CHECK_OK(MPI_File_close(&file));
}

static const Blocking calls[] = {
    {"Recv", recv_from_late},
    {"Ssend", ssend_to_late},
    {"Send", long_send_to_late},
    {"Probe", probe_late},
    {"Mprobe", mprobe_late},
    {"Sendrecv", sendrecv},
    {"Sendrecv_replace", sendrecv_replace},
    {"Wait", wait_alone},
    {"Waitall", waitall},
    {"Waitany", waitany},
    {"Waitsome", waitsome},
    {"Test", test_in_a_loop},
    {"Barrier", barrier},
    {"Bcast", bcast},
    {"Reduce", reduce},
    {"Allreduce", allreduce},
    {"Gather", gather},
    {"Scatter", scatter},
    {"Allgather", allgather},
    {"Alltoall", alltoall},
    {"Scan", scan},
    {"Exscan", exscan},
    {"Reduce_scatter_block", reduce_scatter_block},
    {"Gatherv", gatherv},
    {"Scatterv", scatterv},
    {"Allgatherv", allgatherv},
    {"Alltoallv", alltoallv},
    {"Alltoallw", alltoallw},
    {"Reduce_scatter", reduce_scatter},
    {"Comm_dup", comm_dup},
    {"Comm_split", comm_split},
    {"Comm_create", comm_create},
    {"Cart_create", cart_create},
    {"Comm_split_type", comm_split_type},
    {"Comm_idup", comm_idup},
    {"Intercomm_create", intercomm_create},
    {"Dist_graph_create", graph_neighbors},
    {"Win_fence", win_fence},
    {"Win_lock", win_locks},
    {"Win_post", win_post_start},
    {"File", file_calls},
};

/* The collective that is under way. `ints`: of each rank's vector; a multiple of the number of ranks. */
enum Begun { SUM, BARRIER, ALLTOALL };

static int expected(enum Begun begun, int ints, int at) {
    if (begun == SUM) return size * at + size * (size - 1) / 2;
    const int block = ints / size;
    return at / block + rank * block + at % block; /* element i of rank r is r + i */
}

static void meanwhile(const Blocking* blocking, enum Begun begun, int ints) {
    static int mine[INTS], result[INTS];
    MPI_Request request;
    int wrong = 0;
    for (int i = 0; i < ints; ++i) mine[i] = i + rank, result[i] = -1;
    switch (begun) {
        case BARRIER: CHECK_OK(MPI_Ibarrier(comm, &request)); break;
        case SUM: CHECK_OK(MPI_Iallreduce(mine, result, ints, MPI_INT, MPI_SUM, comm, &request)); break;
        case ALLTOALL:
            CHECK_OK(MPI_Ialltoall(mine, ints / size, MPI_INT, result, ints / size, MPI_INT, comm, &request));
    }
    if (!is_early()) CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    blocking->run();
    CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (int i = 0; i < ints; ++i) wrong += result[i] != expected(begun, ints, i);
    CHECK(wrong == 0, "%s, collective %d: %d of %d ints are wrong", blocking->name, (int)begun, wrong, ints);
}

int main(int argc, char** argv) {
    start(argc, argv);
    snprintf(path, sizeof path, "%s/driven.%d.data", argc > 2 ? argv[2] : ".", (int)getpid());
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm), MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_rank(comm, &rank), MPI_Comm_size(comm, &size);
    /* Lets the engines learn about the communicator. */
    for (int turn = 0; turn < 3; ++turn) {
        for (enum Begun begun = SUM; begun <= ALLTOALL; ++begun)
            meanwhile(&(Blocking){"Barrier", barrier}, begun, begun == BARRIER ? 0 : INTS / size * size);
        CHECK_OK(MPI_Barrier(comm));
        CHECK_OK(MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm));
    }
    for (int peer = 0; peer < size; ++peer) {
        counts[peer] = 1, places[peer] = peer, byte_places[peer] = peer * (int)sizeof(int), types[peer] = MPI_INT;
    }
    for (early = 0; size > 1 && early < size; ++early)
        for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
            meanwhile(&calls[i], SUM, 10);
            meanwhile(&calls[i], SUM, INTS);
            meanwhile(&calls[i], ALLTOALL, INTS / size * size);
            meanwhile(&calls[i], BARRIER, 0);
        }
    MPI_Comm_free(&comm), MPI_Comm_free(&other);
    return finish();
}
