// One collective by several ways in one process: each way has a communicator of its own, for which Shunt's rules say
// who carries the call. The ways take turns, call by call, so that all see the same machine.
//   oracle OP BYTES REPS SECONDS LEARN_S WAY ...   the first way has MPI_COMM_WORLD, the others its duplicates, in
//                                                  order. BYTES: per block where a rank has one for each other rank.
// A repetition is a barrier, then the call, and takes as long as the slowest rank is in it, by CLOCK_MONOTONIC. Of at
// most 2 KB it is 16 calls in a row, as one takes less than what disturbs it. Every byte that arrives is checked.
// Before them the first way alone is repeated for LEARN_S seconds. At most REPS repetitions of each way, and none begin
// after SECONDS, but 3 of each way are made in any case. Prints for each way
// "way=WAY n=N median_s=... low_s=... high_s=...", of one call; low and high are the quartiles.
#include "operations.h"

enum { kShort = 2048, kInARow = 16, kLeast = 3, kMostWays = 64 };

static int calls, way_count;
static MPI_Comm ways[kMostWays];
static double* taken[kMostWays];

// What rank 0 says.
static int agreed(int yes) {
    PMPI_Bcast(&yes, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return yes;
}

static double repeat(int operation, MPI_Comm way) {
    comm = way;
    ++repetition;
    memset(in, 255, (size_t)bytes * (size_t)size);
    kOperations[operation].fill();
    MPI_Barrier(comm);
    const double start = now_s();
    for (int i = 0; i < calls; ++i) kOperations[operation].run();
    const double mine = now_s() - start;
    const double longest = greatest(mine);
    kOperations[operation].check();
    return longest / calls;
}

// In the same way as it is measured: after a pause calls may take another time than in a loop.
static void learn(int operation, double seconds) {
    const double end = now_s() + seconds;
    while (agreed(now_s() < end)) repeat(operation, ways[0]);
}

// All ways once, in an order that is another one in each turn and the same on all ranks: a way must not always come
// after the same one, which leaves queues and token buckets as they are.
static void visit_all(int operation, int turn) {
    int order[kMostWays];
    for (int way = 0; way < way_count; ++way) order[way] = way;
    uint64_t state = (uint64_t)turn + 1;
    for (int left = way_count; left > 0; --left) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const int place = (int)((state >> 33) % (uint64_t)left), way = order[place];
        order[place] = order[left - 1];
        taken[way][turn] = repeat(operation, ways[way]);
    }
}

static int measure(int operation, int most, double seconds) {
    // Twice: the first makes what the way needs, the second connects by it.
    for (int i = 0; i < 2 * way_count; ++i) repeat(operation, ways[i % way_count]);
    const double end = now_s() + seconds;
    int turn = 0;
    while (turn < most && (turn < kLeast || agreed(now_s() < end))) visit_all(operation, turn++);
    return turn;
}

static void show(const char* name, double* values, int n) {
    qsort(values, (size_t)n, sizeof *values, by_value);
    printf("way=%s n=%d median_s=%.9f low_s=%.9f high_s=%.9f\n", name, n, (values[(n - 1) / 2] + values[n / 2]) / 2,
           values[n / 4], values[n - 1 - n / 4]);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    begin_operations();
    way_count = argc - 6;
    const int is_right = way_count >= 1 && way_count <= kMostWays && atoi(argv[3]) >= kLeast;
    const int operation = is_right ? find_operation(argv[1]) : kOperationCount;
    if (operation == kOperationCount) {
        if (rank == 0) fprintf(stderr, "usage: oracle OP BYTES REPS SECONDS LEARN_S WAY ...; REPS is at least 3\n");
        MPI_Finalize();
        return 2;
    }
    set_up(atoi(argv[2]));
    calls = bytes <= kShort ? kInARow : 1;
    ways[0] = MPI_COMM_WORLD;
    for (int way = 1; way < way_count; ++way) MPI_Comm_dup(MPI_COMM_WORLD, &ways[way]);
    for (int way = 0; way < way_count; ++way) taken[way] = malloc(sizeof(double) * (size_t)atoi(argv[3]));
    learn(operation, atof(argv[5]));
    const int n = measure(operation, atoi(argv[3]), atof(argv[4]));
    for (int way = 0; rank == 0 && way < way_count; ++way) show(argv[6 + way], taken[way], n);
    for (int way = 1; way < way_count; ++way) MPI_Comm_free(&ways[way]);
    MPI_Finalize();
    return 0;
}
