/* Two ranks: reductions give exactly the bits that MPI_Reduce_local gives for the same two operands, for numbers of
   every kind: overflow, signed zeros, infinities, NaN, denormals. If both operands are NaN, either may be the
   result. */
#include <math.h>

#include "check.h"

#define COUNT 20011

static int rank;
static uint64_t operation;

/* Random bits; every other number is one of the special values. */
static void fill(void* buffer, size_t bytes_each, int floating, int of) {
    static const double special[] = {0.0,    -0.0,    1.0,     -1.0,  INFINITY, -INFINITY, NAN,
                                     1e-310, -4e-320, 1.7e308, 1e-45, 3.4e38,   0.1};
    for (int i = 0; i < COUNT; ++i) {
        const uint64_t bits = mix4(mix(test_seed, operation), 1, (uint64_t)of, (uint64_t)i);
        if (bytes_each == 8) ((uint64_t*)buffer)[i] = bits;
        else ((uint32_t*)buffer)[i] = (uint32_t)bits;
        if (!floating || bits % 2) continue;
        const double number = special[(bits >> 8) % (sizeof special / sizeof *special)];
        if (bytes_each == 8) ((double*)buffer)[i] = number;
        else ((float*)buffer)[i] = (float)number;
    }
}

static int is_nan(const void* at, size_t bytes_each, int floating) {
    return floating && (bytes_each == 8 ? isnan(*(const double*)at) : isnan(*(const float*)at));
}

static void compare(const char* what, const char* result, const char* one_way, const char* other_way, size_t bytes_each,
                    int floating) {
    for (int i = 0; i < COUNT; ++i) {
        const size_t at = (size_t)i * bytes_each;
        const int same =
            !memcmp(result + at, one_way + at, bytes_each) || !memcmp(result + at, other_way + at, bytes_each);
        const int nan = is_nan(result + at, bytes_each, floating) && is_nan(one_way + at, bytes_each, floating);
        if (!CHECK(same || nan, "%s, element %d", what, i)) return;
    }
}

static void try_type(MPI_Datatype type, int floating) {
    const MPI_Op tried[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN};
    int size = 0;
    MPI_Type_size(type, &size);
    const size_t each = (size_t)size;
    char *mine = malloc(COUNT * each), *low = malloc(COUNT * each), *high = malloc(COUNT * each),
         *up = malloc(COUNT * each), *down = malloc(COUNT * each), *result = malloc(COUNT * each);
    for (int i = 0; i < 4; ++i) {
        ++operation;
        fill(low, each, floating, 0);
        fill(high, each, floating, 1);
        fill(mine, each, floating, rank);
        memcpy(up, high, COUNT * each);
        memcpy(down, low, COUNT * each);
        CHECK_OK(MPI_Reduce_local(low, up, COUNT, type, tried[i]));
        CHECK_OK(MPI_Reduce_local(high, down, COUNT, type, tried[i]));
        CHECK_OK(MPI_Allreduce(mine, result, COUNT, type, tried[i], MPI_COMM_WORLD));
        compare("allreduce", result, up, down, each, floating);
        CHECK_OK(MPI_Scan(mine, result, COUNT, type, tried[i], MPI_COMM_WORLD));
        if (rank == 1) compare("scan", result, up, down, each, floating);
        for (int root = 0; root < 2; ++root) {
            CHECK_OK(MPI_Reduce(mine, result, COUNT, type, tried[i], root, MPI_COMM_WORLD));
            if (rank == root) compare("reduce", result, up, down, each, floating);
        }
        memcpy(result, mine, COUNT * each);  // MPICH 4.0 crashes in place with another root
        CHECK_OK(MPI_Reduce(rank == 0 ? MPI_IN_PLACE : mine, result, COUNT, type, tried[i], 0, MPI_COMM_WORLD));
        if (rank == 0) compare("reduce in place", result, up, down, each, floating);
    }
    free(mine), free(low), free(high), free(up), free(down), free(result);
}

int main(int argc, char** argv) {
    start(argc, argv);
    rank = world_rank;
    try_type(MPI_DOUBLE, 1);
    try_type(MPI_FLOAT, 1);
    try_type(MPI_INT, 0);
    try_type(MPI_LONG, 0);
    try_type(MPI_UNSIGNED, 0);
    try_type(MPI_UNSIGNED_LONG_LONG, 0);
    try_type(MPI_INT32_T, 0);
    try_type(MPI_UINT64_T, 0);
    return finish();
}
