/* Collectives of all lengths in any order on two communicators, one of them with its ranks in reverse order. Lengths
   are around those at which another engine carries the call, and calls are frequent enough for teams that are made
   late. Between them are long messages that are sent before a collective and received before the same collective: they
   arrive only if the sender advances them while it waits in the collective. Each rank pauses its recording at other
   times. Arguments: seed, number of calls, most elements. */
#include "check.h"

enum { kMost = 65536, kMessage = 300000 };

static const int lengths[] = {0, 1, 1, 2, 6, 7, 64, 256, 257, 1023, 1024, 1025, 2047, 2048, 2049, 8192, 20000, kMost};
static int most = kMost;
static long *send, *receive;
static char *message, *came;

static long given(int rank, int step, int index) { return 3L * rank + index % 1000 + step; }

/* Sum over the ranks below `end`. */
static long sum(int end, int step, int index) { return 3L * end * (end - 1) / 2 + (long)end * (index % 1000 + step); }

static void compare(const char* what, int step, int count, int end) {
    for (int i = 0; i < count; ++i)
        if (!CHECK(receive[i] == sum(end, step, i), "%s %d, %d elements, index %d: %ld", what, step, count, i,
                   receive[i]))
            return;
}

static void one_call(MPI_Comm comm, int step, uint64_t key) {
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const int what = pick(mix(key, 1), 10), root = pick(mix(key, 3), ranks);
    int count = lengths[pick(mix(key, 2), (int)(sizeof lengths / sizeof *lengths))];
    if (what >= 8 && count > 4096) count = 4096;
    if (count > most) count = most;
    const int all = what >= 8 ? count * ranks : count;
    for (int i = 0; i < all; ++i) {
        send[i] = given(rank, step, i);
        receive[i] = -1;
    }
    switch (what) {
        case 0:
        case 1:
            if (rank == root) memcpy(receive, send, sizeof *send * (size_t)count);
            CHECK_OK(MPI_Bcast(receive, count, MPI_LONG, root, comm));
            for (int i = 0; i < count; ++i)
                if (!CHECK(receive[i] == given(root, step, i), "bcast %d, %d elements, index %d: %ld", step, count, i,
                           receive[i]))
                    break;
            break;
        case 2:
            CHECK_OK(MPI_Reduce(send, rank == root ? receive : NULL, count, MPI_LONG, MPI_SUM, root, comm));
            if (rank == root) compare("reduce", step, count, ranks);
            break;
        case 3:
            CHECK_OK(MPI_Allreduce(send, receive, count, MPI_LONG, MPI_SUM, comm));
            compare("allreduce", step, count, ranks);
            break;
        case 4:
            memcpy(receive, send, sizeof *send * (size_t)count);
            CHECK_OK(MPI_Allreduce(MPI_IN_PLACE, receive, count, MPI_LONG, MPI_SUM, comm));
            compare("allreduce in place", step, count, ranks);
            break;
        case 5:
            CHECK_OK(MPI_Scan(send, receive, count, MPI_LONG, MPI_SUM, comm));
            compare("scan", step, count, rank + 1);
            break;
        case 6:
            CHECK_OK(MPI_Exscan(send, receive, count, MPI_LONG, MPI_SUM, comm));
            if (rank > 0) compare("exscan", step, count, rank);
            break;
        case 7: CHECK_OK(MPI_Barrier(comm)); break;
        default: {
            MPI_Request request;
            if (what == 8) {
                CHECK_OK(MPI_Alltoall(send, count, MPI_LONG, receive, count, MPI_LONG, comm));
            } else {
                CHECK_OK(MPI_Ialltoall(send, count, MPI_LONG, receive, count, MPI_LONG, comm, &request));
                CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
            }
            for (int i = 0; i < all && count > 0; ++i)
                if (!CHECK(receive[i] == given(i / count, step, rank * count + i % count),
                           "alltoall %d, %d elements, index %d: %ld", step, count, i, receive[i]))
                    break;
        }
    }
}

int main(int argc, char** argv) {
    start(argc, argv);
    const int calls = argc > 2 ? atoi(argv[2]) : 1000;
    if (argc > 3) most = atoi(argv[3]);
    send = malloc(sizeof *send * kMost * (size_t)world_size);
    receive = malloc(sizeof *receive * kMost * (size_t)world_size);
    message = malloc(kMessage);
    came = malloc(kMessage);
    MPI_Comm comms[2] = {MPI_COMM_WORLD};
    MPI_Comm_split(MPI_COMM_WORLD, 0, world_size - world_rank, &comms[1]);
    const int peer = world_rank ^ 1;
    for (int step = 0; step < calls; ++step) {
        const uint64_t key = mix(test_seed, (uint64_t)step);
        if (pick(mix4(key, 5, (uint64_t)world_rank, 0), 5) == 0)
            MPI_Pcontrol(pick(mix4(key, 6, (uint64_t)world_rank, 0), 2));
        const int with_message = pick(mix(key, 7), 12) == 0 && peer < world_size;
        MPI_Request sent = MPI_REQUEST_NULL;
        if (with_message && world_rank % 2 == 0) {
            memset(message, step, kMessage);
            CHECK_OK(MPI_Isend(message, kMessage, MPI_BYTE, peer, step % 1000, MPI_COMM_WORLD, &sent));
        } else if (with_message) {
            CHECK_OK(MPI_Recv(came, kMessage, MPI_BYTE, peer, step % 1000, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK(came[0] == (char)step && came[kMessage - 1] == (char)step, "message %d", step);
        }
        one_call(comms[pick(mix(key, 4), 2)], step, key);
        CHECK_OK(MPI_Wait(&sent, MPI_STATUS_IGNORE));
    }
    MPI_Pcontrol(1);
    MPI_Comm_free(&comms[1]);
    return finish();
}
