/* A random program of messages from a seed: every send mode, every kind of receive, wildcards, derived types, messages
   to oneself, several communicators, requests of collectives among those of messages. Every rank knows all messages:
   sender, receiver and content. Each received message is checked against the messages that the receive may match.
   Usage: message_fuzz [seed] [phases] */
#include "check.h"

#define MOST 60 /* messages in one phase */
#define COMMS 4

typedef struct {
    int comm, source, target, tag, ints; /* ranks in the communicator */
    int from, to;                        /* ranks in the world */
    int strided;                         /* the sender's type has holes */
    int taken;
} Message;

/* How a receiver receives the messages of one communicator in one phase. */
typedef struct {
    int any_source, any_tag;
} Taking;

typedef struct {
    uint64_t key;
    int posted_first; /* receives are posted before any send; else sends never block, and receives are posted later */
    int wildcards;
    Message all[MOST];
    int count;
} Phase;

static MPI_Comm comms[COMMS]; /* the world, a duplicate, halves in reverse order, oneself */
static MPI_Datatype strided;  /* one int, followed by one that no call may touch */

static int members(int comm, int of) {
    const int half = (world_size + 1) / 2;
    if (comm < 2) return world_size;
    if (comm == 3) return 1;
    return of < half ? half : world_size - half;
}
static int world_of(int comm, int of, int rank) {
    const int half = (world_size + 1) / 2;
    if (comm < 2) return rank;
    if (comm == 3) return of;
    return of < half ? half - 1 - rank : world_size - 1 - rank;
}

static int length_of(uint64_t key) {
    const int kind = pick(mix(key, 1), 100);
    if (kind < 15) return 0;
    if (kind < 70) return 1 + pick(mix(key, 2), 64);
    if (kind < 85) return 4000 + pick(mix(key, 2), 200); /* about 16 KiB */
    if (kind < 97) return 5000 + pick(mix(key, 2), 40000);
    return 200000 + pick(mix(key, 2), 100000);
}

static void plan(Phase* phase, uint64_t number) {
    phase->key = mix(test_seed, number + 77);
    phase->posted_first = pick(mix(phase->key, 1), 2);
    phase->wildcards = pick(mix(phase->key, 2), 3) > 0;
    phase->count = 1 + pick(mix(phase->key, 3), MOST);
    for (int i = 0; i < phase->count; ++i) {
        const uint64_t key = mix(phase->key, 1000 + (uint64_t)i);
        Message* message = &phase->all[i];
        const int owner = pick(mix(key, 3), world_size);
        message->comm = pick(mix(key, 4), 10) ? pick(mix(key, 5), 3) : 3;
        message->source = pick(mix(key, 6), members(message->comm, owner));
        message->target = pick(mix(key, 7), members(message->comm, owner));
        message->from = world_of(message->comm, owner, message->source);
        message->to = world_of(message->comm, owner, message->target);
        message->tag = pick(mix(key, 8), 3);
        message->ints = length_of(mix(key, 9));
        message->strided = pick(mix(key, 10), 4) == 0;
        message->taken = 0;
    }
}

static Taking taking_of(const Phase* phase, int rank, int comm) {
    const int kind = pick(mix4(phase->key, 55, (uint64_t)rank, (uint64_t)comm), 4);
    return (Taking){phase->wildcards && (kind & 1), (kind & 2) != 0};
}

static int value_at(uint64_t key, int i) { return (int)(mix(key, (uint64_t)i) & 0x7fffffff); }
static uint64_t key_of_message(const Phase* phase, const Message* message) {
    return mix(phase->key, 5000 + (uint64_t)(message - phase->all));
}

/* ---- sending -------------------------------------------------------------------------------------------------- */

typedef struct {
    int* data;
    MPI_Request request;
    int persistent;
} Sent;

static void send_one(const Phase* phase, const Message* message, Sent* sent) {
    const uint64_t key = key_of_message(phase, message);
    const int step = message->strided ? 2 : 1, n = message->ints, tag = message->tag, to = message->target;
    const MPI_Datatype type = message->strided ? strided : MPI_INT;
    const MPI_Comm comm = comms[message->comm];
    int* data = sent->data = malloc(sizeof(int) * (size_t)(n * step + 1));
    for (int i = 0; i < n; ++i) data[i * step] = value_at(key, i);
    sent->request = MPI_REQUEST_NULL;
    sent->persistent = 0;
    const int blocking = phase->posted_first && pick(mix(key, 21), 3) == 0;
    const int small = n <= 64;
    switch (pick(mix(key, 22), 5)) {
        case 0:
            if (blocking) CHECK_OK(MPI_Ssend(data, n, type, to, tag, comm));
            else CHECK_OK(MPI_Issend(data, n, type, to, tag, comm, &sent->request));
            return;
        case 1: /* buffered where the attached buffer certainly has room */
            if (!small) break;
            if (blocking) CHECK_OK(MPI_Bsend(data, n, type, to, tag, comm));
            else CHECK_OK(MPI_Ibsend(data, n, type, to, tag, comm, &sent->request));
            return;
        case 2:
            CHECK_OK(MPI_Send_init(data, n, type, to, tag, comm, &sent->request));
            CHECK_OK(MPI_Start(&sent->request));
            sent->persistent = 1;
            return;
        default: break;
    }
    if (blocking) CHECK_OK(MPI_Send(data, n, type, to, tag, comm));
    else CHECK_OK(MPI_Isend(data, n, type, to, tag, comm, &sent->request));
}

/* ---- receiving ------------------------------------------------------------------------------------------------ */

typedef struct {
    const Message* pattern; /* any message of the same class stands for the message received */
    int* room;
    int strided;
    MPI_Request request;
    MPI_Status status;
    int persistent, failed;
} Taken;

#define ROOM 300000

/* The message that a receive of the class of `pattern` must have received, given its sender: the first one in the
   sender's order that the receive may match. */
static Message* expected(Phase* phase, const Message* pattern, int source, int tag) {
    const Taking taking = taking_of(phase, world_rank, pattern->comm);
    for (int i = 0; i < phase->count; ++i) {
        Message* one = &phase->all[i];
        if (one->to != world_rank || one->comm != pattern->comm || one->taken || one->source != source) continue;
        if (!taking.any_tag && one->tag != tag) continue;
        return one;
    }
    return NULL;
}

static void check_taken(Phase* phase, Taken* taken) {
    const Message* pattern = taken->pattern;
    const Taking taking = taking_of(phase, world_rank, pattern->comm);
    const MPI_Status* status = &taken->status;
    const int source = status->MPI_SOURCE, tag = status->MPI_TAG;
    if (!taking.any_source) CHECK_EQUAL(source, pattern->source);
    if (!taking.any_tag) CHECK_EQUAL(tag, pattern->tag);
    Message* message = expected(phase, pattern, source, tag);
    if (!CHECK(message != NULL, "nothing from %d with tag %d is due", source, tag)) return;
    message->taken = 1;
    CHECK_EQUAL(tag, message->tag);
    int count = -1, cancelled = 1, wrong = 0;
    MPI_Get_count(status, MPI_INT, &count);
    CHECK_EQUAL(count, message->ints);
    MPI_Test_cancelled(status, &cancelled);
    CHECK_EQUAL(cancelled, 0);
    const uint64_t key = key_of_message(phase, message);
    const int step = taken->strided ? 2 : 1;
    for (int i = 0; i < message->ints; ++i) wrong += taken->room[i * step] != value_at(key, i);
    for (int i = 0; taken->strided && i < message->ints; ++i) wrong += taken->room[i * 2 + 1] != -7;
    CHECK(wrong == 0, "%d of %d ints from %d are wrong", wrong, message->ints, source);
}

static void make_room(const Phase* phase, const Message* pattern, Taken* taken) {
    const uint64_t key = mix(key_of_message(phase, pattern), 31);
    const Taking taking = taking_of(phase, world_rank, pattern->comm);
    memset(taken, 0, sizeof *taken);
    taken->pattern = pattern;
    taken->strided = pick(key, 5) == 0;
    taken->request = MPI_REQUEST_NULL;
    /* Without wildcards the length is sometimes that of the next message, which is the next of its class. */
    const int ints = taking.any_source || taking.any_tag || pick(mix(key, 2), 2) ? ROOM : pattern->ints;
    int room = ints;
    for (int i = 0; i < phase->count && room != ROOM; ++i) {
        const Message* one = &phase->all[i];
        if (one->to == world_rank && one->comm == pattern->comm && one->source == pattern->source &&
            one->tag == pattern->tag && one->ints > room)
            room = one->ints;
    }
    taken->room = malloc(sizeof(int) * (size_t)(room * 2 + 2));
    for (int i = 0; taken->strided && i < room * 2; ++i) taken->room[i] = -7;
    taken->failed = room;
}

static void receive_one(const Phase* phase, const Message* pattern, Taken* taken) {
    make_room(phase, pattern, taken);
    const Taking taking = taking_of(phase, world_rank, pattern->comm);
    const int source = taking.any_source ? MPI_ANY_SOURCE : pattern->source, n = taken->failed;
    const int tag = taking.any_tag ? MPI_ANY_TAG : pattern->tag;
    const MPI_Comm comm = comms[pattern->comm];
    const MPI_Datatype type = taken->strided ? strided : MPI_INT;
    const int kind = pick(mix(key_of_message(phase, pattern), 32), 8);
    MPI_Message message;
    if (phase->posted_first) {
        if (kind == 0) {
            CHECK_OK(MPI_Recv_init(taken->room, n, type, source, tag, comm, &taken->request));
            CHECK_OK(MPI_Start(&taken->request));
            taken->persistent = 1;
            return;
        }
        CHECK_OK(MPI_Irecv(taken->room, n, type, source, tag, comm, &taken->request));
        return;
    }
    switch (kind) {
        case 0:
            CHECK_OK(MPI_Mprobe(source, tag, comm, &message, MPI_STATUS_IGNORE));
            CHECK_OK(MPI_Mrecv(taken->room, n, type, &message, &taken->status));
            return;
        case 1:
            for (int flag = 0; !flag;) CHECK_OK(MPI_Improbe(source, tag, comm, &flag, &message, &taken->status));
            CHECK_OK(MPI_Imrecv(taken->room, n, type, &message, &taken->request));
            CHECK_EQUAL(message, MPI_MESSAGE_NULL);
            CHECK_OK(MPI_Wait(&taken->request, &taken->status));
            return;
        case 2:
            CHECK_OK(MPI_Probe(source, tag, comm, &taken->status));
            CHECK_OK(
                MPI_Recv(taken->room, n, type, taken->status.MPI_SOURCE, taken->status.MPI_TAG, comm, &taken->status));
            return;
        case 3:
            for (int flag = 0; !flag;) CHECK_OK(MPI_Iprobe(source, tag, comm, &flag, &taken->status));
            CHECK_OK(
                MPI_Recv(taken->room, n, type, taken->status.MPI_SOURCE, taken->status.MPI_TAG, comm, &taken->status));
            return;
        case 4: CHECK_OK(MPI_Irecv(taken->room, n, type, source, tag, comm, &taken->request)); return;
        default: CHECK_OK(MPI_Recv(taken->room, n, type, source, tag, comm, &taken->status)); return;
    }
}

/* ---- ending --------------------------------------------------------------------------------------------------- */

typedef struct {
    MPI_Request all[2 * MOST + 2];
    MPI_Status statuses[2 * MOST + 2];
    int count;
} Requests;

static void wait_by_any(Requests* requests) {
    for (int left = requests->count; left > 0; --left) {
        int index = -1;
        MPI_Status status;
        CHECK_OK(MPI_Waitany(requests->count, requests->all, &index, &status));
        if (index == MPI_UNDEFINED) return; /* persistent requests that were already inactive */
        requests->statuses[index] = status;
    }
}

static void wait_by_some(Requests* requests, int tests) {
    int indices[2 * MOST + 2], done = 0;
    MPI_Status statuses[2 * MOST + 2];
    for (;;) {
        if (tests) CHECK_OK(MPI_Testsome(requests->count, requests->all, &done, indices, statuses));
        else CHECK_OK(MPI_Waitsome(requests->count, requests->all, &done, indices, statuses));
        if (done == MPI_UNDEFINED) return;
        for (int i = 0; i < done; ++i) requests->statuses[indices[i]] = statuses[i];
    }
}

static void wait_for(Requests* requests, uint64_t key) {
    switch (pick(key, 5)) {
        case 0: wait_by_any(requests); return;
        case 1: wait_by_some(requests, 0); return;
        case 2: wait_by_some(requests, 1); return;
        case 3:
            for (int flag = 0; !flag;) CHECK_OK(MPI_Testall(requests->count, requests->all, &flag, requests->statuses));
            return;
        default: CHECK_OK(MPI_Waitall(requests->count, requests->all, requests->statuses)); return;
    }
}

static Sent sent[MOST];
static Taken taken[MOST];

static int receive_all(Phase* phase) {
    int received = 0;
    for (int i = 0; i < phase->count; ++i)
        if (phase->all[i].to == world_rank) receive_one(phase, &phase->all[i], &taken[received++]);
    return received;
}

static void run(Phase* phase) {
    const int background = pick(mix(phase->key, 41), 3) == 0;
    int sends = 0, received = 0, one = world_rank + 1, sum = 0, nothing;
    Requests requests = {.count = 0};
    MPI_Request never = MPI_REQUEST_NULL;
    if (phase->posted_first) received = receive_all(phase);
    if (background)
        CHECK_OK(MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comms[1], &requests.all[requests.count++]));
    CHECK_OK(MPI_Irecv(&nothing, 1, MPI_INT, MPI_ANY_SOURCE, 999, comms[0], &never));
    for (int i = 0; i < phase->count; ++i)
        if (phase->all[i].from == world_rank) send_one(phase, &phase->all[i], &sent[sends++]);
    if (!phase->posted_first) received = receive_all(phase);
    const int first = requests.count;
    for (int i = 0; i < received; ++i)
        requests.all[requests.count] = taken[i].request, requests.statuses[requests.count++] = taken[i].status;
    for (int i = 0; i < sends; ++i) requests.all[requests.count++] = sent[i].request;
    int was_there[MOST];
    for (int i = 0; i < received; ++i) was_there[i] = taken[i].request != MPI_REQUEST_NULL;
    wait_for(&requests, mix4(phase->key, 42, (uint64_t)world_rank, 0));
    for (int i = 0; i < received; ++i) {
        if (was_there[i]) taken[i].status = requests.statuses[first + i];
        check_taken(phase, &taken[i]);
        if (taken[i].persistent) CHECK_OK(MPI_Request_free(&requests.all[first + i]));
        free(taken[i].room);
    }
    for (int i = 0; i < sends; ++i) {
        if (sent[i].persistent) CHECK_OK(MPI_Request_free(&requests.all[first + received + i]));
        free(sent[i].data);
    }
    for (int i = 0; i < requests.count; ++i) CHECK_EQUAL(requests.all[i], MPI_REQUEST_NULL);
    if (background) CHECK_EQUAL(sum, world_size * (world_size + 1) / 2);
    CHECK_OK(MPI_Cancel(&never));
    CHECK_OK(MPI_Wait(&never, MPI_STATUS_IGNORE));
    if (phase->wildcards) CHECK_OK(MPI_Barrier(MPI_COMM_WORLD)); /* later messages would match them */
}

int main(int argc, char** argv) {
    start(argc, argv);
    const int phases = argc > 2 ? atoi(argv[2]) : 100, half = (world_size + 1) / 2;
    static Phase phase;
    static char buffer[4 << 20];
    MPI_Buffer_attach(buffer, sizeof buffer);
    comms[0] = MPI_COMM_WORLD, comms[3] = MPI_COMM_SELF;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank < half, -world_rank, &comms[2]);
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &strided);
    MPI_Type_commit(&strided);
    for (int i = 0; i < phases; ++i) {
        plan(&phase, (uint64_t)i);
        run(&phase);
    }
    void* mine;
    int size;
    MPI_Buffer_detach(&mine, &size);
    CHECK_EQUAL(size, (int)sizeof buffer);
    MPI_Type_free(&strided);
    MPI_Comm_free(&comms[1]);
    MPI_Comm_free(&comms[2]);
    return finish();
}
