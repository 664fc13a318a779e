// One collective with several carriers ("ways") in one process. Each way has a communicator of its own, for which
// Shunt's rules name the carrier. The ways take turns, call by call, so that all are measured on the same state of the
// machine.
//   oracle OP BYTES REPS SECONDS LEARN_S WAY ...   the first way has MPI_COMM_WORLD, the others its duplicates, in
//                                                  order. BYTES: the length of one block where a rank has one for each
//                                                  other rank.
// A repetition is a barrier, then the call; its time is the longest time of any rank in the call, by CLOCK_MONOTONIC.
// Up to 2 KB it is 16 calls in a row, because one call is shorter than disturbances. Every byte that arrives is
// checked. First the first way alone is repeated for LEARN_S seconds. Then each way has at most REPS repetitions; none
// begin after SECONDS, but at least 3 of each way are made. Prints for each way "way=WAY n=N median_s=... low_s=...
// high_s=...", of one call; low and high are the quartiles.
#include "operations.h"

enum { kShort = 2048, kInARow = 16, kLeast = 3, kMostWays = 64 };

static int calls, way_count;
static MPI_Comm ways[kMostWays];
static double* taken[kMostWays];

// Rank 0's value of `yes`.
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

// Repeats calls in the same form as they are measured: a call after a pause may take another time than one in a loop.
static void learn(int operation, double seconds) {
    const double end = now_s() + seconds;
    while (agreed(now_s() < end)) repeat(operation, ways[0]);
}

// Measures each way once, in an order that changes with each turn and is the same on all ranks. A way must not always
// follow the same one, because each leaves its own state in queues and token buckets.
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
    // Each way twice: the first call sets up the way's engine, the second connects by it.
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
