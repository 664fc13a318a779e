/* Collectives that move data, blocking and nonblocking: Barrier, Bcast, Gather(v), Scatter(v), Allgather(v).
   Usage: collectives [seed] */
#include "forms.h"
#include "layout.h"

/* A buffer of `blocks` blocks of `count` elements, and its expected content afterwards. */
typedef struct {
    Layout layout;
    int count;
    Image image, expected;
} Buffer;

static Buffer make_buffer(enum LayoutKind kind, int units, int blocks) {
    Buffer buffer = {.count = units * elements_per_unit(kind)};
    long low, high;
    buffer.layout = make_layout(kind, buffer.count * blocks > 0 ? buffer.count * blocks : 1);
    layout_span(&buffer.layout, buffer.count * blocks, &low, &high);
    buffer.image = make_image(low, high);
    buffer.expected = copy_image(&buffer.image);
    return buffer;
}

static void put(const Buffer* buffer, const Image* where, int block, uint64_t key) {
    Image image = *where;
    put_block(&image, &buffer->layout, block * buffer->count * buffer->layout.extent, buffer->count, key);
}

/* Writes values that a call may not change, both into the buffer and into the expected content. */
static void put_both(const Buffer* buffer, int block, uint64_t key) {
    put(buffer, &buffer->image, block, key);
    put(buffer, &buffer->expected, block, key);
}

static void check_and_free(Buffer* buffer, const Team* team, const char* what) {
    CHECK(images_equal(&buffer->image, &buffer->expected), "%s on %s: %s x %d, first at offset %ld", what, team->name,
          layout_name(buffer->layout.kind), buffer->count, first_difference(&buffer->image, &buffer->expected));
    free_image(&buffer->image), free_image(&buffer->expected);
    free_layout(&buffer->layout);
}

/* Two layouts for one operation, chosen by the seed. */
static enum LayoutKind kind_for(const Team* team, int which) {
    return (enum LayoutKind)pick(mix(team->operation, (uint64_t)which), LAYOUT_SIX_INTS_END);
}

/* Open MPI's inner nodes place the blocks of several leaves side by side in the type of one leaf, where interleaved
   ones would overlap. */
static enum LayoutKind leaf_kind_for(const Team* team) {
    const enum LayoutKind kind = kind_for(team, 0);
    return kind == LAYOUT_INTERLEAVED ? LAYOUT_SUBARRAY : kind;
}

static void bcast(Team* team, int root, int units, enum Form form) {
#ifdef MPICH_NAME /* MPICH 4.0's Ibcast between groups delivers nothing for roots other than 0 */
    if (team->is_inter && root != 0) form = BLOCKING;
#endif
    ++team->operation;
    const uint64_t key = team_key(team, 0, root, 9999);
    Buffer buffer = make_buffer(kind_for(team, is_root(team, root)), units, 1);
    if (is_root(team, root)) put_both(&buffer, 0, key);
    else if (is_leaf(team)) put(&buffer, &buffer.expected, 0, key);
    RUN(form, MPI_Bcast, MPI_Ibcast, buffer.image.base, buffer.count, buffer.layout.type, root_argument(team, root),
        team->comm);
    check_and_free(&buffer, team, "bcast");
}

static void gather(Team* team, int root, int units, int in_place, enum Form form) {
    ++team->operation;
    Buffer send = make_buffer(leaf_kind_for(team), units, 1),
           receive = make_buffer(kind_for(team, 1), units, team->peers);
    put_both(&send, 0, team_key(team, team->side, team->rank, root));
    const void* from = send.image.base;
    if (is_root(team, root)) {
        for (int peer = 0; peer < team->peers; ++peer)
            put(&receive, &receive.expected, peer, team_key(team, leaf_side(team), peer, root));
        if (in_place && !team->is_inter) {
            put_both(&receive, root, team_key(team, 0, root, root));
            from = MPI_IN_PLACE;
        }
    }
    RUN(form, MPI_Gather, MPI_Igather, from, send.count, send.layout.type, receive.image.base, receive.count,
        receive.layout.type, root_argument(team, root), team->comm);
    check_and_free(&send, team, "gather, sent");
    check_and_free(&receive, team, in_place ? "gather in place" : "gather");
}

static void scatter(Team* team, int root, int units, int in_place, enum Form form) {
    ++team->operation;
    Buffer send = make_buffer(kind_for(team, 1), units, team->peers),
           receive = make_buffer(leaf_kind_for(team), units, 1);
    void* to = receive.image.base;
    if (is_root(team, root))
        for (int peer = 0; peer < team->peers; ++peer) put_both(&send, peer, team_key(team, 0, root, peer));
    if (in_place && !team->is_inter && is_root(team, root)) to = MPI_IN_PLACE;
    else if (is_leaf(team)) put(&receive, &receive.expected, 0, team_key(team, 0, root, team->rank));
    RUN(form, MPI_Scatter, MPI_Iscatter, send.image.base, send.count, send.layout.type, to, receive.count,
        receive.layout.type, root_argument(team, root), team->comm);
    check_and_free(&send, team, "scatter, sent");
    check_and_free(&receive, team, in_place ? "scatter in place" : "scatter");
}

static void allgather(Team* team, int units, int in_place, enum Form form) {
    if (in_place && team->is_inter) return;
    ++team->operation;
    Buffer send = make_buffer(leaf_kind_for(team), units, 1),
           receive = make_buffer(kind_for(team, 1), units, team->peers);
    put_both(&send, 0, outgoing_key(team, 0));
    for (int peer = 0; peer < team->peers; ++peer)
        put(&receive, &receive.expected, peer, team_key(team, team->is_inter ? 1 - team->side : 0, peer, 0));
    if (in_place) put(&receive, &receive.image, team->rank, outgoing_key(team, 0));
    RUN(form, MPI_Allgather, MPI_Iallgather, in_place ? MPI_IN_PLACE : send.image.base, send.count, send.layout.type,
        receive.image.base, receive.count, receive.layout.type, team->comm);
    check_and_free(&send, team, "allgather, sent");
    check_and_free(&receive, team, in_place ? "allgather in place" : "allgather");
}

/* Counts of the v forms: peer p has (p + shift) % 4 elements. Blocks are in reverse order with a gap of one. */
typedef struct {
    int counts[64], places[64], total;
} Ragged;

static Ragged ragged(int peers, int shift) {
    Ragged ragged = {.total = 0};
    for (int peer = peers - 1; peer >= 0; --peer) {
        ragged.counts[peer] = (peer + shift) % 4;
        ragged.places[peer] = ragged.total;
        ragged.total += ragged.counts[peer] + 1;
    }
    return ragged;
}

static void put_at(const Buffer* buffer, const Image* where, int place, int count, uint64_t key) {
    Image image = *where;
    put_block(&image, &buffer->layout, place * buffer->layout.extent, count, key);
}

static void gatherv(Team* team, int root, int shift, enum Form form) {
    ++team->operation;
    const Ragged all = ragged(team->peers, shift);
    const int mine = (team->rank + shift) % 4;
    Buffer send = make_buffer(LAYOUT_VECTOR, mine, 1), receive = make_buffer(LAYOUT_NEGATIVE_BOUND, all.total, 1);
    put_both(&send, 0, team_key(team, team->side, team->rank, root));
    if (is_root(team, root))
        for (int peer = 0; peer < team->peers; ++peer)
            put_at(&receive, &receive.expected, all.places[peer], all.counts[peer],
                   team_key(team, leaf_side(team), peer, root));
    RUN(form, MPI_Gatherv, MPI_Igatherv, send.image.base, mine, send.layout.type, receive.image.base, all.counts,
        all.places, receive.layout.type, root_argument(team, root), team->comm);
    check_and_free(&send, team, "gatherv, sent");
    check_and_free(&receive, team, "gatherv");
}

static void scatterv(Team* team, int root, int shift, enum Form form) {
    ++team->operation;
    const Ragged all = ragged(team->peers, shift);
    const int mine = (team->rank + shift) % 4;
    Buffer send = make_buffer(LAYOUT_SPACED, all.total, 1), receive = make_buffer(LAYOUT_REVERSED, mine, 1);
    if (is_root(team, root))
        for (int peer = 0; peer < team->peers; ++peer) {
            put_at(&send, &send.image, all.places[peer], all.counts[peer], team_key(team, 0, root, peer));
            put_at(&send, &send.expected, all.places[peer], all.counts[peer], team_key(team, 0, root, peer));
        }
    if (is_leaf(team)) put(&receive, &receive.expected, 0, team_key(team, 0, root, team->rank));
    RUN(form, MPI_Scatterv, MPI_Iscatterv, send.image.base, all.counts, all.places, send.layout.type,
        receive.image.base, mine, receive.layout.type, root_argument(team, root), team->comm);
    check_and_free(&send, team, "scatterv, sent");
    check_and_free(&receive, team, "scatterv");
}

static void allgatherv(Team* team, int shift, int in_place, enum Form form) {
    if (in_place && team->is_inter) return;
    ++team->operation;
    const Ragged all = ragged(team->peers, shift);
    const int mine = (team->rank + shift) % 4;
    Buffer send = make_buffer(LAYOUT_STRUCT, mine, 1), receive = make_buffer(LAYOUT_NESTED, all.total, 1);
    put_both(&send, 0, outgoing_key(team, 0));
    for (int peer = 0; peer < team->peers; ++peer)
        put_at(&receive, &receive.expected, all.places[peer], all.counts[peer],
               team_key(team, team->is_inter ? 1 - team->side : 0, peer, 0));
    if (in_place) put_at(&receive, &receive.image, all.places[team->rank], mine, outgoing_key(team, 0));
    RUN(form, MPI_Allgatherv, MPI_Iallgatherv, in_place ? MPI_IN_PLACE : send.image.base, mine, send.layout.type,
        receive.image.base, all.counts, all.places, receive.layout.type, team->comm);
    check_and_free(&send, team, "allgatherv, sent");
    check_and_free(&receive, team, in_place ? "allgatherv in place" : "allgatherv");
}

static void all_of(Team* team, enum Form form) {
    static const int units[] = {0, 1, 3, 900};
    const int roots = root_group_size(team);
    if (!team->is_inter) {
        bcast(team, 0, 3, form); /* under Shunt these calls may want an engine, whose team is made ... */
        gather(team, 0, 3, 0, form);
        CHECK_OK(MPI_Barrier(team->comm)); /* ... at the next call in which all members meet */
    }
    for (int root = 0; root < roots; ++root) {
        for (int i = 0; i < 4; ++i) {
            bcast(team, root, units[i], form);
            gather(team, root, units[i], i % 2, form);
            scatter(team, root, units[i], i % 2, form);
        }
        gatherv(team, root, root, form);
        scatterv(team, root, root + 1, form);
    }
    bcast(team, 0, 20000, form);
    for (int i = 0; i < 8; ++i) allgather(team, units[i / 2], i % 2, form);
    for (int i = 0; i < 6; ++i) allgatherv(team, i / 2, i % 2, form);
    RUN(form, MPI_Barrier, MPI_Ibarrier, team->comm);
}

/* Elements without bytes at the sender, no elements at the receiver. An engine that sends nevertheless without
   receiving spoils the following call. */
static void empty_elements(Team* team) {
    if (team->is_inter) return;
    MPI_Datatype empty;
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    int sent = 5, received = 6;
    for (int root = 0; root < team->peers; ++root) {
        CHECK_OK(MPI_Gather(&sent, 100, empty, &received, 0, MPI_INT, root, team->comm));
        allgather(team, 1, 0, BLOCKING);
        CHECK_OK(MPI_Scatter(&sent, 100, empty, &received, 0, MPI_INT, root, team->comm));
        allgather(team, 1, 0, BLOCKING);
        if (team->rank == root) CHECK_OK(MPI_Bcast(&sent, 100, empty, root, team->comm));
        else CHECK_OK(MPI_Bcast(&received, 0, MPI_INT, root, team->comm));
        allgather(team, 1, 0, BLOCKING);
    }
    CHECK(sent == 5 && received == 6, "a zero-size datatype moved data");
    MPI_Type_free(&empty);
}

/* Several operations under way at once on one communicator, completed in reverse order. */
static void overlapping(Team* team) {
    if (team->is_inter) return;
    enum { MANY = 10 };
    MPI_Request requests[MANY];
    int values[MANY], gathered[MANY / 2][64];
    for (int i = 0; i < MANY; ++i) {
        values[i] = i % 2 ? team->rank * 100 + i : team->rank == 0 ? 7 * i : -1;
        if (i % 2)
            CHECK_OK(MPI_Iallgather(&values[i], 1, MPI_INT, gathered[i / 2], 1, MPI_INT, team->comm, &requests[i]));
        else CHECK_OK(MPI_Ibcast(&values[i], 1, MPI_INT, 0, team->comm, &requests[i]));
    }
    for (int i = MANY - 1; i >= 0; --i) CHECK_OK(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
    for (int i = 0; i < MANY; i += 2) CHECK_EQUAL(values[i], 7 * i);
    for (int i = 1; i < MANY; i += 2)
        for (int peer = 0; peer < team->peers; ++peer) CHECK_EQUAL(gathered[i / 2][peer], peer * 100 + i);
}

/* Blocking collectives while a duplicate of the communicator is made. */
static void beside_a_duplicate(Team* team) {
    if (team->is_inter) return;
    for (int round = 0; round < 20; ++round) {
        MPI_Comm made;
        MPI_Request request;
        CHECK_OK(MPI_Comm_idup(team->comm, &made, &request));
        for (int i = 0; i < 3; ++i) allgather(team, 1, 0, BLOCKING);
        CHECK_OK(MPI_Barrier(team->comm));
        CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        int value = team->rank, sum = -1;
        CHECK_OK(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, made));
        CHECK_EQUAL(sum, team->peers * (team->peers - 1) / 2);
        CHECK_OK(MPI_Comm_free(&made));
    }
}

int main(int argc, char** argv) {
    start(argc, argv);
    Team teams[MOST_TEAMS];
    const int count = make_teams(teams);
    for (int i = 0; i < count; ++i)
        for (int form = BLOCKING; form < FORM_END; ++form) all_of(&teams[i], form);
    for (int i = 0; i < count; ++i) overlapping(&teams[i]);
    for (int i = 0; i < count; ++i) empty_elements(&teams[i]);
    for (int i = 0; i < count; ++i) beside_a_duplicate(&teams[i]);
    free_teams(teams, count);
    return finish();
}
