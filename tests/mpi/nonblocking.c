/* Every nonblocking and persistent collective but the all-to-alls (background.c, persistent.c), mixed with messages,
   and waited for in every way that MPI has. Elements are pairs of ints, followed by a hole or not. Their type, and the
   program's own operation, which does not commute, are freed as soon as the call has begun. Some reductions use MPI's
   operations and types instead, which engines can combine without the host.
   Usage: nonblocking [seed] [rounds] [persistent] [carried: gathers and scatters are] */
#include "check.h"
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define INIT(name) MPIX_##name##_init
#else
#define INIT(name) MPI_##name##_init
#endif

enum Kind {
    BARRIER,
    BCAST,
    GATHER,
    GATHERV,
    SCATTER,
    SCATTERV,
    ALLGATHER,
    ALLGATHERV,
    REDUCE,
    ALLREDUCE,
    SCAN,
    EXSCAN,
    REDUCE_SCATTER,
    REDUCE_SCATTER_BLOCK,
    KINDS
};
static const char* const names[] = {
    "barrier",    "bcast",  "gather",    "gatherv", "scatter", "scatterv",       "allgather",
    "allgatherv", "reduce", "allreduce", "scan",    "exscan",  "reduce_scatter", "reduce_scatter_block"};
#define MOST_RANKS 16
#define MOST_JOBS 5
#define UNTOUCHED (-3)

enum Operator { OWN, MOST_PLACE, SUM, OPERATORS };

typedef struct {
    enum Kind kind;
    enum Operator combining; /* of a reduction */
    uint64_t key;
    int root, count, step, in_place; /* `count` elements of a block; `step` ints from one element to the next */
    int counts[MOST_RANKS], places[MOST_RANKS];
    MPI_Datatype type;
    MPI_Op op;
    int *out, *in, *expected;
    size_t room; /* number of ints in each buffer */
} Job;

static MPI_Comm comm;
static int rank, size, is_carried;

static int value(const Job* job, int from, int to, int index, int part) {
    return (int)(mix4(job->key, (uint64_t)from * 64 + (uint64_t)to, (uint64_t)index, (uint64_t)part) % 1000);
}

/* Composes maps x -> a x + b: associative, and not commutative. */
static void compose(const int* left, int* right) {
    const unsigned a = (unsigned)left[0], b = (unsigned)left[1], c = (unsigned)right[0], d = (unsigned)right[1];
    right[0] = (int)(a * c), right[1] = (int)(a * d + b);
}
/* The type may have been freed, so it is not queried. */
static void compose_all(const int* left, int* right, int count, int step) {
    for (int i = 0; i < count; ++i) compose(left + i * step, right + i * step);
}
static void compose_close(void* left, void* right, int* count, MPI_Datatype* type) {
    (void)type;
    compose_all(left, right, *count, 2);
}
static void compose_apart(void* left, void* right, int* count, MPI_Datatype* type) {
    (void)type;
    compose_all(left, right, *count, 3);
}

static void combine(const Job* job, const int* left, int* right) {
    switch (job->combining) {
        case OWN: compose(left, right); break;
        case SUM: right[0] += left[0], right[1] += left[1]; break;
        default:
            if (left[0] > right[0] || (left[0] == right[0] && left[1] < right[1])) memcpy(right, left, 2 * sizeof(int));
    }
}

static int is_reduction(enum Kind kind) { return kind >= REDUCE; }
static int has_counts(enum Kind kind) {
    return kind == GATHERV || kind == SCATTERV || kind == ALLGATHERV || kind == REDUCE_SCATTER;
}

static void put(const Job* job, int* where, int at, int from, int to, int index) {
    for (int part = 0; part < 2; ++part)
        where[(size_t)at * (size_t)job->step + (size_t)part] = value(job, from, to, index, part);
}

/* Elements `first` ... of the vectors of all ranks up to `last`, combined. */
static void expect_combined(Job* job, int first, int count, int last) {
    for (int i = 0; i < count; ++i) {
        int sum[2] = {0, 0};
        for (int from = last; from >= 0; --from) {
            int one[2] = {value(job, from, 0, first + i, 0), value(job, from, 0, first + i, 1)};
            if (from == last) memcpy(sum, one, sizeof sum);
            else combine(job, one, sum);
        }
        memcpy(job->expected + (size_t)i * (size_t)job->step, sum, sizeof sum);
    }
}

static int total(const Job* job) { return job->places[size - 1] + job->counts[size - 1]; }

static void fill_reduction(Job* job) {
    const int is_scattered = job->kind == REDUCE_SCATTER || job->kind == REDUCE_SCATTER_BLOCK;
    const int all = is_scattered ? total(job) : job->count;
    for (int i = 0; i < all; ++i) put(job, job->out, i, rank, 0, i);
    if (is_scattered) expect_combined(job, job->places[rank], job->counts[rank], size - 1);
    else if (job->kind == SCAN) expect_combined(job, 0, job->count, rank);
    else if (job->kind == EXSCAN) expect_combined(job, 0, rank ? job->count : 0, rank - 1);
    else if (job->kind == ALLREDUCE || rank == job->root) expect_combined(job, 0, job->count, size - 1);
}

static void fill_movement(Job* job) {
    const int at_root = rank == job->root;
    for (int peer = 0; peer < size; ++peer)
        for (int i = 0; i < job->counts[peer]; ++i) {
            const int at = job->places[peer] + i;
            if (job->kind == SCATTER || job->kind == SCATTERV) {
                if (at_root) put(job, job->out, at, job->root, peer, i);
                if (peer == rank) put(job, job->expected, i, job->root, rank, i);
            } else if (job->kind == BCAST) {
                if (peer == 0 && at_root) put(job, job->in, i, job->root, 0, i);
                if (peer == 0) put(job, job->expected, i, job->root, 0, i);
            } else {
                if (peer == rank) put(job, job->out, i, rank, 0, i);
                if (at_root || job->kind == ALLGATHER || job->kind == ALLGATHERV)
                    put(job, job->expected, at, peer, 0, i);
            }
        }
}

/* Writes new values into the same buffers. */
static void fill(Job* job, uint64_t key) {
    job->key = key;
    for (size_t i = 0; i < job->room; ++i) job->out[i] = -2, job->in[i] = job->expected[i] = UNTOUCHED;
    if (job->kind == BARRIER) return;
    if (is_reduction(job->kind)) fill_reduction(job);
    else fill_movement(job);
    if (!job->in_place) return;
    /* This rank's part is in its place already, holes included. */
    const int own = job->kind == GATHER || job->kind == GATHERV || job->kind == ALLGATHER || job->kind == ALLGATHERV;
    const size_t at = own ? (size_t)job->places[rank] * (size_t)job->step : 0;
    const size_t ints = (size_t)(own ? job->counts[rank] : job->count) * (size_t)job->step;
    for (size_t i = 0; i < ints; ++i) {
        job->in[at + i] = job->out[i];
        if (job->expected[at + i] == UNTOUCHED) job->expected[at + i] = job->out[i];
    }
}

static Job make_job(enum Kind kind, uint64_t key) {
    Job job = {.kind = kind,
               .type = MPI_DATATYPE_NULL,
               .op = MPI_OP_NULL,
               .root = (int)(key % (uint64_t)size),
               .step = 2 + (int)((key >> 8) % 2)};
    if (is_reduction(kind)) job.root %= 2, job.combining = (enum Operator)((key >> 40) % OPERATORS);
    if (job.combining != OWN) job.step = 2;
#ifdef MPICH_VERSION
    /* MPICH 4.0 allocates too little memory for elements with holes. */
    if (kind == REDUCE_SCATTER || kind == REDUCE_SCATTER_BLOCK) job.step = 2;
#endif
    /* Few, because a script's program for a length and root is agreed on after the first such call. */
    const int lengths[] = {150, 5000, 3};
    job.count = lengths[(key >> 16) % (is_reduction(kind) ? 2 : 3)];
    for (int peer = 0, at = 0; peer < size; ++peer) {
        job.counts[peer] = has_counts(kind) ? (int)(mix(key, (uint64_t)peer) % (uint64_t)(job.count + 1)) : job.count;
        job.places[peer] = at, at += job.counts[peer];
    }
    const int may_be_in_place = kind == ALLREDUCE || kind == SCAN || kind == ALLGATHER || kind == ALLGATHERV ||
                                (rank == job.root && (kind == REDUCE || kind == GATHER || kind == GATHERV));
    job.in_place = may_be_in_place && (key >> 32) % 3 == 0;
    job.room = ((size_t)job.count + 1) * (size_t)size * (size_t)job.step;
    job.out = malloc(job.room * sizeof(int)), job.in = malloc(job.room * sizeof(int));
    job.expected = malloc(job.room * sizeof(int));
    fill(&job, key);
    return job;
}

#define CALL(name, ...)                                                         \
    CHECK_OK(persistent ? INIT(name)(__VA_ARGS__, comm, MPI_INFO_NULL, request) \
                        : MPI_I##name(__VA_ARGS__, comm, request))
#define MPI_IBcast MPI_Ibcast
#define MPI_IGather MPI_Igather
#define MPI_IGatherv MPI_Igatherv
#define MPI_IScatter MPI_Iscatter
#define MPI_IScatterv MPI_Iscatterv
#define MPI_IAllgather MPI_Iallgather
#define MPI_IAllgatherv MPI_Iallgatherv
#define MPI_IReduce MPI_Ireduce
#define MPI_IAllreduce MPI_Iallreduce
#define MPI_IScan MPI_Iscan
#define MPI_IExscan MPI_Iexscan
#define MPI_IReduce_scatter MPI_Ireduce_scatter
#define MPI_IReduce_scatter_block MPI_Ireduce_scatter_block

static void free_handles(Job* job) {
    if (job->type == MPI_DATATYPE_NULL) return;
    CHECK_OK(MPI_Type_free(&job->type));
    CHECK_OK(MPI_Op_free(&job->op));
    CHECK(job->type == MPI_DATATYPE_NULL && job->op == MPI_OP_NULL, "%s: freed handles are not null", names[job->kind]);
}

static void begin(Job* job, int persistent, MPI_Request* request) {
    MPI_Datatype pair, type = job->combining == SUM ? MPI_INT : MPI_2INT;
    MPI_Op op = job->combining == SUM ? MPI_SUM : MPI_MAXLOC;
    if (job->combining == OWN) {
        MPI_Type_contiguous(2, MPI_INT, &pair);
        MPI_Type_create_resized(pair, 0, job->step * (MPI_Aint)sizeof(int), &type);
        MPI_Type_free(&pair);
        MPI_Type_commit(&type);
        MPI_Op_create(job->step == 2 ? compose_close : compose_apart, 0, &op);
    }
    const void* out = job->in_place ? MPI_IN_PLACE : job->out;
    int* in = job->in;
    const int each = job->combining == SUM ? 2 : 1; /* elements of MPI's for one of the job's */
    const int n = each * job->count, root = job->root, own = job->counts[rank];
    int counts[MOST_RANKS];
    for (int peer = 0; peer < size; ++peer) counts[peer] = each * job->counts[peer];
    switch (job->kind) {
        case BARRIER:
            CHECK_OK(persistent ? INIT(Barrier)(comm, MPI_INFO_NULL, request) : MPI_Ibarrier(comm, request));
            break;
        case BCAST: CALL(Bcast, in, n, type, root); break;
        case GATHER: CALL(Gather, out, n, type, in, n, type, root); break;
        case GATHERV: CALL(Gatherv, out, own, type, in, job->counts, job->places, type, root); break;
        case SCATTER: CALL(Scatter, out, n, type, in, n, type, root); break;
        case SCATTERV: CALL(Scatterv, out, job->counts, job->places, type, in, own, type, root); break;
        case ALLGATHER: CALL(Allgather, out, n, type, in, n, type); break;
        case ALLGATHERV: CALL(Allgatherv, out, own, type, in, job->counts, job->places, type); break;
        case REDUCE: CALL(Reduce, out, in, n, type, op, root); break;
        case ALLREDUCE: CALL(Allreduce, out, in, n, type, op); break;
        case SCAN: CALL(Scan, out, in, n, type, op); break;
        case EXSCAN: CALL(Exscan, out, in, n, type, op); break;
        case REDUCE_SCATTER: CALL(Reduce_scatter, out, in, counts, type, op); break;
        default: CALL(Reduce_scatter_block, out, in, n, type, op);
    }
    if (job->combining != OWN) return;
    job->type = type, job->op = op;
    /* Open MPI 4.1 does not keep the types of its own persistent collectives. */
    if (!persistent || (is_carried && job->kind >= GATHER && job->kind <= ALLGATHERV)) free_handles(job);
}

static void check_job(const Job* job, const char* how) {
    const int is_undefined = job->kind == EXSCAN && rank == 0;
    const int equal = is_undefined || memcmp(job->in, job->expected, job->room * sizeof(int)) == 0;
    CHECK(equal, "%s of %d pairs %d ints apart, root %d, in place %d, by %s: wrong data", names[job->kind], job->count,
          job->step, job->root, job->in_place, how);
}

/* Ends all requests, each once. */
static const char* end_all(int count, MPI_Request* requests, uint64_t key) {
    MPI_Status statuses[MOST_JOBS + 2];
    int indices[MOST_JOBS + 2], done = 0, index = 0, flag = 0;
    switch (key % 8) {
        case 0: CHECK_OK(MPI_Waitall(count, requests, statuses)); return "Waitall";
        case 1: CHECK_OK(MPI_Waitall(count, requests, MPI_STATUSES_IGNORE)); return "Waitall without statuses";
        case 2:
            for (int i = 0; i < count; ++i) CHECK_OK(MPI_Wait(&requests[(i + rank) % count], &statuses[0]));
            return "Wait";
        case 3:
            for (int i = 0; i < count; ++i) {
                CHECK_OK(MPI_Waitany(count, requests, &index, &statuses[0]));
                CHECK(index >= 0 && index < count, "Waitany: index %d", index);
            }
            return "Waitany";
        case 4:
            for (int left = count; left > 0; left -= done) {
                CHECK_OK(MPI_Waitsome(count, requests, &done, indices, statuses));
                if (!CHECK(done > 0 && done <= left, "Waitsome: %d of %d", done, left)) break;
            }
            return "Waitsome";
        case 5:
            while (!flag) CHECK_OK(MPI_Testall(count, requests, &flag, statuses));
            return "Testall";
        case 6:
            for (int left = count; left > 0; left -= flag && index != MPI_UNDEFINED)
                CHECK_OK(MPI_Testany(count, requests, &index, &flag, &statuses[0]));
            return "Testany";
        default:
            for (int left = count; left > 0; left -= done)
                CHECK_OK(MPI_Testsome(count, requests, &done, indices, MPI_STATUSES_IGNORE));
            return "Testsome";
    }
}

static void one_round(uint64_t key) {
    Job jobs[MOST_JOBS];
    MPI_Request requests[MOST_JOBS + 2];
    const int count = 1 + (int)(key % MOST_JOBS), next = (rank + 1) % size, previous = (rank + size - 1) % size;
    int token = rank, arrived = -1;
    for (int i = 0; i < count; ++i) {
        jobs[i] = make_job((enum Kind)(mix4(key, (uint64_t)i, 1, 2) % KINDS), mix4(key, (uint64_t)i, 3, 4));
        begin(&jobs[i], 0, &requests[i]);
    }
    CHECK_OK(MPI_Irecv(&arrived, 1, MPI_INT, previous, 5, comm, &requests[count]));
    CHECK_OK(MPI_Isend(&token, 1, MPI_INT, next, 5, comm, &requests[count + 1]));
    const char* how = end_all(count + 2, requests, mix4(key, (uint64_t)rank, 5, 6) >> 8);
    CHECK_EQUAL(arrived, previous);
    for (int i = 0; i < count + 2; ++i) CHECK(requests[i] == MPI_REQUEST_NULL, "%s left request %d", how, i);
    for (int i = 0; i < count; ++i) {
        check_job(&jobs[i], how);
        free(jobs[i].out), free(jobs[i].in), free(jobs[i].expected);
    }
}

/* Each kind is started again and again, on all ranks in the same order, as bare hosts require. */
static void persistent_round(enum Kind kind, uint64_t key) {
    MPI_Request requests[2], first;
    Job job = make_job(kind, key);
    int arrived = -1;
    begin(&job, 1, &requests[0]);
    first = requests[0];
    CHECK_OK(MPI_Recv_init(&arrived, 1, MPI_INT, rank, 6, comm, &requests[1]));
    for (int again = 0; again < 3; ++again) {
        if (again) fill(&job, mix4(key, (uint64_t)again, 7, 8));
        CHECK_OK(MPI_Startall(2, requests));
        CHECK_OK(MPI_Send(&again, 1, MPI_INT, rank, 6, comm));
        if (again % 2) {
            CHECK_OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        } else {
            CHECK_OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
            CHECK_OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
        }
        CHECK_EQUAL(arrived, again);
        check_job(&job, "persistent");
        CHECK(requests[0] == first, "%s: the handle has changed", names[kind]);
    }
    CHECK_OK(MPI_Request_free(&requests[0]));
    CHECK_OK(MPI_Request_free(&requests[1]));
    free_handles(&job);
    free(job.out), free(job.in), free(job.expected);
}

/* Lets the engines learn about the communicator: calls that want teams, and calls in which the teams are made. */
static void begin_all_kinds(uint64_t key) {
    for (int kind = 0; kind < KINDS; ++kind) {
        MPI_Request request;
        Job job = make_job((enum Kind)kind, mix(key, (uint64_t)kind));
        begin(&job, 0, &request);
        CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        check_job(&job, "the first");
        free(job.out), free(job.in), free(job.expected);
        CHECK_OK(MPI_Barrier(comm));
    }
}

/* MPICH 4.0 can start its own persistent collectives only once with types that have holes. */
static int is_sound_persistent(enum Kind kind) {
#ifdef MPICH_VERSION
    return is_carried && kind >= GATHER && kind <= ALLGATHERV;
#else
    (void)kind;
    return 1;
#endif
}

int main(int argc, char** argv) {
    start(argc, argv);
    const int rounds = argc > 2 ? atoi(argv[2]) : 60;
    is_carried = argc > 4;
    if (world_rank == 0) printf("seed %llu\n", (unsigned long long)test_seed);
    for (int turn = 0; turn < 2; ++turn) {
        /* All ranks; then all in reverse order. */
        MPI_Comm_split(MPI_COMM_WORLD, 0, turn ? -world_rank : world_rank, &comm);
        MPI_Comm_rank(comm, &rank), MPI_Comm_size(comm, &size);
        begin_all_kinds(mix4(test_seed, (uint64_t)turn, 9, 9));
        for (int round = 0; round < rounds; ++round) {
            one_round(mix4(test_seed, (uint64_t)turn, (uint64_t)round, 1));
            if (round % 4 == 3) CHECK_OK(MPI_Barrier(comm));
        }
        for (int kind = 0; argc > 3 && kind < KINDS; ++kind)
            if (is_sound_persistent((enum Kind)kind))
                persistent_round((enum Kind)kind, mix4(test_seed, (uint64_t)turn, (uint64_t)kind, 2));
        MPI_Comm_free(&comm);
    }
    return finish();
}
