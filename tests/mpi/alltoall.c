/* MPI_Alltoall and its nonblocking and persistent forms: datatypes, in place, communicators. Usage: alltoall [seed] */
#include <sys/resource.h>

#include "layout.h"
#include "teams.h"

enum Form { BLOCKING, NONBLOCKING, PERSISTENT, FORM_END };
static const char* const form_names[FORM_END] = {"blocking", "nonblocking", "persistent"};

static int call_alltoall(enum Form form, const void* send, int sends, MPI_Datatype send_type, void* receive,
                         int receives, MPI_Datatype receive_type, MPI_Comm comm) {
    MPI_Request request = MPI_REQUEST_NULL;
    int error;
    if (form == BLOCKING) return MPI_Alltoall(send, sends, send_type, receive, receives, receive_type, comm);
#if MPI_VERSION >= 4
    if (form == PERSISTENT) {
        error =
            MPI_Alltoall_init(send, sends, send_type, receive, receives, receive_type, comm, MPI_INFO_NULL, &request);
        if (error == MPI_SUCCESS) error = MPI_Start(&request);
        if (error == MPI_SUCCESS) error = MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
        return error;
    }
#endif
    error = MPI_Ialltoall(send, sends, send_type, receive, receives, receive_type, comm, &request);
    return error == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : error;
}

static Image image_for(const Layout* layout, int count) {
    long low, high;
    layout_span(layout, count, &low, &high);
    return make_image(low, high);
}

static void fill_outgoing(const Team* team, Image* image, const Layout* layout, int count) {
    for (int peer = 0; peer < team->peers; ++peer)
        put_block(image, layout, peer * count * layout->extent, count, outgoing_key(team, peer));
}

static void fill_incoming(const Team* team, Image* image, const Layout* layout, int count) {
    for (int peer = 0; peer < team->peers; ++peer)
        put_block(image, layout, peer * count * layout->extent, count, incoming_key(team, peer));
}

static void exchange(Team* team, enum LayoutKind send_kind, enum LayoutKind receive_kind, int units, enum Form form) {
    const int sends = units * elements_per_unit(send_kind), receives = units * elements_per_unit(receive_kind);
    Layout send_layout = make_layout(send_kind, sends * team->peers);
    Layout receive_layout = make_layout(receive_kind, receives * team->peers);
    Image send = image_for(&send_layout, sends * team->peers);
    Image receive = image_for(&receive_layout, receives * team->peers);
    Image expected = copy_image(&receive);
    ++team->operation;
    fill_outgoing(team, &send, &send_layout, sends);
    fill_incoming(team, &expected, &receive_layout, receives);
    Image sent = copy_image(&send);

    CHECK_OK(call_alltoall(form, send.base, sends, send_layout.type, receive.base, receives, receive_layout.type,
                           team->comm));
    CHECK(images_equal(&receive, &expected), "%s %s: %s to %s, %d units, first at offset %ld", form_names[form],
          team->name, layout_name(send_kind), layout_name(receive_kind), units, first_difference(&receive, &expected));
    CHECK(images_equal(&send, &sent), "%s: the send buffer was written to", team->name);

    free_image(&send), free_image(&sent), free_image(&receive), free_image(&expected);
    free_layout(&send_layout), free_layout(&receive_layout);
}

static void exchange_in_place(Team* team, enum LayoutKind kind, int units, enum Form form) {
    if (team->is_inter) return;
    const int count = units * elements_per_unit(kind);
    Layout layout = make_layout(kind, count * team->peers);
    Image image = image_for(&layout, count * team->peers);
    Image expected = copy_image(&image);
    ++team->operation;
    fill_outgoing(team, &image, &layout, count);
    fill_incoming(team, &expected, &layout, count);

    CHECK_OK(call_alltoall(form, MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, image.base, count, layout.type, team->comm));
    CHECK(images_equal(&image, &expected), "%s %s in place: %s, %d units, first at offset %ld", form_names[form],
          team->name, layout_name(kind), units, first_difference(&image, &expected));

    free_image(&image), free_image(&expected);
    free_layout(&layout);
}

static void all_layouts(Team* team) {
    for (int send = 0; send < LAYOUT_SIX_INTS_END; ++send) {
        exchange(team, send, send, 1, BLOCKING);
        for (int i = 0; i < 3; ++i) {
            const uint64_t key = mix4(team->operation, 1, (uint64_t)send, (uint64_t)i);
            exchange(team, send, pick(key, LAYOUT_SIX_INTS_END), 1 + pick(key + 1, 4), i == 0 ? NONBLOCKING : BLOCKING);
        }
        exchange_in_place(team, send, 1 + send % 3, BLOCKING);
    }
    for (int send = LAYOUT_RECORD; send < LAYOUT_END; ++send)
        for (int receive = LAYOUT_RECORD; receive < LAYOUT_END; ++receive) exchange(team, send, receive, 3, BLOCKING);
}

/* The host must not confuse the forms of one call with each other. */
static void all_forms(Team* team) {
    for (int form = BLOCKING; form < FORM_END; ++form) {
        exchange(team, LAYOUT_CONTIGUOUS, LAYOUT_VECTOR, 2, form);
        exchange(team, LAYOUT_REVERSED, LAYOUT_INT, 2, form);
    }
    exchange_in_place(team, LAYOUT_VECTOR, 2, NONBLOCKING);
}

static void zero_counts(Team* team) {
    exchange(team, LAYOUT_CONTIGUOUS, LAYOUT_VECTOR, 0, BLOCKING);
    exchange_in_place(team, LAYOUT_CONTIGUOUS, 0, BLOCKING);
    CHECK_OK(MPI_Alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, team->comm));
    MPI_Datatype empty;
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    int sent = 5, received = 6;
    CHECK_OK(MPI_Alltoall(&sent, 7, empty, &received, 3, empty, team->comm));
    CHECK(sent == 5 && received == 6, "a zero-size datatype moved data");
    MPI_Type_free(&empty);
}

/* Types with absolute addresses, with MPI_BOTTOM as the buffer. */
static void absolute_addresses(Team* team) {
    const int peers = team->peers;
    uint64_t *send = calloc((size_t)peers * 2, sizeof *send), *receive = calloc((size_t)peers * 2, sizeof *receive);
    MPI_Aint address;
    MPI_Datatype type, spaced;
    ++team->operation;
    for (int peer = 0; peer < peers; ++peer) send[2 * peer] = outgoing_key(team, peer);
    MPI_Get_address(receive, &address);
    MPI_Type_create_hindexed(1, (const int[1]){1}, &address, MPI_UINT64_T, &type);
    MPI_Type_create_resized(type, address, 16, &spaced);
    MPI_Type_commit(&spaced);
    MPI_Datatype send_spaced;
    MPI_Type_free(&type);
    MPI_Type_create_resized(MPI_UINT64_T, 0, 16, &send_spaced);
    MPI_Type_commit(&send_spaced);
    CHECK_OK(MPI_Alltoall(send, 1, send_spaced, MPI_BOTTOM, 1, spaced, team->comm));
    for (int peer = 0; peer < peers; ++peer) {
        CHECK(receive[2 * peer] == incoming_key(team, peer), "%s: block of %d", team->name, peer);
        CHECK(receive[2 * peer + 1] == 0, "%s: hole after the block of %d", team->name, peer);
    }
    MPI_Type_free(&spaced), MPI_Type_free(&send_spaced);
    free(send), free(receive);
}

/* Large enough for the host's other protocol (rendezvous) and its other algorithms. */
static void large_blocks(Team* team) {
    exchange(team, LAYOUT_INT, LAYOUT_INT, 6000, BLOCKING);
    exchange(team, LAYOUT_VECTOR, LAYOUT_CONTIGUOUS, 5000, BLOCKING);
    exchange(team, LAYOUT_INT, LAYOUT_NEGATIVE_BOUND, 3000, BLOCKING);
    exchange_in_place(team, LAYOUT_INT, 6000, BLOCKING);
    exchange_in_place(team, LAYOUT_SPACED, 2000, BLOCKING);
}

/* Operations on several communicators follow each other directly. */
static void interleaved_communicators(Team* teams, int count) {
    for (int round = 0; round < 30; ++round)
        for (int i = 0; i < count; ++i) exchange(&teams[i], LAYOUT_CONTIGUOUS, LAYOUT_INT, 1, BLOCKING);
}

/* Everything that Shunt attaches to a communicator must be freed with it. MPICH has about 2000 context ids. Open MPI
   has more than can be tried; its ranks yield, and take minutes for so many communicators where other processes use the
   cores. With Open MPI the limit of open files is lowered instead, so that files that are not closed are noticed. */
static void duplicate_and_free(void) {
#ifdef OPEN_MPI
    const int rounds = world_size <= 2 ? 400 : 200;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur > 300) files.rlim_cur = files.rlim_max = 300; /* Shunt may raise the soft limit */
    setrlimit(RLIMIT_NOFILE, &files);
#else
    const int rounds = world_size <= 2 ? 2500 : 200;
#endif
    for (int round = 0; round < rounds; ++round) {
        MPI_Comm comm;
        CHECK_OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
        Team team = team_of("short-lived", comm, 0);
        team.operation += (uint64_t)round;
        exchange(&team, LAYOUT_INT, LAYOUT_CONTIGUOUS, 1, BLOCKING);
        CHECK_OK(MPI_Comm_free(&comm));
        CHECK(comm == MPI_COMM_NULL, "the handle is not null after free, round %d", round);
    }
}

int main(int argc, char** argv) {
    start(argc, argv);
    Team teams[MOST_TEAMS];
    const int count = make_teams(teams);
    for (int i = 0; i < count; ++i) {
        all_layouts(&teams[i]);
        all_forms(&teams[i]);
        zero_counts(&teams[i]);
        absolute_addresses(&teams[i]);
        large_blocks(&teams[i]);
    }
    interleaved_communicators(teams, count);
    free_teams(teams, count);
    duplicate_and_free();
    return finish();
}
