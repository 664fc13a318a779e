/* A job that a stranger on its network interferes with: forged FOLDER. Three ranks. Makes FOLDER/started, and continues
   until FOLDER/go is there. In each round rank 1 is late at a barrier and at a broadcast whose root waits for all, and
   a root is late at another broadcast. No rank may leave the barrier, nor that root its broadcast, before rank 1 has
   entered; every byte is checked. All hosts share one clock. */
#include <time.h>
#include <unistd.h>

#include "../mpi/check.h"

enum { LONG = 200000, SHORT = 1000, LATE_US = 40000 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* When this rank has entered and left a call. */
struct Stay {
    double entered, left;
};

static struct Stay barrier(void) {
    if (world_rank == 1) usleep(LATE_US);
    struct Stay stay = {now(), 0};
    CHECK_OK(MPI_Barrier(MPI_COMM_WORLD));
    stay.left = now();
    return stay;
}

static struct Stay bcast(int root, int late, int bytes, uint64_t key) {
    static unsigned char data[LONG];
    for (int i = 0; i < bytes; ++i) data[i] = world_rank == root ? (unsigned char)mix(key, (uint64_t)i) : 0xa5;
    if (world_rank == late) usleep(LATE_US);
    struct Stay stay = {now(), 0};
    CHECK_OK(MPI_Bcast(data, bytes, MPI_BYTE, root, MPI_COMM_WORLD));
    stay.left = now();
    int wrong = -1;
    for (int i = 0; i < bytes && wrong < 0; ++i)
        if (data[i] != (unsigned char)mix(key, (uint64_t)i)) wrong = i;
    CHECK(wrong < 0, "broadcast of %d bytes from %d, first wrong byte %d is %#x", bytes, root, wrong,
          data[wrong < 0 ? 0 : wrong]);
    return stay;
}

static void all_have_waited(const char* call, struct Stay own, int for_root_alone) {
    struct Stay all[3];
    CHECK_OK(MPI_Gather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, 0, MPI_COMM_WORLD));
    for (int rank = 0; world_rank == 0 && rank < (for_root_alone ? 1 : 3); ++rank)
        CHECK(all[rank].left >= all[1].entered, "rank %d has left the %s %.1f ms before rank 1 came", rank, call,
              1e3 * (all[1].entered - all[rank].left));
}

int main(int argc, char** argv) {
    char started[512], go[512];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    if (argc < 2 || world_size != 3) MPI_Abort(MPI_COMM_WORLD, 2);
    snprintf(started, sizeof started, "%s/started", argv[1]);
    snprintf(go, sizeof go, "%s/go", argv[1]);
    CHECK_OK(MPI_Barrier(MPI_COMM_WORLD)); /* a team is made in a call in which all members meet */
    int is_over = 0;
    for (int round = 0; !is_over; ++round) {
        all_have_waited("barrier", barrier(), 0);
        all_have_waited("broadcast", bcast(0, 1, LONG, mix(7, (uint64_t)round)), 1);
        bcast(round % 3, round % 3, SHORT, mix(8, (uint64_t)round));
        if (round == 3 && world_rank == 0) fclose(fopen(started, "w"));
        const int sees_go = access(go, F_OK) == 0;
        CHECK_OK(MPI_Allreduce(&sees_go, &is_over, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
    }
    long failed = checks_failed, all_failed = 0;
    MPI_Allreduce(&failed, &all_failed, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (world_rank == 0) printf("%s %ld\n", all_failed ? "WRONG" : "OK", all_failed ? all_failed : (long)checks_done);
    MPI_Finalize();
    return all_failed != 0;
}
