/* Broadcasts under disturbances. Every byte is checked; the last line is "OK <checks>".
   Usage: multicast SEED MODE [arguments]
     bcasts CALLS MOST            broadcasts of 1 to MOST bytes, rotating roots
     gathers CALLS MOST           allgathers of 1 to MOST bytes a rank; in every other one the lengths differ, and some
                                  are zero; ranks are late
     mixture CALLS MOST           broadcasts from any root, allgathers, and barriers, in any order; ranks are late
     until FOLDER AFTER           rotating broadcasts, scatters and barriers: makes FOLDER/started, continues until
                                  FOLDER/go is there, then makes AFTER rounds more
     late MILLISECONDS            rank 1 enters late, once it knows that the others have not waited for it
     communicators COUNT ROUNDS   broadcasts on many communicators in turn
     leave                        the root frees the communicator, or ends MPI, after its broadcast; ranks are late
     threads CALLS                four threads, each with a communicator of its own */
#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../mpi/check.h"

#define MOST_BYTES 65536

static void sleep_ms(long ms) {
    struct timespec left = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {}
}

/* One broadcast of the bytes of `key`. The bytes after them must stay as they are. */
static void bcast(MPI_Comm comm, int root, int bytes, uint64_t key, unsigned char* buffer) {
    int rank;
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < bytes + 8; ++i)
        buffer[i] = rank == root && i < bytes ? (unsigned char)mix(key, (uint64_t)i) : 0xa5;
    CHECK_OK(MPI_Bcast(buffer, bytes, MPI_BYTE, root, comm));
    int wrong = -1;
    for (int i = 0; i < bytes + 8 && wrong < 0; ++i)
        if (buffer[i] != (i < bytes ? (unsigned char)mix(key, (uint64_t)i) : 0xa5)) wrong = i;
    CHECK(wrong < 0, "broadcast %#llx of %d bytes from %d, first wrong byte %d", (unsigned long long)key, bytes, root,
          wrong);
}

/* Lengths of all sizes up to `most`: as many short as long ones. */
static int some_length(uint64_t key, int most) {
    int bits = 0;
    while (most >> bits > 1) ++bits;
    const int length = 1 + pick(mix(key, 1), 1 << (pick(key, bits) + 1));
    return length < most ? length : most;
}

static void bcasts(int calls, int most) {
    static unsigned char buffer[MOST_BYTES + 8];
    for (int call = 0; call < calls; ++call)
        bcast(MPI_COMM_WORLD, call % world_size, some_length((uint64_t)call, most), mix(test_seed, (uint64_t)call),
              buffer);
}

/* Gathers all ranks' blocks; the i-th has lengths[i] bytes. The bytes after them must stay as they are. */
static void gather(const int* lengths, int equal, uint64_t key) {
    int *places = malloc((size_t)world_size * sizeof *places), all = 0;
    for (int i = 0; i < world_size; ++i) places[i] = all, all += lengths[i];
    unsigned char *own = malloc((size_t)lengths[world_rank] + 1), *data = malloc((size_t)all + 8);
    for (int i = 0; i < lengths[world_rank]; ++i) own[i] = (unsigned char)mix(key, (uint64_t)(places[world_rank] + i));
    memset(data, 0xa5, (size_t)all + 8);
    if (equal) CHECK_OK(MPI_Allgather(own, lengths[0], MPI_BYTE, data, lengths[0], MPI_BYTE, MPI_COMM_WORLD));
    else CHECK_OK(MPI_Allgatherv(own, lengths[world_rank], MPI_BYTE, data, lengths, places, MPI_BYTE, MPI_COMM_WORLD));
    int wrong = -1;
    for (int i = 0; i < all + 8 && wrong < 0; ++i)
        if (data[i] != (i < all ? (unsigned char)mix(key, (uint64_t)i) : 0xa5)) wrong = i;
    CHECK(wrong < 0, "allgather %#llx of %d bytes, first wrong byte %d", (unsigned long long)key, all, wrong);
    free(data), free(own), free(places);
}

/* An allgather of `key`, all lengths equal or not. */
static void gather_some(int equal, uint64_t key, int most) {
    int* lengths = malloc((size_t)world_size * sizeof *lengths);
    for (int i = 0; i < world_size; ++i) {
        const uint64_t of = equal ? key : mix(key, (uint64_t)i);
        lengths[i] = !equal && pick(of, 4) == 0 ? 0 : some_length(of, most);
    }
    gather(lengths, equal, key);
    free(lengths);
}

static void come_late(uint64_t key) {
    if (pick(mix(key, 99), 4) == 0 && pick(mix(key, 98), world_size) == world_rank) sleep_ms(pick(mix(key, 97), 60));
}

static void gathers(int calls, int most) {
    for (int call = 0; call < calls; ++call) {
        const uint64_t key = mix4(test_seed, 88, 1, (uint64_t)call);
        come_late(key);
        gather_some(call % 2 == 0, key, most);
    }
}

/* The data of a call also confirm that the calls before it have ended, so calls of all kinds follow one another. */
static void mixture(int calls, int most) {
    static unsigned char buffer[MOST_BYTES + 8];
    for (int call = 0; call < calls; ++call) {
        const uint64_t key = mix4(test_seed, 88, 2, (uint64_t)call);
        come_late(key);
        switch (pick(mix(key, 1), 4)) {
            case 0: bcast(MPI_COMM_WORLD, pick(mix(key, 2), world_size), some_length(key, most), key, buffer); break;
            case 1: CHECK_OK(MPI_Barrier(MPI_COMM_WORLD)); break;
            case 2: gather_some(1, key, most); break;
            default: gather_some(0, key, most); break;
        }
    }
}

static void scatter(int root, int elements, uint64_t key) {
    int *all = malloc((size_t)(world_size * elements) * sizeof *all), own[512];
    for (int i = 0; i < world_size * elements; ++i) all[i] = (int)mix(key, (uint64_t)i);
    CHECK_OK(
        MPI_Scatter(world_rank == root ? all : NULL, elements, MPI_INT, own, elements, MPI_INT, root, MPI_COMM_WORLD));
    CHECK(memcmp(own, all + world_rank * elements, (size_t)elements * sizeof *own) == 0, "scatter of %d from %d",
          elements, root);
    free(all);
}

static void until(const char* folder, int after) {
    static unsigned char buffer[MOST_BYTES + 8];
    char started[512], go[512];
    snprintf(started, sizeof started, "%s/started", folder);
    snprintf(go, sizeof go, "%s/go", folder);
    int left = -1;
    for (int round = 0; left != 0; ++round) {
        const uint64_t key = mix(test_seed, (uint64_t)round);
        bcast(MPI_COMM_WORLD, round % world_size, some_length(key, 8192), key, buffer);
        scatter((round + 1) % world_size, 1 + round % 40, key);
        CHECK_OK(MPI_Barrier(MPI_COMM_WORLD));
        if (round == 8 && world_rank == 0) fclose(fopen(started, "w"));
        if (left > 0) --left;
        int over = left < 0 && access(go, F_OK) == 0;
        CHECK_OK(MPI_Bcast(&over, 1, MPI_INT, 0, MPI_COMM_WORLD));
        if (over) left = after;
    }
}

/* Rank 1 enters a broadcast only when it knows that others have left it: roots of short broadcasts, and all receivers,
 * do not wait for it. */
static void late(long ms) {
    static unsigned char buffer[MOST_BYTES + 8];
    int left = 0;
    bcast(MPI_COMM_WORLD, 0, 100, 1, buffer);
    for (int longer = 0; longer < 2; ++longer) {
        if (world_rank == 1) {
            sleep_ms(ms);
            for (int rank = 0; rank < world_size; ++rank)
                if (rank != 1 && !(longer && rank == 0))
                    CHECK_OK(MPI_Recv(&left, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        }
        bcast(MPI_COMM_WORLD, 0, longer ? 60000 : 1000, 2 + (uint64_t)longer, buffer);
        if (world_rank != 1 && !(longer && world_rank == 0))
            CHECK_OK(MPI_Send(&left, 1, MPI_INT, 1, 7, MPI_COMM_WORLD));
    }
    bcast(MPI_COMM_WORLD, 1, 60000, 4, buffer);
}

static void communicators(int count, int rounds) {
    static unsigned char buffer[MOST_BYTES + 8];
    MPI_Comm* comms = malloc((size_t)count * sizeof *comms);
    for (int i = 0; i < count; ++i)
        if (i % 4 == 3) CHECK_OK(MPI_Comm_split(MPI_COMM_WORLD, world_rank == i % world_size, -world_rank, &comms[i]));
        else CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]));
    for (int i = 0; i < count; ++i) CHECK_OK(MPI_Barrier(comms[i]));
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < count; ++i) {
            int size;
            MPI_Comm_size(comms[i], &size);
            const uint64_t key = mix4(test_seed, (uint64_t)round, (uint64_t)i, (uint64_t)size);
            bcast(comms[i], (round + i) % size, some_length(key, 4096), key, buffer);
        }
    for (int i = 0; i < count; ++i) CHECK_OK(MPI_Comm_free(&comms[i]));
    free(comms);
}

static void leave(void) {
    static unsigned char buffer[MOST_BYTES + 8];
    for (int round = 0; round < 3; ++round) {
        MPI_Comm comm;
        CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
        CHECK_OK(MPI_Barrier(comm));
        bcast(comm, 0, 10, 5, buffer);
        const int root = round % world_size;
        if (world_rank != root) sleep_ms(300L * world_rank);
        bcast(comm, root, round == 2 ? 30000 : 3000, mix(6, (uint64_t)round), buffer);
        CHECK_OK(MPI_Comm_free(&comm));
    }
}

static void* one_thread(void* argument) {
    const long* of = argument;
    unsigned char* buffer = malloc(MOST_BYTES + 8);
    for (int call = 0; call < (int)of[1]; ++call) {
        const uint64_t key = mix4(test_seed, 77, (uint64_t)of[2], (uint64_t)call);
        bcast((MPI_Comm)of[0], call % world_size, some_length(key, 16384), key, buffer);
    }
    free(buffer);
    return NULL;
}

static void threads(int calls) {
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    long of[THREADS][3];
    MPI_Comm comm[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]));
        CHECK_OK(MPI_Barrier(comm[i]));
        of[i][0] = (long)comm[i], of[i][1] = calls, of[i][2] = i;
        CHECK(pthread_create(&thread[i], NULL, one_thread, of[i]) == 0, "pthread_create");
    }
    for (int i = 0; i < THREADS; ++i) pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS; ++i) CHECK_OK(MPI_Comm_free(&comm[i]));
}

int main(int argc, char** argv) {
    const char* mode = argc > 2 ? argv[2] : "";
    const char *first = argc > 3 ? argv[3] : "0", *second = argc > 4 ? argv[4] : "0";
    int provided;
    MPI_Init_thread(&argc, &argv, strcmp(mode, "threads") ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE, &provided);
    start_world(argc, argv);
    CHECK_OK(MPI_Barrier(MPI_COMM_WORLD)); /* a team is made in a call in which all members meet */
    if (strcmp(mode, "bcasts") == 0) bcasts(atoi(first), atoi(second));
    else if (strcmp(mode, "gathers") == 0) gathers(atoi(first), atoi(second));
    else if (strcmp(mode, "mixture") == 0) mixture(atoi(first), atoi(second));
    else if (strcmp(mode, "until") == 0) until(first, atoi(second));
    else if (strcmp(mode, "late") == 0) late(atol(first));
    else if (strcmp(mode, "communicators") == 0) communicators(atoi(first), atoi(second));
    else if (strcmp(mode, "leave") == 0) leave();
    else if (strcmp(mode, "threads") == 0 && provided == MPI_THREAD_MULTIPLE) threads(atoi(first));
    else CHECK(0, "no such mode, or too few threads: %s", mode);
    if (strcmp(mode, "leave") != 0) return finish();
    /* The last broadcast's root is the first to end. */
    static unsigned char buffer[16];
    const long failed = checks_failed;
    if (world_rank != 0) sleep_ms(700);
    bcast(MPI_COMM_WORLD, 0, 8, 9, buffer);
    if (world_rank == 0) printf("OK %ld\n", (long)checks_done);
    MPI_Finalize();
    return failed || checks_failed ? 1 : 0;
}
