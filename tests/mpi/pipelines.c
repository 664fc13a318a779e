/* Reductions and broadcasts long enough for several blocks, in succession without a barrier. Every operation is
   compared with a result that this program computes itself, in place and not, from and to every root. Types have holes,
   bounds below zero or two parts, and one operation does not commute. */
#include "check.h"
#include "layout.h"

#define MOST 40000

static int rank, ranks;
static MPI_Comm comm;
static uint64_t operation;

/* Positive, and small enough that sums of 64 are exact in every type tried. */
static int value(int of, int index) { return 1 + pick(mix4(operation, 3, (uint64_t)of, (uint64_t)index), 7); }

static long expected(MPI_Op op, int first, int end, int index) {
    long result = value(first, index);
    for (int r = first + 1; r < end; ++r) {
        const long next = value(r, index);
        if (op == MPI_SUM) result += next;
        else if (op == MPI_MAX) result = result > next ? result : next;
        else if (op == MPI_MIN) result = result < next ? result : next;
        else if (op == MPI_BXOR) result ^= next;
        else result |= next;
    }
    return result;
}

/* Writes one element of a predefined type. */
static void put(void* buffer, MPI_Datatype type, int index, long number) {
    if (type == MPI_INT) ((int*)buffer)[index] = (int)number;
    else if (type == MPI_SHORT) ((short*)buffer)[index] = (short)number;
    else if (type == MPI_UNSIGNED_LONG) ((unsigned long*)buffer)[index] = (unsigned long)number;
    else if (type == MPI_FLOAT) ((float*)buffer)[index] = (float)number;
    else ((double*)buffer)[index] = (double)number;
}

static long get(const void* buffer, MPI_Datatype type, int index) {
    if (type == MPI_INT) return ((const int*)buffer)[index];
    if (type == MPI_SHORT) return ((const short*)buffer)[index];
    if (type == MPI_UNSIGNED_LONG) return (long)((const unsigned long*)buffer)[index];
    if (type == MPI_FLOAT) return (long)((const float*)buffer)[index];
    return (long)((const double*)buffer)[index];
}

static double send_room[MOST], receive_room[MOST + 1];

static void fill(void* buffer, MPI_Datatype type, int count) {
    for (int i = 0; i < count; ++i) put(buffer, type, i, value(rank, i));
}

static void compare(const char* what, const void* buffer, MPI_Datatype type, int count, MPI_Op op, int end,
                    int first_index) {
    for (int i = 0; i < count; ++i)
        if (!CHECK(get(buffer, type, i) == expected(op, 0, end, first_index + i),
                   "%s, %d elements, index %d: %ld instead of %ld", what, count, i, get(buffer, type, i),
                   expected(op, 0, end, first_index + i)))
            return;
}

static void predefined(MPI_Datatype type, MPI_Op op, int count, int in_place) {
    const void* send = in_place ? MPI_IN_PLACE : (const void*)send_room;
    void* own = in_place ? (void*)receive_room : (void*)send_room;
    operation = mix(operation, (uint64_t)count);
    for (int root = 0; root < ranks; ++root) {
        ++operation;
        memset(receive_room, 0, sizeof receive_room);
        fill(rank == root ? own : send_room, type, count);
#ifdef MPICH_VERSION
        if (in_place && root != 0) continue; /* MPICH 4.0 itself is wrong there */
#endif
        CHECK_OK(MPI_Reduce(rank == root ? send : send_room, rank == root ? receive_room : NULL, count, type, op, root,
                            comm));
        if (rank == root) compare("reduce", receive_room, type, count, op, ranks, 0);
    }
    ++operation;
    fill(own, type, count);
    CHECK_OK(MPI_Allreduce(send, receive_room, count, type, op, comm));
    compare("allreduce", receive_room, type, count, op, ranks, 0);
    ++operation;
    fill(own, type, count);
    CHECK_OK(MPI_Scan(send, receive_room, count, type, op, comm));
    compare("scan", receive_room, type, count, op, rank + 1, 0);
    ++operation;
    fill(own, type, count);
    CHECK_OK(MPI_Exscan(send, receive_room, count, type, op, comm));
    if (rank > 0) compare("exscan", receive_room, type, count, op, rank, 0);
    ++operation;
    const int each = count / ranks;
    fill(own, type, each * ranks);
    CHECK_OK(MPI_Reduce_scatter_block(send, receive_room, each, type, op, comm));
    compare("reduce_scatter_block", receive_room, type, each, op, ranks, each * rank);
    ++operation;
    int counts[64], before = 0, all = 0;
    for (int r = 0; r < ranks; ++r) {
        counts[r] = r % 2 ? 0 : each + r;
        if (all + counts[r] > count) counts[r] = count - all;
        if (r < rank) before += counts[r];
        all += counts[r];
    }
    fill(own, type, all);
    CHECK_OK(MPI_Reduce_scatter(send, receive_room, counts, type, op, comm));
    compare("reduce_scatter", receive_room, type, counts[rank], op, ranks, before);
}

/* A map x -> a x + b modulo a prime. */
typedef struct {
    long long a, b;
} Affine;

static const long long kPrime = 1000003;

static Affine compose(Affine left, Affine right) {
    return (Affine){left.a * right.a % kPrime, (right.a * left.b + right.b) % kPrime};
}

/* Two maps with a hole between them, and one at each end. */
typedef struct {
    long long hole_before;
    Affine first;
    long long hole;
    Affine second;
    long long hole_after;
} Pair;

static void compose_pairs(void* in, void* in_out, int* count, MPI_Datatype* type) {
    (void)type;
    const Pair* left = in;
    Pair* right = in_out;
    for (int i = 0; i < *count; ++i) {
        right[i].first = compose(left[i].first, right[i].first);
        right[i].second = compose(left[i].second, right[i].second);
    }
}

static Affine map_of(int of, int index) {
    return (Affine){1 + pick(mix4(operation, 5, (uint64_t)of, (uint64_t)index), 1000), value(of, index)};
}

static Affine composed(int end, int index) {
    Affine result = map_of(0, index);
    for (int r = 1; r < end; ++r) result = compose(result, map_of(r, index));
    return result;
}

static void fill_pairs(Pair* pairs, int count) {
    for (int i = 0; i < count; ++i) pairs[i] = (Pair){-1, map_of(rank, 2 * i), -2, map_of(rank, 2 * i + 1), -3};
}

static void compare_pairs(const char* what, const Pair* pairs, int count, int end, int first) {
    for (int i = 0; i < count; ++i) {
        const Affine a = composed(end, 2 * (first + i)), b = composed(end, 2 * (first + i) + 1);
        const int same =
            pairs[i].first.a == a.a && pairs[i].first.b == a.b && pairs[i].second.a == b.a && pairs[i].second.b == b.b;
        const int holes = pairs[i].hole_before == -7 && pairs[i].hole == -7 && pairs[i].hole_after == -7;
        if (!CHECK(same && holes, "%s, %d pairs, index %d: result %s, holes %s", what, count, i,
                   same ? "right" : "wrong", holes ? "kept" : "touched"))
            return;
    }
}

static void clear_pairs(Pair* pairs, int count) {
    const Affine none = {0, 0};
    for (int i = 0; i < count; ++i) pairs[i] = (Pair){-7, none, -7, none, -7};
}

static void with_holes(int count) {
    MPI_Datatype two, type;
    MPI_Op op;
    const int lengths[] = {2, 2};
    const MPI_Aint places[] = {offsetof(Pair, first), offsetof(Pair, second)};
    const MPI_Datatype parts[] = {MPI_LONG_LONG, MPI_LONG_LONG};
    MPI_Type_create_struct(2, lengths, places, parts, &two);
    MPI_Type_create_resized(two, 0, sizeof(Pair), &type);
    MPI_Type_commit(&type);
    MPI_Op_create(compose_pairs, 0, &op);
    Pair *send = calloc((size_t)count + 1, sizeof *send), *receive = calloc((size_t)count + 1, sizeof *receive);
    for (int root = 0; root < ranks; ++root) {
        ++operation;
        fill_pairs(send, count);
        clear_pairs(receive, count);
        CHECK_OK(MPI_Reduce(send, receive, count, type, op, root, comm));
        if (rank == root) compare_pairs("reduce", receive, count, ranks, 0);
    }
    ++operation;
    fill_pairs(send, count);
    clear_pairs(receive, count);
    CHECK_OK(MPI_Allreduce(send, receive, count, type, op, comm));
    compare_pairs("allreduce", receive, count, ranks, 0);
    ++operation;
    fill_pairs(send, count);
    clear_pairs(receive, count);
    CHECK_OK(MPI_Scan(send, receive, count, type, op, comm));
    compare_pairs("scan", receive, count, rank + 1, 0);
    ++operation;
    fill_pairs(send, count);
    clear_pairs(receive, count);
    CHECK_OK(MPI_Exscan(send, receive, count, type, op, comm));
    if (rank > 0) compare_pairs("exscan", receive, count, rank, 0);
#ifndef MPICH_VERSION /* MPICH 4.0 itself writes beyond its memory */
    ++operation;
    const int each = count / ranks;
    fill_pairs(send, each * ranks);
    clear_pairs(receive, count);
    CHECK_OK(MPI_Reduce_scatter_block(send, receive, each, type, op, comm));
    compare_pairs("reduce_scatter_block", receive, each, ranks, each * rank);
#endif
    free(send);
    free(receive);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Type_free(&two);
}

static void places(int count) {
    struct Best {
        double value;
        int place;
    }* mine = calloc((size_t)count + 1, sizeof *mine), *best = calloc((size_t)count + 1, sizeof *best);
    ++operation;
    for (int i = 0; i < count; ++i) mine[i].value = value(rank, i), mine[i].place = rank;
    CHECK_OK(MPI_Allreduce(mine, best, count, MPI_DOUBLE_INT, MPI_MINLOC, comm));
    for (int i = 0; i < count; ++i) {
        int least = 0;
        for (int r = 1; r < ranks; ++r)
            if (value(r, i) < value(least, i)) least = r;
        if (!CHECK(best[i].value == value(least, i) && best[i].place == least, "minloc, index %d: %g at %d", i,
                   best[i].value, best[i].place))
            break;
    }
    free(mine);
    free(best);
}

static void broadcasts(int count) {
    for (int root = 0; root < ranks; ++root) {
        for (enum LayoutKind kind = 0; kind < LAYOUT_END; ++kind) {
            Layout layout = make_layout(kind, count);
            long low, high;
            layout_span(&layout, count, &low, &high);
            Image image = make_image(low, high), right = make_image(low, high);
            const uint64_t key = mix(++operation, (uint64_t)root);
            put_block(&right, &layout, 0, count, key);
            if (rank == root) put_block(&image, &layout, 0, count, key);
            CHECK_OK(MPI_Bcast(image.base, count, layout.type, root, comm));
            CHECK(images_equal(&image, &right), "bcast of %d %s from %d: differs at %ld", count, layout_name(kind),
                  root, first_difference(&image, &right));
            free_image(&image);
            free_image(&right);
            free_layout(&layout);
        }
    }
}

/* The purpose of a pipeline: the next operation begins while the last one is still under way. */
static void one_after_the_other(void) {
    for (int turn = 0; turn < 200; ++turn) {
        int numbers[257];
        const int root = turn % ranks, count = 1 + turn;
        for (int i = 0; i < count; ++i) numbers[i] = rank == root ? turn * 1000 + i : -1;
        CHECK_OK(MPI_Bcast(numbers, count, MPI_INT, root, comm));
        CHECK(numbers[0] == turn * 1000 && numbers[count - 1] == turn * 1000 + count - 1, "bcast %d", turn);
        int sum[257];
        CHECK_OK(MPI_Reduce(numbers, sum, count, MPI_INT, MPI_SUM, (root + 1) % ranks, comm));
        if (rank == (root + 1) % ranks) CHECK_EQUAL(sum[count - 1], ranks * (turn * 1000 + count - 1));
        CHECK_OK(MPI_Scan(numbers, sum, count, MPI_INT, MPI_SUM, comm));
        CHECK_EQUAL(sum[0], (rank + 1) * turn * 1000);
    }
}

static void all_on(MPI_Comm on) {
    comm = on;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    operation = mix(test_seed, (uint64_t)ranks);
    const MPI_Datatype types[] = {MPI_INT, MPI_SHORT, MPI_UNSIGNED_LONG, MPI_FLOAT, MPI_DOUBLE};
    const MPI_Op ops[] = {MPI_SUM, MPI_MAX, MPI_MIN, MPI_BXOR, MPI_BOR};
    const int counts[] = {0, 1, ranks, 1000, 20011, MOST};
    for (int c = 0; c < 6; ++c)
        for (int t = 0; t < 5; ++t) {
            const MPI_Op op = ops[t > 2 ? t % 3 : (t + c) % 5]; /* no bitwise operations on floating numbers */
            predefined(types[t], op, counts[c], (c + t) % 2);
        }
    for (int c = 0; c < 5; ++c) {
        with_holes(counts[c] / 4);
        places(counts[c]);
    }
    broadcasts(3);
    broadcasts(3001);
    one_after_the_other();
}

int main(int argc, char** argv) {
    start(argc, argv);
    all_on(MPI_COMM_WORLD);
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, world_rank % 2, -world_rank, &half);
    all_on(half);
    MPI_Comm_free(&half);
    all_on(MPI_COMM_SELF);
    return finish();
}
