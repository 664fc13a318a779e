/* Reductions, blocking and nonblocking, against sums and compositions computed here: Reduce, Allreduce,
   Reduce_scatter(_block), Scan, Exscan, Reduce_local; built-in, user-defined and non-commutative operations. Usage:
   reductions [seed] */
#include "forms.h"

#define COUNT 37

static int contribution(const Team* team, int side, int rank, int index) {
    return pick(team_key(team, side, rank, index), 1000) - 500;
}

static int combine(MPI_Op op, int a, int b) {
    if (op == MPI_SUM) return a + b;
    if (op == MPI_MAX) return a > b ? a : b;
    if (op == MPI_MIN) return a < b ? a : b;
    if (op == MPI_BAND) return a & b;
    if (op == MPI_BOR) return a | b;
    return a ^ b;
}

/* The result over ranks `from`..`to` of a side. */
static int expected(const Team* team, MPI_Op op, int side, int from, int to, int index) {
    int value = contribution(team, side, from, index);
    for (int rank = from + 1; rank <= to; ++rank) value = combine(op, value, contribution(team, side, rank, index));
    return value;
}

static void fill(const Team* team, int* values) {
    for (int i = 0; i < COUNT; ++i) values[i] = contribution(team, team->side, team->rank, i);
}

static int other_side(const Team* team) { return team->is_inter ? 1 - team->side : 0; }

static void reduce(Team* team, MPI_Op op, int root, int in_place, enum Form form) {
    ++team->operation;
    int send[COUNT], receive[COUNT + 1];
    fill(team, send);
    fill(team, receive);
    receive[COUNT] = -77;
    const int use_in_place = in_place && !team->is_inter && is_root(team, root);
    RUN(form, MPI_Reduce, MPI_Ireduce, use_in_place ? MPI_IN_PLACE : send, receive, COUNT, MPI_INT, op,
        root_argument(team, root), team->comm);
    for (int i = 0; i < COUNT; ++i)
        CHECK_EQUAL(receive[i], is_root(team, root) ? expected(team, op, leaf_side(team), 0, team->peers - 1, i)
                                                    : contribution(team, team->side, team->rank, i));
    CHECK_EQUAL(receive[COUNT], -77);
}

static void allreduce(Team* team, MPI_Op op, int in_place, enum Form form) {
    if (in_place && team->is_inter) return;
    ++team->operation;
    int send[COUNT], receive[COUNT + 1];
    fill(team, send);
    fill(team, receive);
    receive[COUNT] = -77;
    RUN(form, MPI_Allreduce, MPI_Iallreduce, in_place ? MPI_IN_PLACE : send, receive, COUNT, MPI_INT, op, team->comm);
    for (int i = 0; i < COUNT; ++i)
        CHECK_EQUAL(receive[i], expected(team, op, other_side(team), 0, team->peers - 1, i));
    CHECK_EQUAL(receive[COUNT], -77);
}

static void scans(Team* team, MPI_Op op, int in_place, enum Form form) {
    if (team->is_inter) return;
    ++team->operation;
    int send[COUNT], inclusive[COUNT], exclusive[COUNT];
    fill(team, send);
    fill(team, inclusive);
    fill(team, exclusive);
    const void* from = in_place ? MPI_IN_PLACE : send;
    RUN(form, MPI_Scan, MPI_Iscan, from, inclusive, COUNT, MPI_INT, op, team->comm);
    RUN(form, MPI_Exscan, MPI_Iexscan, from, exclusive, COUNT, MPI_INT, op, team->comm);
    for (int i = 0; i < COUNT; ++i) {
        CHECK_EQUAL(inclusive[i], expected(team, op, 0, 0, team->rank, i));
        if (team->rank > 0) CHECK_EQUAL(exclusive[i], expected(team, op, 0, 0, team->rank - 1, i));
    }
}

static void reduce_scatters(Team* team, MPI_Op op, int in_place, enum Form form) {
    if (team->is_inter) return; /* both hosts have had faults there */
    ++team->operation;
    enum { EACH = 3 };
    int send[64 * EACH], block[64 * EACH], ragged[64 * EACH], counts[64], start_ = 0, mine = 0;
    for (int peer = 0; peer < team->peers; ++peer) {
        counts[peer] = (peer + 1) % 3;
        if (peer == team->rank) mine = start_;
        start_ += counts[peer];
    }
    for (int i = 0; i < team->peers * EACH; ++i) send[i] = block[i] = ragged[i] = contribution(team, 0, team->rank, i);
    RUN(form, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, in_place ? MPI_IN_PLACE : send, block, EACH, MPI_INT,
        op, team->comm);
    for (int i = 0; i < EACH; ++i)
        CHECK_EQUAL(block[i], expected(team, op, 0, 0, team->peers - 1, team->rank * EACH + i));
    RUN(form, MPI_Reduce_scatter, MPI_Ireduce_scatter, in_place ? MPI_IN_PLACE : send, ragged, counts, MPI_INT, op,
        team->comm);
    for (int i = 0; i < counts[team->rank]; ++i)
        CHECK_EQUAL(ragged[i], expected(team, op, 0, 0, team->peers - 1, mine + i));
}

/* Composition of affine maps x -> a x + b modulo a prime: associative, not commutative. */
typedef struct {
    long long a, b;
} Affine;

enum { PRIME = 1000003 };

static Affine compose(Affine first, Affine second) {
    return (Affine){first.a * second.a % PRIME, (second.a * first.b + second.b) % PRIME};
}

static int user_calls;

static void compose_all(void* in, void* in_out, int* count, MPI_Datatype* type) {
    (void)type;
    ++user_calls;
    const Affine* left = in;
    Affine* right = in_out;
    for (int i = 0; i < *count; ++i) right[i] = compose(left[i], right[i]);
}

static Affine map_of(const Team* team, int rank, int index) {
    return (Affine){1 + pick(team_key(team, 0, rank, index), PRIME - 1), pick(team_key(team, 1, rank, index), PRIME)};
}

static Affine composed(const Team* team, int to, int index) {
    Affine value = map_of(team, 0, index);
    for (int rank = 1; rank <= to; ++rank) value = compose(value, map_of(team, rank, index));
    return value;
}

static void check_maps(const Team* team, const Affine* maps, int to, const char* what) {
    for (int i = 0; i < COUNT; ++i) {
        const Affine value = composed(team, to, i);
        CHECK(maps[i].a == value.a && maps[i].b == value.b, "%s on %s, map %d", what, team->name, i);
    }
}

static void non_commutative(Team* team, MPI_Datatype type, MPI_Op op, enum Form form) {
    if (team->is_inter) return;
    Affine send[COUNT], receive[COUNT];
    ++team->operation;
    for (int i = 0; i < COUNT; ++i) send[i] = map_of(team, team->rank, i);
    RUN(form, MPI_Allreduce, MPI_Iallreduce, send, receive, COUNT, type, op, team->comm);
    check_maps(team, receive, team->peers - 1, "allreduce");
    for (int root = 0; root < team->peers; ++root) {
        RUN(form, MPI_Reduce, MPI_Ireduce, send, receive, COUNT, type, op, root, team->comm);
        if (team->rank == root) check_maps(team, receive, team->peers - 1, "reduce");
    }
    RUN(form, MPI_Scan, MPI_Iscan, send, receive, COUNT, type, op, team->comm);
    check_maps(team, receive, team->rank, "scan");
    RUN(form, MPI_Exscan, MPI_Iexscan, send, receive, COUNT, type, op, team->comm);
    if (team->rank > 0) check_maps(team, receive, team->rank - 1, "exscan");
}

static void user_operations(Team* teams, int count) {
    MPI_Op op;
    MPI_Datatype type;
    int commutes = -1;
    MPI_Type_contiguous(2, MPI_LONG_LONG, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(compose_all, 0, &op);
    MPI_Op_commutative(op, &commutes);
    CHECK_EQUAL(commutes, 0);
    for (int i = 0; i < count; ++i)
        for (int form = BLOCKING; form < FORM_END; ++form) non_commutative(&teams[i], type, op, form);
    if (world_size > 1) CHECK(user_calls > 0, "the user's operation was never called");
    Affine left = {2, 3}, right = {5, 7};
    CHECK_OK(MPI_Reduce_local(&left, &right, 1, type, op));
    CHECK(right.a == 10 && right.b == 22, "reduce_local gives %lld %lld", right.a, right.b);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

static void value_and_place(Team* team, enum Form form) {
    if (team->is_inter) return;
    struct {
        double value;
        int place;
    } mine = {(team->rank * 7 + 3) % team->peers, team->rank}, best = {-1, -1};
    RUN(form, MPI_Allreduce, MPI_Iallreduce, &mine, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, team->comm);
    double value = -1;
    int place = -1;
    for (int rank = 0; rank < team->peers; ++rank)
        if ((rank * 7 + 3) % team->peers > value) value = (rank * 7 + 3) % team->peers, place = rank;
    CHECK(best.value == value && best.place == place, "maxloc on %s: %g at %d", team->name, best.value, best.place);
}

static void all_of(Team* team, enum Form form) {
    const MPI_Op ops[] = {MPI_SUM, MPI_MAX, MPI_MIN, MPI_BAND, MPI_BOR, MPI_BXOR};
    const int roots = root_group_size(team);
    for (int i = 0; i < 6; ++i) {
        for (int root = 0; root < roots; ++root) reduce(team, ops[i], root, 0, form);
        reduce(team, ops[i], 0, 1, form); /* MPICH 4.0 is wrong in place with other roots */
        for (int in_place = 0; in_place < 2; ++in_place) {
            allreduce(team, ops[i], in_place, form);
            scans(team, ops[i], in_place, form);
            reduce_scatters(team, ops[i], in_place, form);
        }
    }
    value_and_place(team, form);
    int nothing = 5;
    RUN(form, MPI_Allreduce, MPI_Iallreduce, &world_rank, &nothing, 0, MPI_INT, MPI_SUM, team->comm);
    CHECK_EQUAL(nothing, 5);
}

int main(int argc, char** argv) {
    start(argc, argv);
    Team teams[MOST_TEAMS];
    const int count = make_teams(teams);
    for (int i = 0; i < count; ++i)
        for (int form = BLOCKING; form < FORM_END; ++form) all_of(&teams[i], form);
    user_operations(teams, count);
    free_teams(teams, count);
    return finish();
}
