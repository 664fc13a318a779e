/* MPI_Alltoallv, its nonblocking and large-count forms, and MPI_Alltoallw: counts from the seed, blocks in any order.
   Usage: alltoallv [seed] */
#include "layout.h"
#include "teams.h"

enum Form { BLOCKING, NONBLOCKING, LARGE, FORM_END };
static const char* const form_names[FORM_END] = {"blocking", "nonblocking", "large-count"};

/* One side of an exchange: counts and displacements in elements, and its buffer. */
typedef struct {
    Layout layout;
    int* counts;
    int* displacements;
    Image image;
} Side;

static int sum(const int* values, int count) {
    int total = 0;
    for (int i = 0; i < count; ++i) total += values[i];
    return total;
}

/* Places the blocks in an order chosen by the seed, with gaps, so that no two blocks touch. */
static void place_blocks(Side* side, int peers, uint64_t key) {
    long lowest = 0, highest = 0, at = 0;
    const int first = pick(key, peers), forward = pick(key + 1, 2);
    for (int i = 0; i < peers; ++i) {
        const int peer = (first + (forward ? i : peers - i)) % peers;
        long low, high;
        layout_span(&side->layout, side->counts[peer], &low, &high);
        const long extent = side->layout.extent;
        at += (-low + extent - 1) / extent;
        side->displacements[peer] = (int)at;
        if (at * extent + low < lowest) lowest = at * extent + low;
        if (at * extent + high > highest) highest = at * extent + high;
        at += (high + extent - 1) / extent + pick(key + 2 + (uint64_t)peer, 3);
    }
    side->image = make_image(lowest, highest);
}

static Side make_side(enum LayoutKind kind, int* counts, int peers, uint64_t key) {
    Side side = {.counts = counts, .displacements = calloc((size_t)peers, sizeof(int))};
    for (int peer = 0; peer < peers; ++peer) counts[peer] *= elements_per_unit(kind);
    const int elements = sum(counts, peers);
    side.layout = make_layout(kind, elements > 0 ? elements : 1);
    place_blocks(&side, peers, key);
    return side;
}

static void free_side(Side* side) {
    free_image(&side->image);
    free_layout(&side->layout);
    free(side->counts), free(side->displacements);
}

static void put(Side* side, Image* image, int peer, uint64_t key) {
    put_block(image, &side->layout, side->displacements[peer] * side->layout.extent, side->counts[peer], key);
}

/* The number of units that `from` sends to `to`; a third of the pairs exchange nothing. */
static int units_between(const Team* team, int from_side, int from, int to, int scale) {
    const int units = pick(team_key(team, from_side, from, to) + 11, 6) - 1;
    return units > 0 ? units * scale : 0;
}

static int* outgoing_counts(const Team* team, int scale) {
    int* counts = calloc((size_t)team->peers, sizeof(int));
    for (int peer = 0; peer < team->peers; ++peer)
        counts[peer] = units_between(team, team->side, team->rank, peer, scale);
    return counts;
}

static int* incoming_counts(const Team* team, int scale) {
    int* counts = calloc((size_t)team->peers, sizeof(int));
    const int side = team->is_inter ? 1 - team->side : 0;
    for (int peer = 0; peer < team->peers; ++peer) counts[peer] = units_between(team, side, peer, team->rank, scale);
    return counts;
}

#if MPI_VERSION >= 4
static int call_large(const void* buffer, const Side* send, const Side* receive, int peers, MPI_Comm comm) {
    MPI_Count* counts = calloc(2 * (size_t)peers, sizeof *counts);
    MPI_Aint* displacements = calloc(2 * (size_t)peers, sizeof *displacements);
    for (int peer = 0; peer < peers; ++peer) {
        counts[peer] = send->counts[peer], displacements[peer] = send->displacements[peer];
        counts[peers + peer] = receive->counts[peer], displacements[peers + peer] = receive->displacements[peer];
    }
    const int error = MPI_Alltoallv_c(buffer, counts, displacements, send->layout.type, receive->image.base,
                                      counts + peers, displacements + peers, receive->layout.type, comm);
    free(counts), free(displacements);
    return error;
}
#endif

static int call_alltoallv(enum Form form, const void* buffer, const Side* send, const Side* receive, const Team* team) {
#if MPI_VERSION >= 4
    if (form == LARGE) return call_large(buffer, send, receive, team->peers, team->comm);
#endif
    if (form != NONBLOCKING)
        return MPI_Alltoallv(buffer, send->counts, send->displacements, send->layout.type, receive->image.base,
                             receive->counts, receive->displacements, receive->layout.type, team->comm);
    MPI_Request request;
    const int error =
        MPI_Ialltoallv(buffer, send->counts, send->displacements, send->layout.type, receive->image.base,
                       receive->counts, receive->displacements, receive->layout.type, team->comm, &request);
    return error == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : error;
}

static void exchange(Team* team, enum LayoutKind send_kind, enum LayoutKind receive_kind, int scale, enum Form form) {
    ++team->operation;
    Side send = make_side(send_kind, outgoing_counts(team, scale), team->peers, outgoing_key(team, 1000));
    Side receive = make_side(receive_kind, incoming_counts(team, scale), team->peers, outgoing_key(team, 2000));
    Image expected = copy_image(&receive.image);
    for (int peer = 0; peer < team->peers; ++peer) {
        put(&send, &send.image, peer, outgoing_key(team, peer));
        put(&receive, &expected, peer, incoming_key(team, peer));
    }
    Image sent = copy_image(&send.image);
    CHECK_OK(call_alltoallv(form, send.image.base, &send, &receive, team));
    CHECK(images_equal(&receive.image, &expected), "%s %s: %s to %s, scale %d, first at offset %ld", form_names[form],
          team->name, layout_name(send_kind), layout_name(receive_kind), scale,
          first_difference(&receive.image, &expected));
    CHECK(images_equal(&send.image, &sent), "%s: the send buffer was written to", team->name);
    free_image(&expected), free_image(&sent);
    free_side(&send), free_side(&receive);
}

/* In place, a rank sends to a peer as much as it receives from it. */
static void exchange_in_place(Team* team, enum LayoutKind kind, int scale, enum Form form) {
    if (team->is_inter) return;
    ++team->operation;
    int* counts = calloc((size_t)team->peers, sizeof(int));
    for (int peer = 0; peer < team->peers; ++peer) {
        const int low = peer < team->rank ? peer : team->rank, high = peer < team->rank ? team->rank : peer;
        counts[peer] = units_between(team, 0, low, high, scale);
    }
    Side side = make_side(kind, counts, team->peers, outgoing_key(team, 3000));
    Image expected = copy_image(&side.image);
    for (int peer = 0; peer < team->peers; ++peer) {
        put(&side, &side.image, peer, outgoing_key(team, peer));
        put(&side, &expected, peer, incoming_key(team, peer));
    }
    CHECK_OK(call_alltoallv(form, MPI_IN_PLACE, &side, &side, team));
    CHECK(images_equal(&side.image, &expected), "%s %s in place: %s, scale %d, first at offset %ld", form_names[form],
          team->name, layout_name(kind), scale, first_difference(&side.image, &expected));
    free_image(&expected);
    free_side(&side);
}

/* In place, without the arguments that MPI says are ignored. */
static void in_place_without_arguments(Team* team) {
    if (team->is_inter) return;
    const int peers = team->peers;
    int *values = calloc((size_t)peers, sizeof(int)), *counts = calloc((size_t)peers, sizeof(int)),
        *displacements = calloc((size_t)peers, sizeof(int));
    for (int peer = 0; peer < peers; ++peer) {
        values[peer] = 100 * team->rank + peer;
        counts[peer] = 1, displacements[peer] = peer;
    }
    CHECK_OK(
        MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, values, counts, displacements, MPI_INT, team->comm));
    for (int peer = 0; peer < peers; ++peer) CHECK_EQUAL(values[peer], 100 * peer + team->rank);
    free(values), free(counts), free(displacements);
}

static void all_layouts(Team* team) {
    for (int send = 0; send < LAYOUT_SIX_INTS_END; ++send) {
        exchange(team, send, send, 1, BLOCKING);
        for (int i = 0; i < 4; ++i) {
            const uint64_t key = mix4(team->operation, 2, (uint64_t)send, (uint64_t)i);
            exchange(team, send, pick(key, LAYOUT_SIX_INTS_END), 1, i == 0 ? NONBLOCKING : BLOCKING);
        }
        exchange(team, send, (send + 3) % LAYOUT_SIX_INTS_END, 1, LARGE);
        exchange_in_place(team, send, 1, send % 4 == 0 ? LARGE : BLOCKING);
    }
    for (int send = LAYOUT_RECORD; send < LAYOUT_END; ++send)
        for (int receive = LAYOUT_RECORD; receive < LAYOUT_END; ++receive) exchange(team, send, receive, 1, BLOCKING);
}

static void large_blocks(Team* team) {
    exchange(team, LAYOUT_INT, LAYOUT_INT, 2000, BLOCKING);
    exchange(team, LAYOUT_VECTOR, LAYOUT_REVERSED, 1500, BLOCKING);
    exchange_in_place(team, LAYOUT_INT, 2000, BLOCKING);
    exchange_in_place(team, LAYOUT_NEGATIVE_BOUND, 1000, BLOCKING);
}

static void nothing_at_all(Team* team) {
    int* zeros = calloc((size_t)team->peers, sizeof(int));
    int sent = 5, received = 6; /* MPICH reports equal addresses as aliased, even of empty buffers */
    CHECK_OK(MPI_Alltoallv(&sent, zeros, zeros, MPI_INT, &received, zeros, zeros, MPI_INT, team->comm));
    CHECK(sent == 5 && received == 6, "nothing was sent, something came");
    free(zeros);
}

/* Even ranks pass a number of elements of a type without bytes, odd ones no elements of a type with bytes. */
static void empty_elements(const Team* team) {
    if (team->is_inter) return;
    MPI_Datatype empty;
    CHECK_OK(MPI_Type_contiguous(0, MPI_INT, &empty));
    CHECK_OK(MPI_Type_commit(&empty));
    const int counts_any = team->rank % 2 == 0;
    int *counts = calloc((size_t)team->peers, sizeof(int)), *places = calloc((size_t)team->peers, sizeof(int));
    for (int peer = 0; peer < team->peers; ++peer) counts[peer] = counts_any;
    const MPI_Datatype type = counts_any ? empty : MPI_INT;
    int sent = 5, received = 6;
    for (int i = 0; i < 2; ++i)
        CHECK_OK(MPI_Alltoallv(&sent, counts, places, type, &received, counts, places, type, team->comm));
    CHECK(sent == 5 && received == 6, "nothing was sent, something came");
    free(counts), free(places);
    CHECK_OK(MPI_Type_free(&empty));
}

static int call_alltoallw(enum Form form, const void* send, void* receive, const int* counts, const int* places,
                          const MPI_Datatype* types, const Team* team) {
#ifdef MPICH_NAME /* Open MPI 4.1's Ialltoallw crashes by itself */
    MPI_Request request;
    if (form == NONBLOCKING) {
        const int error = MPI_Ialltoallw(send, counts, places, types, receive, counts, places, types + team->peers,
                                         team->comm, &request);
        return error == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : error;
    }
#endif
    (void)form;
    return MPI_Alltoallw(send, counts, places, types, receive, counts, places, types + team->peers, team->comm);
}

/* Alltoallw: another layout for every peer, byte displacements. Sender and receiver of a pair choose their own. The
   first displacement is 0 because Open MPI 4.1, alone on a communicator, multiplies it by the extent. */
static void exchange_w(Team* team, enum Form form) {
    const int peers = team->peers, slot = 1024;
    Layout* layouts = calloc((size_t)peers, sizeof *layouts);
    MPI_Datatype* types = calloc(2 * (size_t)peers, sizeof *types);
    int *counts = calloc((size_t)peers, sizeof(int)), *places = calloc((size_t)peers, sizeof(int));
    Image send = make_image(-256, (long)slot * peers), receive = make_image(-256, (long)slot * peers);
    Image expected = copy_image(&receive);
    ++team->operation;
    for (int peer = 0; peer < peers; ++peer) {
        layouts[peer] = make_layout(1 + pick(outgoing_key(team, peer), LAYOUT_SIX_INTS_END - 1), 3);
        types[peer] = layouts[peer].type, types[peers + peer] = layouts[peer].type;
        counts[peer] = 3, places[peer] = peer * slot;
        put_block(&send, &layouts[peer], places[peer], 3, outgoing_key(team, peer));
        put_block(&expected, &layouts[peer], places[peer], 3, incoming_key(team, peer));
    }
    CHECK_OK(call_alltoallw(form, send.base, receive.base, counts, places, types, team));
    CHECK(images_equal(&receive, &expected), "%s: alltoallw, first at offset %ld", team->name,
          first_difference(&receive, &expected));
    for (int peer = 0; peer < peers; ++peer) free_layout(&layouts[peer]);
    free_image(&send), free_image(&receive), free_image(&expected);
    free(layouts), free(types), free(counts), free(places);
}

int main(int argc, char** argv) {
    start(argc, argv);
    Team teams[MOST_TEAMS];
    const int count = make_teams(teams);
    for (int i = 0; i < count; ++i) {
        exchange(&teams[i], LAYOUT_CONTIGUOUS, LAYOUT_INT, 1,
                 BLOCKING);                   /* under Shunt this call may want an engine, whose team is made ... */
        CHECK_OK(MPI_Barrier(teams[i].comm)); /* ... at the next call in which all members meet */
        all_layouts(&teams[i]);
        in_place_without_arguments(&teams[i]);
        nothing_at_all(&teams[i]);
        empty_elements(&teams[i]);
        large_blocks(&teams[i]);
        exchange_w(&teams[i], BLOCKING);
        exchange_w(&teams[i], NONBLOCKING);
    }
    for (int round = 0; round < 30; ++round)
        for (int i = 0; i < count; ++i) exchange(&teams[i], LAYOUT_CONTIGUOUS, LAYOUT_INT, 1, BLOCKING);
    free_teams(teams, count);
    return finish();
}
