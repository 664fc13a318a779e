// One collective on a cluster: repetitions, each after a barrier. A repetition's time is the longest time of any rank
// in the call, by CLOCK_MONOTONIC. Every byte that arrives is checked.
//   cluster OP SIZES REPS [PAUSE]   SIZES: bytes, separated by commas; the length of one block where a rank has one for
//                                   each other rank. Up to 2 KB there are 16 times as many repetitions, because such
//                                   calls are shorter than disturbances. PAUSE: ms that all ranks sleep before each
//                                   repetition, as if they computed: queues and token buckets recover
// With CLUSTER_TOGETHER_MS set, all hosts must share one clock, as virtual ones do. A repetition then begins so many ms
// after rank 0 has left the barrier. Where packets are lost, a barrier by TCP delays some ranks by 200 ms and more,
// which is not the operation's time. Prints for each size "op=OP bytes=B n=REPS median_s=... min_s=... p90_s=...".
#include <sched.h>

#include "operations.h"

enum { kShort = 2048, kTimesShort = 16 };

static int pause_ms, together_ms;

// Yields during the last half millisecond, because a sleeping processor needs tens of microseconds to wake.
static void meet_later(void) {
    double begin = now_s() + 1e-3 * together_ms;
    PMPI_Bcast(&begin, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    const double wake = begin - 0.5e-3;
    const struct timespec at = {(time_t)wake, (long)((wake - (double)(time_t)wake) * 1e9)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
    while (now_s() < begin) sched_yield();
}

// The time of one repetition: the longest time of any rank in the call. The data is checked only after all ranks have
// left it.
static double repeat(int operation) {
    memset(in, 255, (size_t)bytes * (size_t)size);
    kOperations[operation].fill();
    if (pause_ms > 0) nanosleep(&(struct timespec){pause_ms / 1000, pause_ms % 1000 * 1000000L}, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    if (together_ms > 0) meet_later();
    const double start = now_s();
    kOperations[operation].run();
    const double mine = now_s() - start;
    const double longest = greatest(mine);
    kOperations[operation].check();
    return longest;
}

static void measure(int operation, int repetitions) {
    if (bytes <= kShort) repetitions *= kTimesShort;
    double* taken = malloc(sizeof *taken * (size_t)repetitions);
    kOperations[operation].fill();
    for (repetition = -1; repetition < repetitions; ++repetition) {  // the first one only connects
        const double t = repeat(operation);
        if (repetition >= 0) taken[repetition] = t;
    }
    qsort(taken, (size_t)repetitions, sizeof *taken, by_value);
    if (rank == 0)
        printf("op=%s bytes=%d n=%d median_s=%.9f min_s=%.9f p90_s=%.9f\n", kOperations[operation].name, bytes,
               repetitions, (taken[(repetitions - 1) / 2] + taken[repetitions / 2]) / 2, taken[0],
               taken[(repetitions - 1) * 9 / 10]);
    fflush(stdout);
    free(taken);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    begin_operations();
    const int complete = argc == 4 || argc == 5;
    const int operation = complete ? find_operation(argv[1]) : kOperationCount;
    if (operation == kOperationCount || atoi(argv[3]) < 1) {
        if (rank == 0) fprintf(stderr, "usage: cluster OP SIZES REPS [PAUSE_MS]\n");
        MPI_Finalize();
        return 2;
    }
    if (getenv("CLUSTER_TOGETHER_MS") != NULL) together_ms = atoi(getenv("CLUSTER_TOGETHER_MS"));
    pause_ms = argc == 5 ? atoi(argv[4]) : 0;
    for (char* word = strtok(argv[2], ","); word != NULL; word = strtok(NULL, ",")) {
        set_up(atoi(word));
        measure(operation, atoi(argv[3]));
    }
    MPI_Finalize();
    return 0;
}
